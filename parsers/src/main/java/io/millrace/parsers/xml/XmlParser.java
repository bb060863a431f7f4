package io.millrace.parsers.xml;

/** The domain XML: tags, contents and attributes; names as they stand, without namespaces. */
public final class XmlParser extends XmlDomainParser {

    public XmlParser() {
        super(XmlDomain.XML);
    }
}
