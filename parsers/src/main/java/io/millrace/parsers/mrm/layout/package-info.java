/**
 * Common base of the layout compilers of all physical formats.
 *
 * <p>Input: a message set and a message. The compilers of {@code mrm.cwf} and {@code mrm.tds}
 * extend {@link io.millrace.parsers.mrm.layout.ModelWalk}, which walks elements, groups and
 * references, and collects problems.
 */
package io.millrace.parsers.mrm.layout;
