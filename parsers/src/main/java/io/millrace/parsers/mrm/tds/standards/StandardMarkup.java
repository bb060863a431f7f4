package io.millrace.parsers.mrm.tds.standards;

import io.millrace.parsers.model.AbsentDelimiters;
import io.millrace.parsers.model.EscapeRule;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.Separation;
import io.millrace.parsers.model.TdsGroup;
import io.millrace.parsers.model.TextRule;

/**
 * Defaults of a messaging standard where a model specifies nothing. Types differ by their level: in
 * EDIFACT a message contains segments with tags, a segment contains elements, and these contain
 * components.
 */
public final class StandardMarkup {

    private static final MarkerText NONE = MarkerText.NONE;

    private static final TdsGroup NOTHING =
            new TdsGroup(
                    null, NONE, NONE, NONE, AbsentDelimiters.END_OF_TYPE, NONE, 0, 0, 0, false);

    /** Group of a table, whose lines have all their delimiters. */
    private static final TdsGroup ALL_COLUMNS =
            new TdsGroup(
                    null, null, null, null, AbsentDelimiters.NEVER, null, null, null, null, null);

    private StandardMarkup() {}

    /** The level of a type. */
    public record Place(int level, boolean holdsTags, boolean holdsFolders) {}

    /** Returns all properties of a type, of which some are specified. */
    public static TdsGroup complete(TdsGroup said, MessagingStandard standard, Place place) {
        Separation separation = said.separation();
        if (separation == null) {
            boolean delimited = said.delimiter() != null && !said.delimiter().isEmpty();
            separation =
                    place.holdsTags
                            ? tagged(standard)
                            : delimited
                                    ? Separation.ALL_ELEMENTS_DELIMITED
                                    : separation(standard, place);
        }
        TdsGroup columns = standard == MessagingStandard.CSV ? ALL_COLUMNS : TdsGroup.DEFAULTS;
        return said.or(markup(standard, separation, place))
                .or(columns)
                .or(NOTHING)
                .or(with(separation));
    }

    private static Separation tagged(MessagingStandard standard) {
        return standard == MessagingStandard.ACORD_AL3
                ? Separation.TAGGED_ENCODED_LENGTH
                : Separation.TAGGED_DELIMITED;
    }

    private static Separation separation(MessagingStandard standard, Place place) {
        return switch (standard) {
            case USER_DEFINED_TEXT, USER_DEFINED_MIXED -> Separation.FIXED_LENGTH;
            case SWIFT -> place.level == 0 ? Separation.TAGGED_DELIMITED : Separation.FIXED_LENGTH;
            case ACORD_AL3 ->
                    place.level == 0
                            ? Separation.TAGGED_ENCODED_LENGTH
                            : Separation.FIXED_LENGTH_AL3;
            case EDIFACT, X12, HL7 ->
                    place.level == 0
                            ? Separation.TAGGED_DELIMITED
                            : Separation.ALL_ELEMENTS_DELIMITED;
            case TLOG, CSV -> Separation.ALL_ELEMENTS_DELIMITED;
        };
    }

