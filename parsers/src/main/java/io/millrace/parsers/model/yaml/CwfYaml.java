package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.Placement;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Custom Wire Formats in model files. */
final class CwfYaml implements FormatYaml {

    private static final String KIND = "cwf";

    private static final List<String> SETTINGS =
            List.of(
                    "byteAlignmentPad",
                    "booleanTrueValue",
                    "booleanFalseValue",
                    "booleanNullValue");

    private static final List<String> FIELD_KEYS =
            List.of(
                    "physicalType",
                    "length",
                    "lengthReference",
                    "inclusiveLengthReference",
                    "lengthUnits",
                    "signed",
                    "signOrientation",
                    "signEbcdicCustom",
                    "virtualDecimalPoint",
                    "justification",
                    "paddingCharacter",
                    "encodingNull",
                    "encodingNullValue",
                    "byteAlignment",
                    "leadingSkipCount",
                    "trailingSkipCount",
                    "repeatReference",
                    "dateTimeFormat");

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public boolean writes(PhysicalFormat format) {
        return format instanceof CwfFormat;
    }

    // Settings

    @Override
    public PhysicalFormat defaultFormat(String name) {
        return new CwfFormat(name, CwfSettings.DEFAULTS);
    }

    @Override
    public List<String> settingsKeys() {
        return SettingsYaml.keys(SETTINGS);
    }

    @Override
    public PhysicalFormat format(String name, KeyReader keys) {
        FillCharacter pad = fill(keys, "byteAlignmentPad");
        CwfSettings read =
                new CwfSettings(
                        pad == null ? FillCharacter.NUL : pad,
                        SettingsYaml.positiveCode(keys),
                        SettingsYaml.missing(keys),
                        booleans(keys),
                        SettingsYaml.encoding(keys, DefaultEncoding.DEFAULTS),
                        SettingsYaml.dateTimes(keys));
        return new CwfFormat(name, read);
    }

    private static BooleanBytes booleans(KeyReader keys) {
        BooleanBytes standard = BooleanBytes.DEFAULTS;
        Bytes yes = hex(keys, "booleanTrueValue");
        Bytes no = hex(keys, "booleanFalseValue");
        Bytes none = hex(keys, "booleanNullValue");
        yes = yes == null ? standard.trueValue() : yes;
        no = no == null ? standard.falseValue() : no;
        boolean sameLength =
                yes.length() == no.length() && (none == null || none.length() == yes.length());
        if (!sameLength || yes.equals(no)) {
            keys.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            keys.place("booleanTrueValue"),
                            "booleanTrueValue, booleanFalseValue and booleanNullValue must be of"
                                    + " one length, and true and false must differ");
            return standard;
        }
        return new BooleanBytes(yes, no, none);
    }

    private static Bytes hex(KeyReader keys, String key) {
        return keys.value(
                key,
                t ->
                        t.matches("([0-9A-Fa-f]{2}){1,4}")
                                ? Optional.of(Bytes.of(HexFormat.of().parseHex(t)))
                                : Optional.empty(),
                "2, 4, 6 or 8 hexadecimal digits");
    }

    @Override
    public FlowMapping settings(PhysicalFormat format) {
        CwfSettings s = ((CwfFormat) format).settings();
        CwfSettings d = CwfSettings.DEFAULTS;
        Bytes none = s.booleans().nullValue();
        FlowMapping flow =
                new FlowMapping()
                        .put("byteAlignmentPad", s.byteAlignmentPad(), d.byteAlignmentPad())
                        .put("booleanTrueValue", s.booleans().trueValue().hex(), "00000001")
                        .put("booleanFalseValue", s.booleans().falseValue().hex(), "00000000")
                        .put("booleanNullValue", none == null ? null : none.hex());
        SettingsYaml.put(flow, s.packedDecimalPositiveCode(), s.missing());
        SettingsYaml.put(flow, s.encoding(), d.encoding());
        SettingsYaml.put(flow, s.dateTimes());
        return flow;
    }

    // Fields

    @Override
    public PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems) {
        if (!ofElement) {
            problems.error(
                    ErrorCode.UNKNOWN_KEY,
                    node.place(),
                    "a type has no properties of its own in a Custom Wire Format",
                    "say them where elements have the type");
        }
        return null;
    }

    @Override
    public void checkElementKeys(YamlMapping mapping, boolean holdsGroup, Problems problems) {
        mapping.checkKeys(FIELD_KEYS, problems);
    }

    @Override
    public PhysicalProperties element(KeyReader keys) {
        return new CwfField(
                keys.word("physicalType", null, PhysicalType.values(), PhysicalType::word),
                RuleYaml.length(keys, LengthUnits.BYTES),
                RuleYaml.number(keys),
                RuleYaml.padding(keys),
                RuleYaml.nulls(keys),
                placement(keys),
                keys.text("dateTimeFormat"));
    }

    @Override
    public PhysicalProperties shortForm(YamlScalar scalar, Problems problems) {
        RuleYaml.Words said = RuleYaml.words(scalar, LengthUnits.BYTES, problems);
        return CwfField.DEFAULTS.with(said.type()).with(said.length()).with(said.number());
    }

    @Override
    public CwfField noProperties() {
        return CwfField.DEFAULTS.with(Placement.DEFAULTS);
    }

    private static Placement placement(KeyReader keys) {
        int alignment = keys.integer("byteAlignment", 1, 1, 16);
        if (Integer.bitCount(alignment) != 1) {
            keys.reportInvalid("byteAlignment", Integer.toString(alignment), "1, 2, 4, 8 or 16");
            alignment = 1;
        }
        return new Placement(
                alignment,
                keys.integer("leadingSkipCount", 0, 0, 999_999),
                keys.integer("trailingSkipCount", 0, 0, 999_999),
                keys.text("repeatReference"));
    }

    private static FillCharacter fill(KeyReader keys, String key) {
        return RuleYaml.fill(keys, key);
    }

    @Override
    public Object properties(PhysicalProperties element, PhysicalProperties group) {
        CwfField f = element == null ? CwfField.DEFAULTS : (CwfField) element;
        String words =
                RuleYaml.shortForm(f.physicalType(), f.length(), LengthUnits.BYTES, f.number());
        CwfField rest = f.with((PhysicalType) null).with(LengthRule.DEFAULTS);
        if (words != null && rest.with(NumberRule.DEFAULTS).equals(CwfField.DEFAULTS)) {
            return words;
        }
        FlowMapping flow = new FlowMapping();
        flow.put("physicalType", f.physicalType() == null ? null : f.physicalType().word());
        RuleYaml.put(flow, f.length(), LengthUnits.BYTES);
        RuleYaml.put(flow, f.number());
        RuleYaml.put(flow, f.padding());
        RuleYaml.put(flow, f.nulls());
        return flow.put("byteAlignment", f.placement().byteAlignment(), 1)
                .put("leadingSkipCount", f.placement().leadingSkipCount(), 0)
                .put("trailingSkipCount", f.placement().trailingSkipCount(), 0)
                .put("repeatReference", f.placement().repeatReference())
                .put("dateTimeFormat", f.dateTimeFormat());
    }
}
