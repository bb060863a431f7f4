/**
 * The compiled form of a message of a Tagged/Delimited String format, independent of code pages.
 *
 * <p>{@code LayoutCompiler} compiles a message of a model to a {@code TdsLayout}: a tree of {@link
 * io.millrace.parsers.mrm.tds.layout.Layout}s, whose {@link
 * io.millrace.parsers.mrm.tds.layout.Slot}s are the places of fields, folders and groups. {@code
 * LayoutCheck} reports layouts whose messages cannot be parsed. The next package is {@code markup}.
 * Begin with {@code LayoutCompiler}.
 */
package io.millrace.parsers.mrm.tds.layout;
