package io.millrace.parsers.model;

import java.util.Objects;

/**
 * Layout of an element in a Tagged/Delimited String format. A property that is not specified (null)
 * is derived from the element's type or the format's settings.
 *
 * @param markup its tag and other markup that locates it
 * @param physicalType null for a text
 * @param dateTimeFormat a pattern of letters such as {@code yyyyMMdd}; null for the type's own
 */
public record TdsField(
        Markup markup,
        PhysicalType physicalType,
        LengthRule length,
        NumberRule number,
        TextRule text,
        PaddingRule padding,
        NullRule nulls,
        String dateTimeFormat)
        implements PhysicalProperties {

    /** Default unit of lengths: characters. */
    public static final LengthRule NO_LENGTH =
            new LengthRule(null, null, false, LengthUnits.CHARACTERS);

    public static final TdsField DEFAULTS =
            new TdsField(
                    Markup.NONE,
                    null,
                    NO_LENGTH,
                    NumberRule.DEFAULTS,
                    TextRule.DEFAULTS,
                    PaddingRule.DEFAULTS,
                    NullRule.NONE,
                    null);

    public TdsField {
        Objects.requireNonNull(markup);
        Objects.requireNonNull(length);
        Objects.requireNonNull(number);
        Objects.requireNonNull(text);
        Objects.requireNonNull(padding);
        Objects.requireNonNull(nulls);
    }

    /**
     * Markup and number of occurrences of an element.
     *
     * @param tag tag before the element in tagged types; {@link #ANY_TAG} for every tag that no
     *     other element has, which is then the element's name; null for none
     * @param dataPattern regular expression for its bytes; null for none
     * @param repeatReference the name of an earlier integer that holds how often it occurs; null
     *     for none
     * @param repeatingElementDelimiter delimiter between its occurrences; null for the delimiter of
     *     its group
     * @param service whether its value specifies the delimiters of the message; null if it does not
     */
    public record Markup(
            MarkerText tag,
            String dataPattern,
            String repeatReference,
            MarkerText repeatingElementDelimiter,
            ServiceString service) {

        public static final String ANY_TAG = "*";
        public static final Markup NONE = new Markup(null, null, null, null, null);

        public boolean isAnyTag() {
            return tag != null && tag.text().equals(ANY_TAG);
        }
    }

    public static TdsField tagged(String tag) {
        return DEFAULTS.with(new Markup(MarkerText.of(tag).orElseThrow(), null, null, null, null));
    }

    public TdsField with(Markup newMarkup) {
        return new TdsField(
                newMarkup, physicalType, length, number, text, padding, nulls, dateTimeFormat);
    }

    public TdsField with(PhysicalType type) {
        return new TdsField(markup, type, length, number, text, padding, nulls, dateTimeFormat);
    }

    public TdsField with(LengthRule rule) {
        return new TdsField(
                markup, physicalType, rule, number, text, padding, nulls, dateTimeFormat);
    }

    public TdsField with(NumberRule rule) {
        return new TdsField(
                markup, physicalType, length, rule, text, padding, nulls, dateTimeFormat);
    }

    public TdsField with(PaddingRule rule) {
        return new TdsField(
                markup, physicalType, length, number, text, rule, nulls, dateTimeFormat);
    }

    public TdsField with(NullRule rule) {
        return new TdsField(
                markup, physicalType, length, number, text, padding, rule, dateTimeFormat);
    }
}
