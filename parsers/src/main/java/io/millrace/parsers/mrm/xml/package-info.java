/**
 * XML formats of the domain MRM: documents whose tags and attributes are those of a model.
 *
 * <p>In come the bytes of a document; {@link io.millrace.parsers.xml.Document} finds its tags on
 * demand, and {@link io.millrace.parsers.mrm.xml.XmlMessageContent} makes of each, when it is
 * requested, the element that the model has for it, with a value of the model's type. A tag that
 * holds a text alone, as that of most fields does, becomes an element of the model at once and none
 * of the document. The way back builds a document of the tree, in which what nobody changed is the
 * part of the old document that it came from. Begin with {@link
 * io.millrace.parsers.mrm.xml.XmlMessage}.
 */
package io.millrace.parsers.mrm.xml;
