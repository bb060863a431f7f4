package io.millrace.parsers.xml;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;

/**
 * Kind of output of an element. The element types of the domains do not collide, so trees of all
 * XML domains and trees with generic types from other formats are written in the same way.
 */
enum XmlRole {
    TAG,
    CDATA_TAG,
    ATTRIBUTE,
    NAMESPACE,
    TEXT,
    CDATA,
    COMMENT,
    INSTRUCTION,
    DECLARATION,
    DOCTYPE,
    /** Text that is written without escapes. */
    AS_IS,
    /** Bytes that are written unchanged. */
    BIT_STREAM,
    ENTITY_REFERENCE,
    /** A DOCTYPE component that is not inside a DOCTYPE element. It is not written. */
    NONE;

    /** Bits that are zero in the generic types, which belong to no domain. */
    private static final int DOMAIN_BITS = 0x00FFFFFF;

    static XmlRole of(Element e) {
        int type = e.type();
        return (type & DOMAIN_BITS) == 0 ? generic(type) : special(type);
    }

    private static XmlRole special(int type) {
        return switch (type & ~XmlTypes.BASE64) {
            case XmlTypes.HYBRID_FIELD -> TAG;
            case XmlTypes.CDATA_FIELD -> CDATA_TAG;
            case XmlTypes.ATTRIBUTE, XmlTypes.SINGLE_ATTRIBUTE -> ATTRIBUTE;
            case XmlTypes.NAMESPACE, XmlTypes.SINGLE_NAMESPACE, XmlTypes.OLD_NAMESPACE -> NAMESPACE;
            case XmlTypes.HYBRID_TEXT, XmlTypes.OLD_WHITE_SPACE -> TEXT;
            case XmlTypes.CDATA -> CDATA;
            case XmlTypes.COMMENT, XmlTypes.OLD_COMMENT -> COMMENT;
            case XmlTypes.INSTRUCTION, XmlTypes.OLD_INSTRUCTION -> INSTRUCTION;
            case XmlTypes.XML_DECLARATION, XmlTypes.OLD_DECLARATION -> DECLARATION;
            case XmlTypes.DOCUMENT_TYPE, XmlTypes.OLD_DOCUMENT_TYPE -> DOCTYPE;
            case XmlTypes.AS_IS, XmlTypes.OLD_AS_IS -> AS_IS;
            case XmlTypes.BIT_STREAM, XmlTypes.OLD_BIT_STREAM -> BIT_STREAM;
            case XmlTypes.ENTITY_REFERENCE -> ENTITY_REFERENCE;
            default -> generic(type);
        };
    }

    private static XmlRole generic(int type) {
        return switch (ElementType.kind(type)) {
            case ElementType.NAME, ElementType.NAME_VALUE -> TAG;
            case ElementType.VALUE -> TEXT;
            default -> type == 0 ? TAG : NONE;
        };
    }

    /** Whether an element is written in its parent's start tag. */
    boolean isInHead() {
        return this == ATTRIBUTE || this == NAMESPACE;
    }

    /**
     * Returns a part of a declaration or DOCTYPE. In XMLNSC the element is found by name, in the
     * other domains by type.
     *
     * @return null if the element is neither a declaration nor a DOCTYPE, or does not have the part
     */
    static Element part(Element e, int type, String name, int oldType) {
        if (e.type() == type) {
            return e.child(name);
        }
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            if (c.type() == oldType || c.isNamed(name)) {
                return c;
            }
        }
        return null;
    }
}
