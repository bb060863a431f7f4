package io.millrace.parsers.model;

/**
 * Layout of the elements of a type or group in a Tagged/Delimited String format. For a component
 * that is null, the format's settings apply, then the defaults of the standard.
 *
 * @param lengthOfTag number of characters of each tag; 0 if the number varies
 * @param lengthOfEncodedLength number of characters of the length after each tag
 * @param extraCharsInEncodedLength number of characters that this length includes in addition to
 *     the data
 * @param observeElementLength whether the length of an element in the model applies although
 *     elements have delimiters
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

    /** Returns group properties that specify only markup. */
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
     * Returns these properties completed with other properties. If this group specifies a length of
     * tags, the separator of the other properties is ignored.
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
