/**
 * The markup of a layout as bytes: delimiters, tags, terminators and escapes in one code page, with
 * the delimiters that a message specifies itself.
 *
 * <p>A {@link io.millrace.parsers.mrm.tds.markup.Syntax} combines a layout, a code page and the
 * {@code Delimiters} of a message. Messages with the same combination share it. {@code TextBody} is
 * the text of one message. The next packages are {@code scan} and {@code write}. Begin with {@code
 * Syntax}.
 */
package io.millrace.parsers.mrm.tds.markup;
