package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.Problems.nearest;
import static io.millrace.parsers.model.yaml.RecordKeys.matching;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.model.XmlField;
import io.millrace.parsers.model.XmlField.Render;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlNulls;
import io.millrace.parsers.model.XmlNulls.Encoding;
import io.millrace.parsers.model.XmlSettings;
import io.millrace.parsers.text.YamlScalar;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** XML formats in model files. */
final class XmlYaml extends FormatYaml {

    private static final String NAME = "[\\p{L}_][\\p{L}\\p{Nd}\\p{M}._-]*";
    private static final RecordKeys.Reader NAMES =
            new RecordKeys.Reader(
                    t -> matching(t, NAME), "a name as XML has them, without a colon");

    XmlYaml() {
        super(
                "xml",
                new RecordKeys(XmlSettings.class, Map.of("rootTag", NAMES)),
                new RecordKeys(
                        XmlField.class,
                        Map.of(
                                "xmlName", NAMES,
                                "idAttributeName", NAMES,
                                "valueAttributeName", NAMES)));
    }

    // Settings

    @Override
    List<String> settingsKeys() {
        return settings.names().stream().filter(k -> !k.equals("booleanNullValue")).toList();
    }

    @Override
    PhysicalFormat format(String name, KeyReader keys) {
        XmlSettings read = settings.read(keys, XmlSettings.DEFAULTS);
        for (String prefix : read.namespaces().prefixes().keySet()) {
            boolean good = prefix.isEmpty() || prefix.matches(NAME) && !prefix.startsWith("xml");
            if (!good) {
                keys.reportInvalid("namespaces", prefix, "prefixes with the name space of each");
            }
        }
        keys.checkDiffer(read.texts().booleans());
        check(keys, "encodingNumericNull", read.nulls().numeric());
        check(keys, "encodingNonNumericNull", read.nulls().nonNumeric());
        return new XmlFormat(name, read);
    }

    private static void check(KeyReader keys, String key, XmlNulls.Rule rule) {
        String valueKey = key + "Value";
        if (rule.encoding().needsValue() && !keys.has(valueKey)) {
            keys.reportInvalid(key, rule.encoding().word(), "a " + valueKey + " beside it");
        } else if (rule.encoding() != Encoding.VALUE) {
            keys.value(valueKey, NAMES);
        }
    }

    @Override
    FlowMapping settings(PhysicalFormat format) {
        return settings.write(
                new FlowMapping(), ((XmlFormat) format).settings(), XmlSettings.DEFAULTS);
    }

    // Fields

    @Override
    PhysicalProperties element(KeyReader keys) {
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
                        "'" + word + "' is no rendering and no name of a tag or attribute",
                        """
                        it takes element, attribute, elementAttrId, elementAttrVal or \
                        elementAttrIdVal, a name, or both\
                        """);
            }
        }
        String near = name == null || render != null ? null : nearRendering(name);
        if (near != null) {
            problems.warning(
                    BAD_VALUE,
                    scalar.place(),
                    "'" + name + "' is taken as the name of a tag, as it is no rendering",
                    "did you mean " + near + "? If not, write xml: {xmlName: " + name + "}");
        }
        return XmlField.of(render, name);
    }

    /** Returns the rendering that a name resembles; null for none. */
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
