package io.millrace.parsers.xml;

/** The domain XML: tags, contents and attributes; names are not resolved, without namespaces. */
public final class XmlParser extends XmlDomainParser {

    public XmlParser() {
        super(XmlDomain.XML);
    }
}
