package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.DateTimeRules;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.MissingElements;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.Placement;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Custom Wire Formats in model files. */
final class CwfYaml implements FormatYaml {

    private static final String KIND = "cwf";

    private static final List<String> SETTINGS =
            List.of(
                    "kind",
                    "byteAlignmentPad",
                    "packedDecimalPositiveCode",
                    "policyForMissingElements",
                    "booleanTrueValue",
                    "booleanFalseValue",
                    "booleanNullValue",
                    "defaultCcsid",
                    "defaultByteOrder",
                    "defaultPackedDecimalByteOrder",
                    "defaultFloatFormat",
                    "centuryWindow",
                    "firstDayOfWeek",
                    "daysInFirstWeek",
                    "strictDateTimeCheck",
                    "timeZone",
                    "daylightSaving");

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
    public PhysicalFormat format(String name, YamlNode settings, Problems problems) {
        YamlMapping mapping = settings == null ? null : settings.asMapping(problems);
        if (mapping == null) {
            return new CwfFormat(name, CwfSettings.DEFAULTS);
        }
        mapping.checkKeys(SETTINGS, problems);
        Keys keys = new Keys(mapping, problems);
        FillCharacter pad = fill(keys, "byteAlignmentPad");
        Character code =
                keys.value(
                        "packedDecimalPositiveCode",
                        t ->
                                t.equals("C") || t.equals("F")
                                        ? Optional.of(t.charAt(0))
                                        : Optional.empty(),
                        "C or F");
        CwfSettings read =
                new CwfSettings(
                        pad == null ? FillCharacter.NUL : pad,
                        code == null ? 'C' : code,
                        keys.word(
                                "policyForMissingElements",
                                MissingElements.DEFAULT,
                                MissingElements.values(),
                                MissingElements::word),
                        booleans(keys),
                        encoding(keys),
                        dateTimes(keys));
        return new CwfFormat(name, read);
    }

