/**
 * XML formats of the domain MRM: documents with the tags and attributes of a model.
 *
 * <p>Input: the bytes of a document. {@link io.millrace.parsers.xml.Document} finds its tags on
 * demand. {@link io.millrace.parsers.mrm.xml.XmlMessageContent} converts each requested tag to the
 * element that the model declares, with a value of the model's type. For a tag that contains only
 * text, as most fields do, no element of the document is created. For output, a document is built
 * from the tree; unchanged elements are copied from the old document. Begin with {@link
 * io.millrace.parsers.mrm.xml.XmlMessage}.
 */
package io.millrace.parsers.mrm.xml;
