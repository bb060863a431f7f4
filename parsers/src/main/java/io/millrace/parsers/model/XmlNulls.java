package io.millrace.parsers.model;

/** Representation of NULL for elements that can be NULL: for numbers and for all other types. */
public record XmlNulls(
        @Key("encodingNumericNull") Rule numeric, @Key("encodingNonNumericNull") Rule nonNumeric) {

    public static final XmlNulls DEFAULTS =
            new XmlNulls(new Rule(Encoding.EMPTY, null), new Rule(Encoding.EMPTY, null));

    public Rule of(BaseType.Kind kind) {
        return kind == BaseType.Kind.NUMBER || kind == BaseType.Kind.FLOATING
                ? numeric
                : nonNumeric;
    }

    /**
     * Encoding of NULL.
     *
     * @param value text, tag or attribute that represents NULL; null if the encoding needs none
     */
    public record Rule(@Key("") Encoding encoding, @Key("Value") String value) {

        public Rule {
            value = encoding.needsValue() ? value : null;
        }
    }

    /** The representation of NULL in a document. */
    public enum Encoding implements Word {
        /** No text: {@code <a/>}. */
        EMPTY,
        /** The specified text: {@code <a>none</a>}. */
        VALUE,
        /** The attribute of XML Schema: {@code <a xsi:nil="true"/>}. */
        XML_SCHEMA,
        /** No value attribute: {@code <a/>} for {@code <a val="1"/>}. */
        VALUE_ATTRIBUTE,
        /** A tag with the specified name: {@code <a><null/></a>}. */
        ELEMENT,
        /** An attribute with the specified name and the value true: {@code <a null="true"/>}. */
        ATTRIBUTE;

        public boolean needsValue() {
            return this == VALUE || this == ELEMENT || this == ATTRIBUTE;
        }
    }
}
