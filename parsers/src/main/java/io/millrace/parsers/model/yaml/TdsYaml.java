package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.AbsentDelimiters;
import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.EscapeRule;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.Separation;
import io.millrace.parsers.model.ServiceString;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.model.TdsFormat;
import io.millrace.parsers.model.TdsGroup;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.model.TextRule;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Tagged/Delimited String formats in model files. */
final class TdsYaml implements FormatYaml {

    private static final String KIND = "tds";

    private static final List<String> TEXT_KEYS =
            List.of("decimalPoint", "strictNumericChecking", "trimOnInput", "truncateOnOutput");

    private static final List<String> GROUP_KEYS =
            List.of(
                    "dataElementSeparation",
                    "groupIndicator",
                    "groupTerminator",
                    "delimiter",
                    "suppressAbsentElementDelimiters",
                    "tagDataSeparator",
                    "lengthOfTag",
                    "lengthOfEncodedLength",
                    "extraCharsInEncodedLength",
                    "observeElementLength");

    private static final List<String> FIELD_KEYS =
            List.of(
                    "tag",
                    "physicalType",
                    "length",
                    "lengthReference",
                    "inclusiveLengthReference",
                    "lengthUnits",
                    "dataPattern",
                    "repeatReference",
                    "repeatingElementDelimiter",
                    "interpretValueAs",
                    "signed",
                    "signOrientation",
                    "signEbcdicCustom",
                    "virtualDecimalPoint",
                    "justification",
                    "paddingCharacter",
                    "encodingNull",
                    "encodingNullValue",
                    "dateTimeFormat");

    private static final List<String> SETTINGS =
            List.of(
                    "messagingStandard",
                    "escapeCharacter",
                    "quoteCharacter",
                    "reservedCharacters",
                    "booleanTrueValue",
                    "booleanFalseValue",
                    "booleanNullValue",
                    "deriveSignFromLogicalType",
                    "deriveLengthFromLogicalType");

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public boolean writes(PhysicalFormat format) {
        return format instanceof TdsFormat;
    }

    // Settings

    @Override
    public PhysicalFormat defaultFormat(String name) {
        return new TdsFormat(name, TdsSettings.DEFAULTS);
    }

    @Override
    public List<String> settingsKeys() {
        return SettingsYaml.keys(all(SETTINGS, GROUP_KEYS, TEXT_KEYS));
    }

    @Override
    public PhysicalFormat format(String name, KeyReader keys) {
        MessagingStandard standard =
                keys.word(
                        "messagingStandard",
                        MessagingStandard.USER_DEFINED_TEXT,
                        MessagingStandard.values(),
                        MessagingStandard::word);
        DefaultEncoding encoding =
                SettingsYaml.hasEncoding(keys)
                        ? SettingsYaml.encoding(keys, TdsSettings.encoding(standard))
                        : null;
        TdsSettings read =
                new TdsSettings(
                        standard,
                        group(keys),
                        escapes(keys),
                        text(keys),
                        SettingsYaml.booleans(keys, BooleanStrings.DEFAULTS, "booleanNullValue"),
                        new TdsSettings.Derivation(
                                keys.flag("deriveSignFromLogicalType", true),
                                keys.flag("deriveLengthFromLogicalType", true)),
                        SettingsYaml.missing(keys),
                        encoding,
                        SettingsYaml.positiveCode(keys),
                        SettingsYaml.dateTimes(keys));
        return new TdsFormat(name, read);
    }

