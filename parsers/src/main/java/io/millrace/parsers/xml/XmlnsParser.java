package io.millrace.parsers.xml;

/** The domain XMLNS: tags, content and attributes, with namespaces. */
public final class XmlnsParser extends XmlDomainParser {

    public XmlnsParser() {
        super(XmlDomain.XMLNS);
    }
}