    private static TdsGroup markup(MessagingStandard standard, Separation separation, Place place) {
        boolean tagged = separation.isTagged();
        boolean delimited =
                separation == Separation.ALL_ELEMENTS_DELIMITED
                        || separation == Separation.VARIABLE_LENGTH_ELEMENTS_DELIMITED;
        // A message without folders is as one of its folders would be.
        int level = place.level == 0 && !place.holdsFolders ? 1 : place.level;
        if (standard.describesItself() && delimited && level == 0) {
            return TdsGroup.DEFAULTS;
        }
        return switch (standard) {
            case SWIFT ->
                    tagged && place.level == 0
                            ? group("<CR><LF>:", "<CR><LF>-", "<CR><LF>:", ":")
                            : TdsGroup.DEFAULTS;
            case EDIFACT ->
                    tagged
                            ? group("", "", "", "<EDIFACT_TAGDATA_SEP>")
                            : !delimited
                                    ? TdsGroup.DEFAULTS
                                    : level == 1
                                            ? group("", "<EDIFACT_GROUP_TERM>", "<EDIFACT_DS>", "")
                                            : group("", "", "<EDIFACT_CS>", "");
            case X12 ->
                    tagged
                            ? group("", "", "", "<X12_TAGDATA_SEP>")
                            : !delimited
                                    ? TdsGroup.DEFAULTS
                                    : level == 1
                                            ? group("", "<X12_GROUP_TERM>", "<X12_DS>", "")
                                            : group("", "", "<X12_CS>", "");
            case HL7 ->
                    tagged
                            ? group("", "", "", "<HL7_TAGDATA_SEP>")
                            : !delimited
                                    ? TdsGroup.DEFAULTS
                                    : level == 1
                                            ? group("", "<HL7_GROUP_TERM>", "<HL7_FS>", "")
                                            : group(
                                                    "",
                                                    "",
                                                    level == 2 ? "<HL7_CS>" : "<HL7_SCS>",
                                                    "");
            case CSV ->
                    !delimited || place.holdsFolders
                            ? TdsGroup.DEFAULTS
                            : group("", place.level == 0 ? "" : "<EOL>", ",", "");
            case TLOG ->
                    !delimited
                            ? TdsGroup.DEFAULTS
                            : place.holdsFolders
                                    ? group("", "", ",", "")
                                    : group("\"", "\"", ":", "");
            case ACORD_AL3 ->
                    tagged
                            ? new TdsGroup(null, null, null, null, null, null, 4, 3, 7, null)
                            : TdsGroup.DEFAULTS;
            case USER_DEFINED_TEXT, USER_DEFINED_MIXED -> TdsGroup.DEFAULTS;
        };
    }

    private static TdsGroup with(Separation separation) {
        return new TdsGroup(separation, null, null, null, null, null, null, null, null, null);
    }

    private static TdsGroup group(
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

    /** Returns the delimiter of repetitions; null for the delimiter of their type. */
    public static MarkerText repeating(MessagingStandard standard, int level) {
        return standard == MessagingStandard.HL7 && level == 1 ? new MarkerText("<HL7_RS>") : null;
    }

    public static EscapeRule escapes(EscapeRule said, MessagingStandard standard) {
        MarkerText escape =
                switch (standard) {
                    case EDIFACT -> new MarkerText("<EDIFACT_ESC_CHAR>");
                    case HL7 -> new MarkerText("<HL7_EC>");
                    case X12 -> new MarkerText("<X12_ESC_CHAR>");
                    default -> NONE;
                };
        MarkerText quote = standard == MessagingStandard.CSV ? new MarkerText("\"") : NONE;
        // One of both: who specifies the other does not need the standard's.
        boolean quotes = said.quoteCharacter() != null && !said.quoteCharacter().isEmpty();
        boolean escapes = said.escapeCharacter() != null && !said.escapeCharacter().isEmpty();
        return new EscapeRule(
                escapes || said.escapeCharacter() != null
                        ? said.escapeCharacter()
                        : quotes ? NONE : escape,
                quotes || said.quoteCharacter() != null
                        ? said.quoteCharacter()
                        : escapes ? NONE : quote,
                said.reservedCharacters() == null ? NONE : said.reservedCharacters());
    }

    public static TextRule texts(MessagingStandard standard) {
        return switch (standard) {
            case SWIFT -> new TextRule(new MarkerText(","), true, TextRule.Trim.BOTH, false);
            case ACORD_AL3 -> new TextRule(new MarkerText("."), true, TextRule.Trim.NONE, false);
            case EDIFACT ->
                    new TextRule(
                            new MarkerText("<EDIFACT_DEC_NOTATION>"),
                            false,
                            TextRule.Trim.NONE,
                            false);
            default -> new TextRule(new MarkerText("."), false, TextRule.Trim.NONE, false);
        };
    }
}
