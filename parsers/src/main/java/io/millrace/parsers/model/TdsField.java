package io.millrace.parsers.model;

import static io.millrace.parsers.model.LengthUnits.CHARACTERS;

/**
 * Layout of an element in a Tagged/Delimited String format. A property that is not specified (null)
 * is derived from the element's type or the format's settings.
 *
 * @param tag tag of the element in tagged types; {@link #ANY_TAG} for any tag that no other element
 *     has, which is then the name of the element; null if there is none
 * @param physicalType physical type; null for a string
 * @param markup other markup, and the number of occurrences
 * @param dateTimeFormat pattern of dates and times, for example {@code yyyyMMdd}; null for the
 *     type's default
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

    /** Length rule of elements without a specified length; the unit is characters. */
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
     * @param dataPattern regular expression for the extent of the element; null if there is none
     * @param repeatReference name of an earlier integer that contains the number of occurrences;
     *     null if there is none
     * @param repeatingElementDelimiter delimiter between occurrences; null for the delimiter of the
     *     group
     * @param service kind of the service string if the value specifies the delimiters of the
     *     message; otherwise null
     */
    public record Markup(
            String dataPattern,
            String repeatReference,
            MarkerText repeatingElementDelimiter,
            @Key("interpretValueAs") ServiceString service) {

        public static final Markup NONE = new Markup(null, null, null, null);
    }

    /** Whether the element accepts any tag that no other element has. */
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
