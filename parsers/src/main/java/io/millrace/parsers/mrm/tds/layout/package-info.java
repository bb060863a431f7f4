/**
 * The compiled form of a message of a Tagged/Delimited String format, independent of code pages.
 *
 * <p>{@code LayoutCompiler} turns a message of a model into a {@code TdsLayout}: a tree of {@link
 * io.millrace.parsers.mrm.tds.layout.Layout}s, whose {@link
 * io.millrace.parsers.mrm.tds.layout.Slot}s are the places of fields, folders and groups. {@code
 * LayoutCheck} reports layouts that no parser could read. The next package is {@code markup}. Begin
 * with {@code LayoutCompiler}.
 */
package io.millrace.parsers.mrm.tds.layout;
