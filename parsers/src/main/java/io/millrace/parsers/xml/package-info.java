/**
 * The domains XML, XMLNS and XMLNSC.
 *
 * <p>In come the bytes of a body; out goes a tree that is found in them piece by piece, and from a
 * tree come bytes, of which those that nobody changed are the ones that came in. Who is next: the
 * message assembler and ESQL's CREATE ... PARSE and ASBITSTREAM, through {@link
 * io.millrace.engine.parser.Parser}. Begin with {@code XmlDomain}, which specifies how the three
 * trees differ, then {@code XmlContent}, which opens elements one by one over a {@code Markup}, and
 * {@code DocumentWriter}. Documents with a DOCTYPE are read whole by Woodstox, in {@code
 * DoctypeDocument}.
 */
package io.millrace.parsers.xml;
