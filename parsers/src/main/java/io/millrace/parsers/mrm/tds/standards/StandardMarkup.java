package io.millrace.parsers.mrm.tds.standards;

import static io.millrace.parsers.model.AbsentDelimiters.END_OF_TYPE;
import static io.millrace.parsers.model.AbsentDelimiters.NEVER;
import static io.millrace.parsers.model.MessagingStandard.ACORD_AL3;
import static io.millrace.parsers.model.MessagingStandard.CSV;
import static io.millrace.parsers.model.MessagingStandard.HL7;
import static io.millrace.parsers.model.Separation.ALL_ELEMENTS_DELIMITED;
import static io.millrace.parsers.model.Separation.FIXED_LENGTH;
import static io.millrace.parsers.model.Separation.FIXED_LENGTH_AL3;
import static io.millrace.parsers.model.Separation.TAGGED_DELIMITED;
import static io.millrace.parsers.model.Separation.TAGGED_ENCODED_LENGTH;
import static io.millrace.parsers.model.Separation.VARIABLE_LENGTH_ELEMENTS_DELIMITED;
import static io.millrace.parsers.model.TextRule.Trim.BOTH;

import io.millrace.parsers.model.EscapeRule;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.Separation;
import io.millrace.parsers.model.TdsGroup;
import io.millrace.parsers.model.TextRule;
import io.millrace.parsers.model.TextRule.Trim;

/**
 * Default markup of messaging standards, for properties that a model does not specify. The defaults
 * depend on the level of the type: in EDIFACT a message contains segments with tags, a segment
 * contains elements, and these contain components.
 */
public final class StandardMarkup {

    private static final MarkerText NONE = MarkerText.NONE;

    private static final TdsGroup NOTHING =
            new TdsGroup(null, NONE, NONE, NONE, END_OF_TYPE, NONE, 0, 0, 0, false);

    /** Group properties of a table in which each line has all delimiters. */
    private static final TdsGroup ALL_COLUMNS =
            new TdsGroup(null, null, null, null, NEVER, null, null, null, null, null);

    private StandardMarkup() {}

    /** The level of a type. */
    public record Place(int level, boolean holdsTags, boolean holdsFolders) {}

    /** Returns the properties of a type, completed with the defaults of a standard. */
    public static TdsGroup complete(TdsGroup specified, MessagingStandard standard, Place place) {
        Separation separation = specified.separation();
        if (separation == null) {
            boolean delimited = specified.delimiter() != null && !specified.delimiter().isEmpty();
            separation =
                    place.holdsTags
                            ? (standard == ACORD_AL3 ? TAGGED_ENCODED_LENGTH : TAGGED_DELIMITED)
                            : delimited ? ALL_ELEMENTS_DELIMITED : separation(standard, place);
        }
        TdsGroup columns = standard == CSV ? ALL_COLUMNS : TdsGroup.DEFAULTS;
        return specified
                .or(markup(standard, separation, place))
                .or(columns)
                .or(NOTHING)
                .or(with(separation));
    }

    private static Separation separation(MessagingStandard standard, Place place) {
        return switch (standard) {
            case USER_DEFINED_TEXT, USER_DEFINED_MIXED -> FIXED_LENGTH;
            case SWIFT -> place.level == 0 ? TAGGED_DELIMITED : FIXED_LENGTH;
            case ACORD_AL3 -> place.level == 0 ? TAGGED_ENCODED_LENGTH : FIXED_LENGTH_AL3;
            case EDIFACT, X12, HL7 -> place.level == 0 ? TAGGED_DELIMITED : ALL_ELEMENTS_DELIMITED;
            case TLOG, CSV -> ALL_ELEMENTS_DELIMITED;
        };
    }

    private static TdsGroup markup(MessagingStandard standard, Separation separation, Place place) {
        boolean tagged = separation.isTagged();
        boolean delimited =
                separation == ALL_ELEMENTS_DELIMITED
                        || separation == VARIABLE_LENGTH_ELEMENTS_DELIMITED;
        // A message without folders has the defaults of a folder.
        int level = place.level == 0 && !place.holdsFolders ? 1 : place.level;
        if (standard.describesItself() && delimited && level == 0) {
            return TdsGroup.DEFAULTS;
        }
        return switch (standard) {
            case SWIFT ->
                    tagged && place.level == 0
                            ? TdsGroup.of("<CR><LF>:", "<CR><LF>-", "<CR><LF>:", ":")
                            : TdsGroup.DEFAULTS;
            case EDIFACT, X12, HL7 -> {
                String name = "<" + standard;
                boolean hl7 = standard == HL7;
                yield tagged
                        ? TdsGroup.of("", "", "", name + "_TAGDATA_SEP>")
                        : !delimited
                                ? TdsGroup.DEFAULTS
                                : level == 1
                                        ? TdsGroup.of(
                                                "",
                                                name + "_GROUP_TERM>",
                                                name + (hl7 ? "_FS>" : "_DS>"),
                                                "")
                                        : TdsGroup.of(
                                                "",
                                                "",
                                                name + (hl7 && level > 2 ? "_SCS>" : "_CS>"),
                                                "");
            }
            case CSV ->
                    !delimited || place.holdsFolders
                            ? TdsGroup.DEFAULTS
                            : TdsGroup.of("", place.level == 0 ? "" : "<EOL>", ",", "");
            case TLOG ->
                    !delimited
                            ? TdsGroup.DEFAULTS
                            : place.holdsFolders
                                    ? TdsGroup.of("", "", ",", "")
                                    : TdsGroup.of("\"", "\"", ":", "");
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

    /** Returns the delimiter between repetitions; null for the delimiter of their type. */
    public static MarkerText repeating(MessagingStandard standard, int level) {
        return standard == HL7 && level == 1 ? new MarkerText("<HL7_RS>") : null;
    }

    public static EscapeRule escapes(EscapeRule specified, MessagingStandard standard) {
        MarkerText escape =
                switch (standard) {
                    case EDIFACT -> new MarkerText("<EDIFACT_ESC_CHAR>");
                    case HL7 -> new MarkerText("<HL7_EC>");
                    case X12 -> new MarkerText("<X12_ESC_CHAR>");
                    default -> NONE;
                };
        MarkerText quote = standard == CSV ? new MarkerText("\"") : NONE;
        // If the model specifies one of the two, the default of the other is not used.
        boolean quotes =
                specified.quoteCharacter() != null && !specified.quoteCharacter().isEmpty();
        boolean escapes =
                specified.escapeCharacter() != null && !specified.escapeCharacter().isEmpty();
        return new EscapeRule(
                escapes || specified.escapeCharacter() != null
                        ? specified.escapeCharacter()
                        : quotes ? NONE : escape,
                quotes || specified.quoteCharacter() != null
                        ? specified.quoteCharacter()
                        : escapes ? NONE : quote,
                specified.reservedCharacters() == null ? NONE : specified.reservedCharacters());
    }

    public static TextRule texts(MessagingStandard standard) {
        return switch (standard) {
            case SWIFT -> new TextRule(new MarkerText(","), true, BOTH, false);
            case ACORD_AL3 -> new TextRule(new MarkerText("."), true, Trim.NONE, false);
            case EDIFACT ->
                    new TextRule(new MarkerText("<EDIFACT_DEC_NOTATION>"), false, Trim.NONE, false);
            default -> new TextRule(new MarkerText("."), false, Trim.NONE, false);
        };
    }
}
