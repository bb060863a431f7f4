package io.millrace.parsers.model;

/** How NULL is written, for elements that may be NULL: of numbers, and of all others. */
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
     * @param value text, tag or attribute that marks NULL; null if the encoding needs none
     */
    public record Rule(@Key("") Encoding encoding, @Key("Value") String value) {

        public Rule {
            value = encoding.needsValue() ? value : null;
        }
    }

    /** Marks of NULL. */
    public enum Encoding implements Word {
        /** No text: {@code <a/>}. */
        EMPTY,
        /** This text: {@code <a>none</a>}. */
        VALUE,
        /** XML Schema's own: {@code <a xsi:nil="true"/>}. */
        XML_SCHEMA,
        /** The attribute that holds the value is missing: {@code <a/>} for {@code <a val="1"/>}. */
        VALUE_ATTRIBUTE,
        /** A tag of this name: {@code <a><null/></a>}. */
        ELEMENT,
        /** An attribute of this name that is true: {@code <a null="true"/>}. */
        ATTRIBUTE;

        public boolean needsValue() {
            return this == VALUE || this == ELEMENT || this == ATTRIBUTE;
        }
    }
}
