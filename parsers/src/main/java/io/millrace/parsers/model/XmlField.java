package io.millrace.parsers.model;

/**
 * Representation of an element in an XML format. A property that is not specified (null) is
 * derived.
 *
 * @param render rendering; null for the default: a tag for an element, an attribute for an
 *     attribute
 * @param xmlName name of the tag or attribute; null for the element's name
 * @param idName name of the attribute that identifies the element, in renderings with such an
 *     attribute
 * @param idValue value of that attribute; null for the element's name
 * @param valueName name of the attribute that contains the value, in renderings with such an
 *     attribute
 * @param encoding encoding of binary values; null for the default of their type
 * @param cdata whether the text is written as a CDATA section
 * @param dateTimeFormat pattern of dates and times, for example {@code yyyyMMdd}; null for the
 *     pattern of the format
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

    /** Returns this field with another name of the tag or attribute. */
    public XmlField named(String newName) {
        return new XmlField(
                render, newName, idName, idValue, valueName, encoding, cdata, dateTimeFormat);
    }

    /** The rendering of an element and its value in a document. */
    public enum Render implements Word {
        /** {@code <a>value</a>}. */
        ELEMENT,
        /** {@code a="value"} in the enclosing tag. */
        ATTRIBUTE,
        /** {@code <field id="a">value</field>}. */
        ELEMENT_ATTR_ID,
        /** {@code <a val="value"/>}. */
        ELEMENT_ATTR_VAL,
        /** {@code <field id="a" val="value"/>}. */
        ELEMENT_ATTR_ID_VAL;

        /** Whether an attribute identifies the element. */
        public boolean hasId() {
            return this == ELEMENT_ATTR_ID || this == ELEMENT_ATTR_ID_VAL;
        }

        /** Whether the value is in an attribute of the element's own tag. */
        public boolean hasValueAttribute() {
            return this == ELEMENT_ATTR_VAL || this == ELEMENT_ATTR_ID_VAL;
        }
    }

    /** The representation of bytes as text. */
    public enum Encoding implements Word {
        HEX,
        BASE64
    }
}
