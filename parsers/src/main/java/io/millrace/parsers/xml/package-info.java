/**
 * The domains XML, XMLNS and XMLNSC.
 *
 * <p>Input: the bytes of a body. Output: a tree that is located in them piece by piece. When a tree
 * is written, unchanged parts are the bytes that were received. The next stage is the message
 * assembler, and ESQL's CREATE ... PARSE and ASBITSTREAM, through {@link
 * io.millrace.engine.parser.Parser}. Begin with {@code XmlDomain}, which specifies the differences
 * of the three trees, then {@code XmlContent}, which opens elements one by one over a {@code
 * Markup}, and {@code DocumentWriter}. Documents with a DOCTYPE are read completely by Woodstox, in
 * {@code DoctypeDocument}.
 */
package io.millrace.parsers.xml;
