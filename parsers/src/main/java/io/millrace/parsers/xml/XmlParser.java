package io.millrace.parsers.xml;

/** The domain XML: tags, content and attributes, without namespaces. */
public final class XmlParser extends XmlDomainParser {

    public XmlParser() {
        super(XmlDomain.XML);
    }
}
