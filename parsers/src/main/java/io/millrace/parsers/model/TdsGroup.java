package io.millrace.parsers.model;

/**
 * Layout of the elements of a type or group in a Tagged/Delimited String format. Null follows from
 * the format's settings, and there from the standard.
 *
 * @param lengthOfTag characters of each tag; 0 if they vary
 * @param lengthOfEncodedLength number of characters of the length after each tag
 * @param extraCharsInEncodedLength number of characters that this length counts in addition to the
 *     data
 * @param observeElementLength whether the length of an element in the model is used although there
 *     are delimiters
 */
public record TdsGroup(
        @Key("dataElementSeparation") Separation separation,
        MarkerText groupIndicator,
        MarkerText groupTerminator,
        MarkerText delimiter,
        @Key("suppressAbsentElementDelimiters") AbsentDelimiters absentDelimiters,
        MarkerText tagDataSeparator,
        @Key(max = 10_000) Integer lengthOfTag,
        @Key(max = 18) Integer lengthOfEncodedLength,
        @Key(max = 999_999) Integer extraCharsInEncodedLength,
        Boolean observeElementLength)
        implements PhysicalProperties {

    public static final TdsGroup DEFAULTS =
            new TdsGroup(null, null, null, null, null, null, null, null, null, null);

    /** Returns a group of which nothing but markup is specified. */
    public static TdsGroup of(
            String indicator, String terminator, String delimiter, String tagSeparator) {
        return new TdsGroup(
                null,
                new MarkerText(indicator),
                new MarkerText(terminator),
                new MarkerText(delimiter),
                null,
                new MarkerText(tagSeparator),
                null,
                null,
                null,
                null);
    }

    /**
     * Returns this rule completed with the properties of another one. Tags with a length here need
     * no separator from there.
     */
    public TdsGroup or(TdsGroup other) {
        MarkerText separator =
                lengthOfTag != null && lengthOfTag > 0 ? MarkerText.NONE : other.tagDataSeparator;
        return new TdsGroup(
                separation == null ? other.separation : separation,
                groupIndicator == null ? other.groupIndicator : groupIndicator,
                groupTerminator == null ? other.groupTerminator : groupTerminator,
                delimiter == null ? other.delimiter : delimiter,
                absentDelimiters == null ? other.absentDelimiters : absentDelimiters,
                tagDataSeparator == null ? separator : tagDataSeparator,
                lengthOfTag == null ? other.lengthOfTag : lengthOfTag,
                lengthOfEncodedLength == null ? other.lengthOfEncodedLength : lengthOfEncodedLength,
                extraCharsInEncodedLength == null
                        ? other.extraCharsInEncodedLength
                        : extraCharsInEncodedLength,
                observeElementLength == null ? other.observeElementLength : observeElementLength);
    }
}
