package io.millrace.parsers.mrm.dfdl;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of a part of a DFDL schema.
 *
 * @param nillable whether the element may be nil
 */
record Props(Map<String, String> all, Map<String, String> escapes, boolean nillable) {

    private static final Pattern NUMBER = Pattern.compile("\\{?\\s*([0-9]+)\\s*}?");
    private static final Pattern SIBLING =
            Pattern.compile("\\{\\s*(?:xs:[a-z]+\\()?\\.\\./([\\w.:-]+)\\)?\\s*}");

    /** Properties that the formats of MRM can express, in whole or in part. */
    private static final Set<String> EXPRESSED =
            Set.of(
                    """
                    alignment alignmentUnits binaryCalendarEpoch binaryCalendarRep \
                    binaryDecimalVirtualPoint binaryFloatRep binaryNumberRep byteOrder \
                    calendarCenturyStart calendarCheckPolicy calendarDaysInFirstWeek \
                    calendarFirstDayOfWeek calendarLanguage calendarPattern calendarPatternKind \
                    calendarTimeZone choiceDispatchKey choiceLengthKind encoding escapeBlockEnd \
                    escapeBlockStart escapeCharacter escapeEscapeCharacter escapeKind \
                    escapeSchemeRef extraEscapedCharacters fillByte generateEscapeBlock \
                    ignoreCase initiatedContent initiator leadingSkip length lengthKind \
                    lengthPattern lengthUnits nilKind nilValue occursCount occursCountKind ref \
                    representation separator separatorPosition separatorSuppressionPolicy \
                    sequenceKind terminator textBooleanFalseRep textBooleanJustification \
                    textBooleanPadCharacter textBooleanTrueRep textCalendarJustification \
                    textCalendarPadCharacter textNumberCheckPolicy textNumberJustification \
                    textNumberPadCharacter textNumberPattern textNumberRep textOutputMinLength \
                    textPadKind textStandardBase textStandardDecimalSeparator \
                    textStringJustification textStringPadCharacter textTrimKind \
                    textZonedSignStyle trailingSkip truncateSpecifiedLengthString\
                    """
                            .split(" "));

    /** The values of other properties that mean what MRM does. */
    private static final Map<String, String> USUAL =
            Map.ofEntries(
                    Map.entry("binaryNumberCheckPolicy", "lax|strict"),
                    Map.entry("binaryPackedSignCodes", "C D [FC] [CF]"),
                    Map.entry("bitOrder", "mostSignificantBitFirst"),
                    Map.entry("calendarObserveDST", "yes"),
                    Map.entry("decimalSigned", "yes|no"),
                    Map.entry("documentFinalTerminatorCanBeMissing", "yes|no"),
                    Map.entry("emptyElementParsePolicy", ".*"),
                    Map.entry("emptyValueDelimiterPolicy", "none|both"),
                    Map.entry("encodingErrorPolicy", "error|replace"),
                    Map.entry("floating", "no"),
                    Map.entry("nilValueDelimiterPolicy", "none|both"),
                    Map.entry("outputNewLine", ".*"),
                    Map.entry("prefixIncludesPrefixLength", "no"),
                    Map.entry("textBidi", "no"),
                    Map.entry("textNumberRounding", ".*"),
                    Map.entry("textNumberRoundingIncrement", "0(\\.0)?"),
                    Map.entry("textNumberRoundingMode", ".*"),
                    Map.entry("textStandardExponentRep", "[Ee]?"),
                    Map.entry("textStandardGroupingSeparator", ".*"),
                    Map.entry("textStandardInfinityRep", ".*"),
                    Map.entry("textStandardNaNRep", ".*"),
                    Map.entry("textStandardZeroRep", ".*"),
                    Map.entry("useNilForDefault", "yes|no"),
                    Map.entry("choiceLength", ".*"),
                    Map.entry("utf16Width", "fixed"));

    /** Leaves out schemas with a property that would be ignored. */
    void check() {
        all.forEach(
                (name, value) -> {
                    String usual = USUAL.getOrDefault(name, "");
                    if (!EXPRESSED.contains(name) && !value.matches(usual)) {
                        throw new LeftOut("the property " + name);
                    }
                });
    }

    String get(String name) {
        return all.getOrDefault(name, "");
    }

    boolean is(String name, String value) {
        return value.equals(all.get(name));
    }

    /** A marker such as a separator; empty for none. */
    String marker(String name) {
        String marker = Literal.marker(get(name));
        if (is("ignoreCase", "yes") && marker.matches(".*[A-Za-z].*")) {
            throw new LeftOut("delimiters and NULL in small or capital letters");
        }
        return marker;
    }

    boolean isBinary() {
        return is("representation", "binary");
    }

    /** A number that the schema says; null where it is computed. */
    Integer number(String name) {
        Matcher m = NUMBER.matcher(get(name).strip());
        if (!m.matches()) {
            return null;
        }
        if (m.group(1).length() > 8) {
            throw new LeftOut("lengths beyond those of messages");
        }
        return Integer.valueOf(m.group(1));
    }

    /** The sibling that an expression names; other expressions are left out. */
    String sibling(String name) {
        Matcher m = SIBLING.matcher(get(name).strip());
        if (!m.matches()) {
            throw new LeftOut("expressions");
        }
        return Dom.local(m.group(1));
    }
}
