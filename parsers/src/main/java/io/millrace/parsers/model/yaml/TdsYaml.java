package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;
import static io.millrace.parsers.model.LengthUnits.CHARACTERS;
import static io.millrace.parsers.model.PhysicalType.EXTERNAL;

import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.EscapeRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MarkerText.EndOfLine;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.model.TdsFormat;
import io.millrace.parsers.model.TdsGroup;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Tagged/Delimited String formats in model files. */
final class TdsYaml extends FormatYaml {

    private static final Map<String, RecordKeys.Reader> READERS =
            Map.of("decimalPoint", new RecordKeys.Reader(TdsYaml::decimalPoint, "one character"));

    private static final RecordKeys GROUP = new RecordKeys("tdsGroup", TdsGroup.DEFAULTS, Map.of());

    TdsYaml() {
        super(
                "tds",
                new RecordKeys("tdsSettings", TdsSettings.DEFAULTS, READERS),
                new RecordKeys("tdsProperties", TdsField.DEFAULTS, READERS));
    }

    private static Optional<MarkerText> decimalPoint(String text) {
        return MarkerText.of(text)
                .filter(m -> m.parts().size() == 1 && !(m.parts().getFirst() instanceof EndOfLine));
    }

    @Override
    SettingGroup propertiesGroup() {
        return properties.group().and(GROUP.group());
    }

    // Settings

    @Override
    PhysicalFormat format(String name, Section keys) {
        MessagingStandard standard =
                Word.of(MessagingStandard.class, keys.text("messagingStandard"));
        boolean encoded =
                Stream.of("Ccsid", "ByteOrder", "PackedDecimalByteOrder", "FloatFormat")
                        .anyMatch(k -> keys.has("default" + k));
        TdsSettings read =
                settings.read(
                        keys,
                        TdsSettings.of(
                                TdsSettings.DEFAULTS.standard(),
                                encoded ? TdsSettings.encoding(standard) : null));
        check(read.types(), keys);
        EscapeRule escapes = read.escapes();
        if (isSet(escapes.escapeCharacter()) && isSet(escapes.quoteCharacter())) {
            keys.report(
                    "quoteCharacter",
                    "a format must not have both an escapeCharacter and a quoteCharacter");
        }
        checkDiffer(keys, read.booleans());
        return new TdsFormat(name, read);
    }

    private static boolean isSet(MarkerText marker) {
        return marker != null && !marker.isEmpty();
    }

    @Override
    FlowMapping settings(PhysicalFormat format) {
        TdsSettings s = ((TdsFormat) format).settings();
        TdsSettings defaults =
                TdsSettings.of(TdsSettings.DEFAULTS.standard(), TdsSettings.encoding(s.standard()));
        return settings.write(new FlowMapping(), s, defaults);
    }

    // Groups

    @Override
    PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems) {
        Section keys = groupSection(GROUP, node, ofElement, problems);
        if (keys == null) {
            return null;
        }
        TdsGroup group = GROUP.read(keys, TdsGroup.DEFAULTS);
        check(group, keys);
        return group.equals(TdsGroup.DEFAULTS) ? null : group;
    }

    private static void check(TdsGroup group, Section keys) {
        if (isSet(group.tagDataSeparator())
                && group.lengthOfTag() != null
                && group.lengthOfTag() > 0) {
            keys.problems()
                    .warning(
                            BAD_VALUE,
                            keys.place("lengthOfTag"),
                            "lengthOfTag has no effect with a tagDataSeparator",
                            "remove one of them");
        }
    }

    // Elements

    @Override
    void checkElementKeys(
            YamlMapping mapping,
            boolean holdsGroup,
            Function<YamlEntry, String> advice,
            Problems problems) {
        List<String> group = GROUP.names();
        if (!holdsGroup) {
            group.stream()
                    .filter(mapping::has)
                    .forEach(
                            key ->
                                    problems.error(
                                            UNKNOWN_KEY,
                                            mapping.entry(key).key().place(),
                                            "'"
                                                    + key
                                                    + "' is permitted only in types with "
                                                    + "elements",
                                            """
                                            specify it in the type, next to its sequence\
                                            """));
        }
        mapping.checkKeys(
                Stream.concat(properties.names().stream(), group.stream()).toList(),
                advice,
                problems);
    }

    @Override
    PhysicalProperties element(Section keys) {
        TdsField field = properties.read(keys, TdsField.DEFAULTS);
        PhysicalType type = field.physicalType();
        boolean binary = type != null && !type.isText() && type != EXTERNAL;
        LengthUnits units = field.length().units();
        if (binary && keys.has("lengthUnits") && units == CHARACTERS) {
            keys.reportInvalid(
                    "lengthUnits",
                    units.word(),
                    "bytes, because the length of " + type.word() + " is in bytes");
        }
        return field;
    }

    @Override
    PhysicalProperties shortForm(YamlScalar scalar, Problems problems) {
        ShortForm form = ShortForm.read(scalar, CHARACTERS, problems);
        return TdsField.DEFAULTS.with(form.type()).with(form.length()).with(form.number());
    }

    @Override
    Object properties(PhysicalProperties element, PhysicalProperties group) {
        TdsField field = element == null ? TdsField.DEFAULTS : (TdsField) element;
        FlowMapping keys = properties.write(new FlowMapping(), field, TdsField.DEFAULTS);
        if (group instanceof TdsGroup g) {
            GROUP.write(keys, g, TdsGroup.DEFAULTS);
        }
        return ShortForm.of(keys);
    }
}
