/**
 * XML formats of the domain MRM: documents whose tags and attributes are those of a model.
 *
 * <p>Input: the bytes of a document. {@link io.millrace.parsers.xml.Document} finds its tags on
 * demand. {@link io.millrace.parsers.mrm.xml.XmlMessageContent} turns each requested tag into the
 * element that the model has for it, with a value of the model's type. A tag that contains only
 * text, like that of most fields, directly becomes an element of the model without an element of
 * the document. For output, a document is built from the tree; unchanged elements are those of the
 * old document. Begin with {@link io.millrace.parsers.mrm.xml.XmlMessage}.
 */
package io.millrace.parsers.mrm.xml;
