package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.Problems.nearest;
import static io.millrace.parsers.model.yaml.RecordKeys.matching;

import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.model.XmlField;
import io.millrace.parsers.model.XmlField.Render;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlNulls;
import io.millrace.parsers.model.XmlNulls.Encoding;
import io.millrace.parsers.model.XmlSettings;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.YamlScalar;

import java.util.Map;
import java.util.Set;

/** XML formats in model files. */
final class XmlYaml extends FormatYaml {

    private static final String NAME = "[\\p{L}_][\\p{L}\\p{Nd}\\p{M}._-]*";
    private static final RecordKeys.Reader NAMES =
            new RecordKeys.Reader(t -> matching(t, NAME), "a valid XML name without a colon");

    XmlYaml() {
        super(
                "xml",
                new RecordKeys("xmlSettings", XmlSettings.DEFAULTS, Map.of("rootTag", NAMES)),
                new RecordKeys(
                        "xmlProperties",
                        XmlField.DEFAULTS,
                        Map.of(
                                "xmlName", NAMES,
                                "idAttributeName", NAMES,
                                "valueAttributeName", NAMES)));
    }

    // Settings

    @Override
    SettingGroup settingsGroup() {
        SettingGroup all = settings.group();
        return new SettingGroup(
                all.name(),
                all.settings().stream().filter(s -> !s.isNamed("booleanNullValue")).toList(),
                false);
    }

    @Override
    PhysicalFormat format(String name, Section keys) {
        XmlSettings read = settings.read(keys, XmlSettings.DEFAULTS);
        for (String prefix : read.namespaces().prefixes().keySet()) {
            boolean good = prefix.isEmpty() || prefix.matches(NAME) && !prefix.startsWith("xml");
            if (!good) {
                keys.reportInvalid("namespaces", prefix, "prefixes with the namespace of each");
            }
        }
        checkDiffer(keys, read.texts().booleans());
        check(keys, "encodingNumericNull", read.nulls().numeric());
        check(keys, "encodingNonNumericNull", read.nulls().nonNumeric());
        return new XmlFormat(name, read);
    }

    private static void check(Section keys, String key, XmlNulls.Rule rule) {
        String valueKey = key + "Value";
        if (rule.encoding().needsValue() && !keys.has(valueKey)) {
            keys.report(key, key + ' ' + rule.encoding().word() + " requires the key " + valueKey);
        } else if (rule.encoding() != Encoding.VALUE && keys.isSet(valueKey)) {
            RecordKeys.value(keys, valueKey, NAMES);
        }
    }

    @Override
    FlowMapping settings(PhysicalFormat format) {
        return settings.write(
                new FlowMapping(), ((XmlFormat) format).settings(), XmlSettings.DEFAULTS);
    }

    // Fields

    @Override
    PhysicalProperties element(Section keys) {
        return properties.read(keys, XmlField.DEFAULTS);
    }

    /** Parses {@code attribute}, a name, or {@code attribute} and a name. */
    @Override
    PhysicalProperties shortForm(YamlScalar scalar, Problems problems) {
        Render render = null;
        String name = null;
        for (String word : ShortForm.words(scalar)) {
            Render named = Word.of(Render.class, word);
            if (named != null && render == null) {
                render = named;
            } else if (name == null && word.matches(NAME)) {
                name = word;
            } else {
                problems.error(
                        BAD_VALUE,
                        scalar.place(),
                        "'"
                                + word
                                + "' is neither a rendering nor a valid name of a tag or "
                                + "attribute",
                        """
                        expected element, attribute, elementAttrId, elementAttrVal or \
                        elementAttrIdVal, a name, or both\
                        """);
            }
        }
        String near = name == null || render != null ? null : nearRendering(name);
        if (near != null) {
            problems.warning(
                    BAD_VALUE,
                    scalar.place(),
                    "'" + name + "' is used as the name of a tag, because it is not a rendering",
                    "did you mean " + near + "? If not, write xml: {xmlName: " + name + "}");
        }
        return XmlField.of(render, name);
    }

    /** Returns the rendering that a name resembles; null if there is none. */
    private static String nearRendering(String name) {
        return nearest(name, Word.all(Render.class));
    }

    @Override
    Object properties(PhysicalProperties element, PhysicalProperties group) {
        XmlField f = element == null ? XmlField.DEFAULTS : (XmlField) element;
        FlowMapping keys = properties.write(new FlowMapping(), f, XmlField.DEFAULTS);
        boolean words = Set.of("render", "xmlName").containsAll(keys.entries.keySet());
        String name = f.xmlName();
        return words && (name == null || f.render() != null || nearRendering(name) == null)
                ? String.join(" ", keys.entries.values().toArray(String[]::new))
                : keys;
    }
}
