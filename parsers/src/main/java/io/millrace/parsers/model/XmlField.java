package io.millrace.parsers.model;

/**
 * Representation of an element in an XML format. A property that is not specified (null) is
 * derived.
 *
 * @param render null for the default: a tag for an element, an attribute for an attribute
 * @param xmlName the name of the tag or attribute; null for the element's
 * @param idName attribute that identifies the element; for renderings with one
 * @param idValue value of that attribute; null for the element's name
 * @param valueName attribute that contains the value; for renderings with one
 * @param encoding encoding of binary values; null for that of their type
 * @param cdata whether the text is written as a CDATA section
 * @param dateTimeFormat a pattern of letters such as {@code yyyyMMdd}; null for the format's
 */
public record XmlField(
        Render render,
        String xmlName,
        @Key("idAttributeName") String idName,
        @Key("idAttributeValue") String idValue,
        @Key("valueAttributeName") String valueName,
        Encoding encoding,
        boolean cdata,
        String dateTimeFormat)
        implements PhysicalProperties {

    public static final String ID_NAME = "id";
    public static final String VALUE_NAME = "val";

    public static final XmlField DEFAULTS =
            new XmlField(null, null, ID_NAME, null, VALUE_NAME, null, false, null);

    /** Returns a field with a rendering and a name; null for the default. */
    public static XmlField of(Render render, String xmlName) {
        return new XmlField(render, xmlName, ID_NAME, null, VALUE_NAME, null, false, null);
    }

    /** In which part of a document an element and its value are. */
    public enum Render implements Word {
        /** {@code <a>value</a>}. */
        ELEMENT,
        /** {@code a="value"} in the tag around it. */
        ATTRIBUTE,
        /** {@code <field id="a">value</field>}. */
        ELEMENT_ATTR_ID,
        /** {@code <a val="value"/>}. */
        ELEMENT_ATTR_VAL,
        /** {@code <field id="a" val="value"/>}. */
        ELEMENT_ATTR_ID_VAL;

        /** Whether an attribute identifies which element it is. */
        public boolean hasId() {
            return this == ELEMENT_ATTR_ID || this == ELEMENT_ATTR_ID_VAL;
        }

        /** Whether the value is in an attribute of the element's own tag. */
        public boolean hasValueAttribute() {
            return this == ELEMENT_ATTR_VAL || this == ELEMENT_ATTR_ID_VAL;
        }
    }

    /** How bytes are written as text. */
    public enum Encoding implements Word {
        HEX,
        BASE64
    }
}
