package io.millrace.parsers.xml;

import java.util.Map;

/** Differences between the trees of the three domains. */
enum XmlDomain {
    /** Text is a child of the tag. Names are not resolved and include the prefix. */
    XML(false, false),
    /** Like XML, with namespaces. */
    XMLNS(true, false),
    /**
     * Names are resolved. A tag with text is one field. White space between tags, comments and
     * processing instructions are omitted.
     */
    XMLNSC(true, true);

    final boolean namespaces;
    final boolean compact;

    XmlDomain(boolean namespaces, boolean compact) {
        this.namespaces = namespaces;
        this.compact = compact;
    }

    Map<String, Integer> fieldTypes() {
        return compact ? XmlTypes.XMLNSC_NAMES : XmlTypes.XML_NAMES;
    }
}
