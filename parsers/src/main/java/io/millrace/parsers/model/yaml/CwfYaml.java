package io.millrace.parsers.model.yaml;

import static io.millrace.parsers.model.LengthUnits.BYTES;
import static io.millrace.parsers.model.yaml.RecordKeys.matching;

import static java.util.Objects.requireNonNullElse;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.YamlScalar;

import java.util.Map;

/** Custom Wire Formats in model files. */
final class CwfYaml extends FormatYaml {

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
        return ShortForm.of(properties.write(new FlowMapping(), field, CwfField.DEFAULTS));
    }
}
