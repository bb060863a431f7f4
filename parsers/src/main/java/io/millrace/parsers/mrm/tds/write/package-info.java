/**
 * Writers of trees as Tagged/Delimited String messages.
 *
 * <p>{@link io.millrace.parsers.mrm.tds.write.TdsWriter} writes a folder by its layout and copies
 * unchanged elements. {@code DelimitedWriter} writes elements between delimiters, {@code
 * ValueWriter} single values, {@code ValueEscaper} escapes markup in values, {@code
 * PendingReferences} holds lengths and counts that are known later. Begin with {@code TdsWriter}.
 */
package io.millrace.parsers.mrm.tds.write;