    private static EscapeRule escapes(KeyReader keys) {
        MarkerText escape = marker(keys, "escapeCharacter");
        MarkerText quote = marker(keys, "quoteCharacter");
        if (escape != null && quote != null && !escape.isEmpty() && !quote.isEmpty()) {
            keys.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            keys.place("quoteCharacter"),
                            "a format has an escapeCharacter or a quoteCharacter, not both");
            quote = null;
        }
        return new EscapeRule(escape, quote, marker(keys, "reservedCharacters"));
    }

    @Override
    public FlowMapping settings(PhysicalFormat format) {
        TdsSettings s = ((TdsFormat) format).settings();
        FlowMapping flow =
                new FlowMapping()
                        .put(
                                "messagingStandard",
                                s.standard().word(),
                                MessagingStandard.USER_DEFINED_TEXT.word());
        put(flow, s.types());
        flow.put("escapeCharacter", text(s.escapes().escapeCharacter()))
                .put("quoteCharacter", text(s.escapes().quoteCharacter()))
                .put("reservedCharacters", text(s.escapes().reservedCharacters()));
        put(flow, s.texts());
        BooleanStrings d = BooleanStrings.DEFAULTS;
        flow.put("booleanTrueValue", s.booleans().trueValue(), d.trueValue())
                .put("booleanFalseValue", s.booleans().falseValue(), d.falseValue())
                .put("booleanNullValue", s.booleans().nullValue())
                .put("deriveSignFromLogicalType", s.derivation().sign(), true)
                .put("deriveLengthFromLogicalType", s.derivation().length(), true);
        SettingsYaml.put(flow, s.packedDecimalPositiveCode(), s.missing());
        if (s.encoding() != null) {
            SettingsYaml.put(flow, s.encoding(), TdsSettings.encoding(s.standard()));
        }
        SettingsYaml.put(flow, s.dateTimes());
        return flow;
    }

    // Groups

    @Override
    public PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems) {
        if (node instanceof YamlScalar scalar) {
            if (!ofElement) {
                scalar.asMapping(problems);
            }
            return null;
        }
        YamlMapping mapping = node.asMapping(problems);
        if (mapping == null) {
            return null;
        }
        if (!ofElement) {
            mapping.checkKeys(GROUP_KEYS, problems);
        }
        TdsGroup group = group(new KeyReader(mapping, problems));
        return group.equals(TdsGroup.DEFAULTS) ? null : group;
    }

    private static TdsGroup group(KeyReader keys) {
        TdsGroup group = read(keys);
        boolean separated = group.tagDataSeparator() != null && !group.tagDataSeparator().isEmpty();
        if (separated && group.lengthOfTag() != null && group.lengthOfTag() > 0) {
            keys.problems()
                    .warning(
                            ErrorCode.BAD_VALUE,
                            keys.place("lengthOfTag"),
                            "lengthOfTag counts for nothing beside a tagDataSeparator",
                            "take one of them away");
        }
        return group;
    }

    private static TdsGroup read(KeyReader keys) {
        return new TdsGroup(
                keys.word("dataElementSeparation", null, Separation.values(), Separation::word),
                marker(keys, "groupIndicator"),
                marker(keys, "groupTerminator"),
                marker(keys, "delimiter"),
                keys.word(
                        "suppressAbsentElementDelimiters",
                        null,
                        AbsentDelimiters.values(),
                        AbsentDelimiters::word),
                marker(keys, "tagDataSeparator"),
                keys.integer("lengthOfTag", 0, 10_000),
                keys.integer("lengthOfEncodedLength", 0, 18),
                keys.integer("extraCharsInEncodedLength", 0, 999_999),
                keys.flag("observeElementLength"));
    }

    private static void put(FlowMapping flow, TdsGroup g) {
        flow.put("dataElementSeparation", g.separation() == null ? null : g.separation().word())
                .put("groupIndicator", text(g.groupIndicator()))
                .put("groupTerminator", text(g.groupTerminator()))
                .put("delimiter", text(g.delimiter()))
                .put(
                        "suppressAbsentElementDelimiters",
                        g.absentDelimiters() == null ? null : g.absentDelimiters().word())
                .put("tagDataSeparator", text(g.tagDataSeparator()))
                .put("lengthOfTag", g.lengthOfTag())
                .put("lengthOfEncodedLength", g.lengthOfEncodedLength())
                .put("extraCharsInEncodedLength", g.extraCharsInEncodedLength())
                .put("observeElementLength", g.observeElementLength());
    }

    // Elements

    @Override
    public void checkElementKeys(YamlMapping mapping, boolean holdsGroup, Problems problems) {
        if (!holdsGroup) {
            GROUP_KEYS.stream()
                    .filter(mapping::has)
                    .forEach(k -> reportMisplaced(k, mapping, problems));
        }
        mapping.checkKeys(all(FIELD_KEYS, TEXT_KEYS, GROUP_KEYS), problems);
    }

    @Override
    public PhysicalProperties element(KeyReader keys) {
        return new TdsField(
                markup(keys),
                keys.word("physicalType", null, PhysicalType.values(), PhysicalType::word),
                length(keys),
                RuleYaml.number(keys),
                text(keys),
                RuleYaml.padding(keys),
                RuleYaml.nulls(keys),
                keys.text("dateTimeFormat"));
    }

    /** Returns a length. If the value is not a string, the length is in bytes. */
    private static LengthRule length(KeyReader keys) {
        LengthRule rule = RuleYaml.length(keys, LengthUnits.CHARACTERS);
        String said = keys.has("physicalType") ? keys.text("physicalType") : "";
        boolean binary =
                Stream.of(PhysicalType.values())
                        .anyMatch(
                                p ->
                                        p.word().equals(said)
                                                && !p.isText()
                                                && p != PhysicalType.TEXT
                                                && p != PhysicalType.EXTERNAL);
        if (binary && keys.has("lengthUnits") && rule.units() == LengthUnits.CHARACTERS) {
            keys.reportInvalid(
                    "lengthUnits",
                    rule.units().word(),
                    "bytes, for the length of " + said + " is one in bytes");
        }
        return rule;
    }

    private static void reportMisplaced(String key, YamlMapping mapping, Problems problems) {
        problems.error(
                ErrorCode.UNKNOWN_KEY,
                mapping.entry(key).key().place(),
                "'" + key + "' belongs to types that hold elements",
                "say it where the type stands, beside its sequence");
    }

    private static TdsField.Markup markup(KeyReader keys) {
        return new TdsField.Markup(
                marker(keys, "tag"),
                keys.text("dataPattern"),
                keys.text("repeatReference"),
                marker(keys, "repeatingElementDelimiter"),
                keys.word("interpretValueAs", null, ServiceString.values(), ServiceString::word));
    }

    private static TextRule text(KeyReader keys) {
        return new TextRule(
                decimalPoint(keys),
                keys.flag("strictNumericChecking"),
                keys.word("trimOnInput", null, TextRule.Trim.values(), TextRule.Trim::word),
                keys.flag("truncateOnOutput"));
    }

    private static MarkerText decimalPoint(KeyReader keys) {
        MarkerText point = marker(keys, "decimalPoint");
        if (point == null) {
            return null;
        }
        List<MarkerText.Part> parts = point.parts();
        if (parts.size() == 1 && !(parts.getFirst() instanceof MarkerText.EndOfLine)) {
            return point;
        }
        keys.reportInvalid("decimalPoint", point.text(), "one character");
        return null;
    }

    private static void put(FlowMapping flow, TextRule rule) {
        flow.put("decimalPoint", text(rule.decimalPoint()))
                .put("strictNumericChecking", rule.strictNumbers())
                .put("trimOnInput", rule.trim() == null ? null : rule.trim().word())
                .put("truncateOnOutput", rule.truncate());
    }

    @Override
    public PhysicalProperties shortForm(YamlScalar scalar, Problems problems) {
        RuleYaml.Words said = RuleYaml.words(scalar, LengthUnits.CHARACTERS, problems);
        return TdsField.DEFAULTS.with(said.type()).with(said.length()).with(said.number());
    }

    @Override
    public TdsField noProperties() {
        return TdsField.DEFAULTS.with(NumberRule.DEFAULTS);
    }

    @Override
    public Object properties(PhysicalProperties element, PhysicalProperties group) {
        TdsField f = element == null ? TdsField.DEFAULTS : (TdsField) element;
        String words =
                RuleYaml.shortForm(
                        f.physicalType(), f.length(), LengthUnits.CHARACTERS, f.number());
        TdsField rest =
                f.with((PhysicalType) null).with(TdsField.NO_LENGTH).with(NumberRule.DEFAULTS);
        if (group == null && words != null && rest.equals(TdsField.DEFAULTS)) {
            return words;
        }
        TdsField.Markup m = f.markup();
        FlowMapping flow =
                new FlowMapping()
                        .put("tag", text(m.tag()))
                        .put(
                                "physicalType",
                                f.physicalType() == null ? null : f.physicalType().word());
        RuleYaml.put(flow, f.length(), LengthUnits.CHARACTERS);
        flow.put("dataPattern", m.dataPattern())
                .put("repeatReference", m.repeatReference())
                .put("repeatingElementDelimiter", text(m.repeatingElementDelimiter()))
                .put("interpretValueAs", m.service() == null ? null : m.service().word());
        RuleYaml.put(flow, f.number());
        put(flow, f.text());
        RuleYaml.put(flow, f.padding());
        RuleYaml.put(flow, f.nulls());
        flow.put("dateTimeFormat", f.dateTimeFormat());
        if (group instanceof TdsGroup g) {
            put(flow, g);
        }
        return flow;
    }

    // Words

    @SafeVarargs
    private static List<String> all(List<String>... lists) {
        List<String> all = new ArrayList<>();
        for (List<String> list : lists) {
            all.addAll(list);
        }
        return all;
    }

    private static String text(MarkerText marker) {
        return marker == null ? null : marker.text();
    }

    /** Returns a marker; null if none is specified, or (a problem) it is invalid. */
    private static MarkerText marker(KeyReader keys, String key) {
        String text = keys.text(key);
        if (text == null) {
            return null;
        }
        List<String> unknown = MarkerText.unknown(text);
        if (unknown.isEmpty()) {
            return new MarkerText(text);
        }
        String near = Problems.didYouMean(unknown.getFirst(), MarkerText.names());
        keys.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        keys.place(key),
                        key + " has <" + unknown.getFirst() + ">, which names no character",
                        near.isEmpty()
                                ? "it takes names such as <CR>, <LF>, <HT>, characters such as"
                                        + " <U+00A6>, bytes such as <0x1C>"
                                : near);
        return null;
    }
}
