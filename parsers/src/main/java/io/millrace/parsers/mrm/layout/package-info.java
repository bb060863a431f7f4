/**
 * What compilers of layouts have in common, whatever the physical format.
 *
 * <p>In come a message set and a message; the compilers of {@code mrm.cwf} and {@code mrm.tds}
 * extend {@link io.millrace.parsers.mrm.layout.ModelWalk}, which walks elements, groups and
 * references, and collects problems.
 */
package io.millrace.parsers.mrm.layout;
