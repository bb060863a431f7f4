/**
 * The Custom Wire Format of the domain MRM.
 *
 * <p>{@code LayoutCompiler} compiles a message of a model to a {@code Layout}: consecutive slots,
 * with constant offsets as far as lengths are known. {@code CwfContent} uses it to locate the
 * requested fields of a body. {@code CwfWriter} uses it to write trees, and copies unchanged
 * elements. Begin with {@link io.millrace.parsers.mrm.cwf.CwfMessage}.
 */
package io.millrace.parsers.mrm.cwf;
