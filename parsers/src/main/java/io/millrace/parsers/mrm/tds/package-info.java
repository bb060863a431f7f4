/**
 * Tagged/Delimited String formats of the domain MRM.
 *
 * <p>{@code LayoutCompiler} turns a message of a model into a tree of {@code Layout}s: what lies in
 * which order, between which markup. A {@code Syntax} is such a tree with its markup as bytes, in
 * one code page and with the delimiters that a message may say itself ({@code Delimiters}). {@code
 * TdsContent} makes elements of what a {@code Scanner} finds in a body, only as far as somebody
 * asks, and {@code Answers} gives single values without elements; {@code TdsWriter} writes trees
 * and copies what was not changed. The door is {@link io.millrace.parsers.mrm.tds.TdsMessage}.
 */
package io.millrace.parsers.mrm.tds;
