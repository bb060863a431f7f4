/**
 * The Custom Wire Format of the domain MRM.
 *
 * <p>{@code LayoutCompiler} turns a message of a model into a {@code Layout}: slots one after the
 * other, with constant offsets as far as lengths are known. {@code CwfContent} finds fields of a
 * body by it, only those that are requested; {@code CwfWriter} writes trees by it and copies what
 * was not changed. The door is {@link io.millrace.parsers.mrm.cwf.CwfMessage}.
 */
package io.millrace.parsers.mrm.cwf;
