package io.millrace.parsers.xml;

/** The domain XMLNSC: the compact tree with name spaces. */
public final class XmlnscParser extends XmlFamily {

    public XmlnscParser() {
        super(XmlDomain.XMLNSC);
    }
}
