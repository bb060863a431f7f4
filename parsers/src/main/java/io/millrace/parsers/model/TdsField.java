package io.millrace.parsers.model;

import static io.millrace.parsers.model.LengthUnits.CHARACTERS;

/**
 * Layout of an element in a Tagged/Delimited String format. A property that is not specified (null)
 * is derived from the element's type or the format's settings.
 *
 * @param tag what stands before it in tagged types; {@link #ANY_TAG} for every tag that no other
 *     element has, which is then the element's name; null for none
 * @param physicalType null for a text
 * @param markup what else specifies where it is
 * @param dateTimeFormat a pattern of letters such as {@code yyyyMMdd}; null for the type's own
 */
public record TdsField(
        MarkerText tag,
        PhysicalType physicalType,
        LengthRule length,
        Markup markup,
        NumberRule number,
        TextRule text,
        PaddingRule padding,
        NullRule nulls,
        String dateTimeFormat)
        implements PhysicalProperties {

    public static final String ANY_TAG = "*";

    /** Lengths are counted in characters, where nothing else is specified. */
    public static final LengthRule NO_LENGTH = new LengthRule(null, null, false, CHARACTERS);

    public static final TdsField DEFAULTS =
            new TdsField(
                    null,
                    null,
                    NO_LENGTH,
                    Markup.NONE,
                    NumberRule.DEFAULTS,
                    TextRule.DEFAULTS,
                    PaddingRule.DEFAULTS,
                    NullRule.NONE,
                    null);

    /**
     * Markup and number of occurrences of an element.
     *
     * @param dataPattern a regular expression for its bytes; null for none
     * @param repeatReference the name of an earlier whole number that holds how often it occurs;
     *     null for none
     * @param repeatingElementDelimiter stands between its occurrences; null if the delimiter of its
     *     group does
     * @param service whether its value gives the delimiters of the message; null if it does not
     */
    public record Markup(
            String dataPattern,
            String repeatReference,
            MarkerText repeatingElementDelimiter,
            @Key("interpretValueAs") ServiceString service) {

        public static final Markup NONE = new Markup(null, null, null, null);
    }

    /** Whether it has every tag that no other element has. */
    public boolean isAnyTag() {
        return tag != null && tag.text().equals(ANY_TAG);
    }

    public TdsField with(PhysicalType type) {
        return new TdsField(
                tag, type, length, markup, number, text, padding, nulls, dateTimeFormat);
    }

    public TdsField with(LengthRule rule) {
        return new TdsField(
                tag, physicalType, rule, markup, number, text, padding, nulls, dateTimeFormat);
    }

    public TdsField with(NumberRule rule) {
        return new TdsField(
                tag, physicalType, length, markup, rule, text, padding, nulls, dateTimeFormat);
    }
}