    private static BooleanBytes booleans(Keys keys) {
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

    private static Bytes hex(Keys keys, String key) {
        return keys.value(
                key,
                t ->
                        t.matches("([0-9A-Fa-f]{2}){1,4}")
                                ? Optional.of(Bytes.of(HexFormat.of().parseHex(t)))
                                : Optional.empty(),
                "2, 4, 6 or 8 hexadecimal digits");
    }

    private static DefaultEncoding encoding(Keys keys) {
        DefaultEncoding standard = DefaultEncoding.DEFAULTS;
        DefaultEncoding.ByteOrder order =
                keys.word(
                        "defaultByteOrder",
                        standard.byteOrder(),
                        DefaultEncoding.ByteOrder.values(),
                        DefaultEncoding.ByteOrder::word);
        return new DefaultEncoding(
                keys.integer("defaultCcsid", standard.ccsid(), 1, 65_535),
                order,
                keys.word(
                        "defaultPackedDecimalByteOrder",
                        standard.packedByteOrder(),
                        DefaultEncoding.ByteOrder.values(),
                        DefaultEncoding.ByteOrder::word),
                keys.word(
                        "defaultFloatFormat",
                        standard.floatFormat(),
                        DefaultEncoding.FloatFormat.values(),
                        DefaultEncoding.FloatFormat::word));
    }

    private static DateTimeRules dateTimes(Keys keys) {
        DateTimeRules standard = DateTimeRules.DEFAULTS;
        String zone = keys.value("timeZone", CwfYaml::zone, "a zone such as Europe/Berlin");
        return new DateTimeRules(
                keys.integer("centuryWindow", standard.centuryWindow(), 0, 99),
                keys.integer("firstDayOfWeek", standard.firstDayOfWeek(), 1, 7),
                keys.integer("daysInFirstWeek", standard.daysInFirstWeek(), 1, 7),
                keys.flag("strictDateTimeCheck", standard.strictChecking()),
                zone == null ? standard.timeZone() : zone,
                keys.flag("daylightSaving", standard.daylightSaving()));
    }

    private static Optional<String> zone(String text) {
        try {
            return Optional.of(ZoneId.of(text).getId());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    @Override
    public Flow settings(PhysicalFormat format) {
        CwfSettings s = ((CwfFormat) format).settings();
        CwfSettings d = CwfSettings.DEFAULTS;
        Bytes none = s.booleans().nullValue();
        return new Flow()
                .put("byteAlignmentPad", s.byteAlignmentPad(), d.byteAlignmentPad())
                .put(
                        "packedDecimalPositiveCode",
                        s.packedDecimalPositiveCode(),
                        d.packedDecimalPositiveCode())
                .put("policyForMissingElements", s.missing().word(), d.missing().word())
                .put("booleanTrueValue", s.booleans().trueValue().hex(), "00000001")
                .put("booleanFalseValue", s.booleans().falseValue().hex(), "00000000")
                .put("booleanNullValue", none == null ? null : none.hex())
                .put("defaultCcsid", s.encoding().ccsid(), d.encoding().ccsid())
                .put("defaultByteOrder", s.encoding().byteOrder().word(), "bigEndian")
                .put(
                        "defaultPackedDecimalByteOrder",
                        s.encoding().packedByteOrder().word(),
                        "bigEndian")
                .put(
                        "defaultFloatFormat",
                        s.encoding().floatFormat().word(),
                        d.encoding().floatFormat().word())
                .put("centuryWindow", s.dateTimes().centuryWindow(), d.dateTimes().centuryWindow())
                .put(
                        "firstDayOfWeek",
                        s.dateTimes().firstDayOfWeek(),
                        d.dateTimes().firstDayOfWeek())
                .put(
                        "daysInFirstWeek",
                        s.dateTimes().daysInFirstWeek(),
                        d.dateTimes().daysInFirstWeek())
                .put(
                        "strictDateTimeCheck",
                        s.dateTimes().strictChecking(),
                        d.dateTimes().strictChecking())
                .put("timeZone", s.dateTimes().timeZone(), d.dateTimes().timeZone())
                .put(
                        "daylightSaving",
                        s.dateTimes().daylightSaving(),
                        d.dateTimes().daylightSaving());
    }

    // Fields

    @Override
    public PhysicalProperties field(YamlNode node, Problems problems) {
        if (node instanceof YamlScalar scalar) {
            return shortForm(scalar, problems);
        }
        YamlMapping mapping = node.asMapping(problems);
        if (mapping == null) {
            return nothing();
        }
        mapping.checkKeys(FIELD_KEYS, problems);
        Keys keys = new Keys(mapping, problems);
        return new CwfField(
                keys.word("physicalType", null, PhysicalType.values(), PhysicalType::word),
                RuleYaml.length(keys),
                RuleYaml.number(keys),
                RuleYaml.padding(keys),
                RuleYaml.nulls(keys),
                placement(keys),
                keys.text("dateTimeFormat"));
    }

    /** {@code packed 5 unsigned}: a physical type, a length, and how it is signed. */
    private static CwfField shortForm(YamlScalar scalar, Problems problems) {
        CwfField field = nothing();
        if (scalar.isNull()) {
            return field;
        }
        for (String word : scalar.text().strip().split("\\s+")) {
            PhysicalType type = type(word);
            NumberRule number = RuleYaml.sign(word);
            if (type != null) {
                field = field.with(type);
            } else if (number != null) {
                field = field.with(number);
            } else if (word.matches("[0-9]{1,9}")) {
                field = field.with(LengthRule.of(Integer.parseInt(word)));
            } else {
                List<String> words = RuleYaml.words();
                String near = Problems.didYouMean(word, words);
                problems.error(
                        ErrorCode.BAD_VALUE,
                        scalar.place(),
                        "'" + word + "' is no physical type, length or sign",
                        near.isEmpty()
                                ? "it takes a number, or " + String.join(", ", words)
                                : near);
            }
        }
        return field;
    }

    /** The defaults as an object of its own: it has a place in the file. */
    private static CwfField nothing() {
        return CwfField.DEFAULTS.with(Placement.DEFAULTS);
    }

    private static PhysicalType type(String word) {
        for (PhysicalType type : PhysicalType.values()) {
            if (type.word().equals(word)) {
                return type;
            }
        }
        return null;
    }

    private static Placement placement(Keys keys) {
        int alignment = keys.integer("byteAlignment", 1, 1, 16);
        if (Integer.bitCount(alignment) != 1) {
            keys.wrong("byteAlignment", Integer.toString(alignment), "1, 2, 4, 8 or 16");
            alignment = 1;
        }
        return new Placement(
                alignment,
                keys.integer("leadingSkipCount", 0, 0, 999_999),
                keys.integer("trailingSkipCount", 0, 0, 999_999),
                keys.text("repeatReference"));
    }

    private static FillCharacter fill(Keys keys, String key) {
        return RuleYaml.fill(keys, key);
    }

    @Override
    public Object field(PhysicalProperties properties) {
        CwfField f = (CwfField) properties;
        String words = RuleYaml.shortForm(f.physicalType(), f.length(), f.number());
        CwfField rest = f.with((PhysicalType) null).with(LengthRule.DEFAULTS);
        if (words != null && rest.with(NumberRule.DEFAULTS).equals(CwfField.DEFAULTS)) {
            return words;
        }
        Flow flow = new Flow();
        flow.put("physicalType", f.physicalType() == null ? null : f.physicalType().word());
        RuleYaml.put(flow, f.length());
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
