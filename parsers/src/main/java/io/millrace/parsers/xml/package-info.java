/**
 * The domains XML, XMLNS and XMLNSC.
 *
 * <p>Input: the bytes of a body. Output: a tree whose elements are created on demand from these
 * bytes. When a tree is written, unchanged parts are copied from the received bytes. The message
 * assembler and ESQL's CREATE ... PARSE and ASBITSTREAM call this package through {@link
 * io.millrace.engine.parser.Parser}. Begin with {@code XmlDomain}, which specifies the differences
 * between the three trees, then {@code XmlContent}, which creates elements from a {@code Markup},
 * and {@code DocumentWriter}. {@code DoctypeDocument} reads documents with a DOCTYPE completely,
 * with Woodstox.
 */
package io.millrace.parsers.xml;
