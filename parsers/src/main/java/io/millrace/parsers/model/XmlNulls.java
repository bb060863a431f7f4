package io.millrace.parsers.model;

import java.util.Objects;

/** Representation of NULL, for elements that can be NULL: of numbers, and of all others. */
public record XmlNulls(Rule numeric, Rule nonNumeric) {

    public static final XmlNulls DEFAULTS =
            new XmlNulls(new Rule(Encoding.EMPTY, null), new Rule(Encoding.EMPTY, null));

    public XmlNulls {
        Objects.requireNonNull(numeric);
        Objects.requireNonNull(nonNumeric);
    }

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
    public record Rule(Encoding encoding, String value) {

        public Rule {
            Objects.requireNonNull(encoding);
            if (encoding.needsValue() && value == null) {
                throw new IllegalArgumentException(encoding.word());
            }
        }
    }

    /** Marks of NULL. */
    public enum Encoding {
        /** A tag without text: {@code <a/>}. */
        EMPTY("empty"),
        /** This text: {@code <a>none</a>}. */
        VALUE("value"),
        /** XML Schema's own: {@code <a xsi:nil="true"/>}. */
        XML_SCHEMA("xmlSchema"),
        /** The attribute that holds the value is missing: {@code <a/>} for {@code <a val="1"/>}. */
        VALUE_ATTRIBUTE("valueAttribute"),
        /** A tag of this name: {@code <a><null/></a>}. */
        ELEMENT("element"),
        /** An attribute of this name that is true: {@code <a null="true"/>}. */
        ATTRIBUTE("attribute");

        private final String word;

        Encoding(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public boolean needsValue() {
            return this == VALUE || this == ELEMENT || this == ATTRIBUTE;
        }
    }
}
