package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;
import static io.millrace.parsers.model.LengthUnits.BYTES;
import static io.millrace.parsers.model.yaml.RecordKeys.matching;

import static java.util.Objects.requireNonNullElse;

import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfGroup;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Custom Wire Formats in model files. */
final class CwfYaml extends FormatYaml {

    private static final RecordKeys GROUP = new RecordKeys("cwfGroup", CwfGroup.DEFAULTS, Map.of());
    private static final String DISPATCH_KEY = "choiceDispatchKey";

    CwfYaml() {
        super(
                "cwf",
                new RecordKeys("cwfSettings", CwfSettings.DEFAULTS, Map.of()),
                new RecordKeys(
                        "cwfProperties",
                        CwfField.DEFAULTS,
                        Map.of(
                                "byteAlignment",
                                new RecordKeys.Reader(
                                        t -> matching(t, "1|2|4|8|16").map(Integer::valueOf),
                                        "1, 2, 4, 8 or 16"))));
    }

    @Override
    PhysicalFormat format(String name, Section keys) {
        CwfSettings read = settings.read(keys, CwfSettings.DEFAULTS);
        BooleanBytes b = read.booleans();
        int length = requireNonNullElse(b.nullValue(), b.trueValue()).length();
        boolean sameLength = b.trueValue().length() == length && b.falseValue().length() == length;
        if (!sameLength || b.trueValue().equals(b.falseValue())) {
            keys.report(
                    "booleanTrueValue",
                    """
                    booleanTrueValue, booleanFalseValue and booleanNullValue must be of one \
                    length, and true and false must differ\
                    """);
            read = read.with(BooleanBytes.DEFAULTS);
        }
        return new CwfFormat(name, read);
    }

    @Override
    FlowMapping settings(PhysicalFormat format) {
        return settings.write(
                new FlowMapping(), ((CwfFormat) format).settings(), CwfSettings.DEFAULTS);
    }

    @Override
    SettingGroup propertiesGroup() {
        SettingGroup group = GROUP.group();
        var own =
                group.settings().stream()
                        .filter(setting -> !properties.names().contains(setting.name()))
                        .toList();
        return properties.group().and(new SettingGroup(group.name(), own, false));
    }

    @Override
    void checkElementKeys(
            YamlMapping mapping,
            boolean holdsGroup,
            Function<YamlEntry, String> advice,
            Problems problems) {
        var known = new ArrayList<String>(properties.names());
        known.add(DISPATCH_KEY);
        if (!holdsGroup && mapping.has(DISPATCH_KEY)) {
            problems.error(
                    UNKNOWN_KEY,
                    mapping.entry(DISPATCH_KEY).key().place(),
                    "'" + DISPATCH_KEY + "' is permitted only in a choice",
                    "specify it next to the key 'choice'");
        }
        mapping.checkKeys(known, advice, problems);
    }

    @Override
    PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems) {
        Section keys = groupSection(GROUP, node, ofElement, problems);
        if (keys == null) {
            return null;
        }
        CwfGroup group = GROUP.read(keys, CwfGroup.DEFAULTS);
        // In an element, choiceBranchKey is a property of the element.
        CwfGroup own = ofElement ? new CwfGroup(group.choiceDispatchKey(), List.of()) : group;
        return own.equals(CwfGroup.DEFAULTS) ? null : own;
    }

    @Override
    PhysicalProperties element(Section keys) {
        return properties.read(keys, CwfField.DEFAULTS);
    }

    @Override
    PhysicalProperties shortForm(YamlScalar scalar, Problems problems) {
        ShortForm form = ShortForm.read(scalar, BYTES, problems);
        return CwfField.DEFAULTS.with(form.type()).with(form.length()).with(form.number());
    }

    @Override
    Object properties(PhysicalProperties element, PhysicalProperties group) {
        CwfField field = element == null ? CwfField.DEFAULTS : (CwfField) element;
        FlowMapping keys = properties.write(new FlowMapping(), field, CwfField.DEFAULTS);
        if (group instanceof CwfGroup g) {
            GROUP.write(keys, g, CwfGroup.DEFAULTS);
        }
        return ShortForm.of(keys);
    }
}
