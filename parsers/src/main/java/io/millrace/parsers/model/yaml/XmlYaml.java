package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.XmlField;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.XmlNamespaces;
import io.millrace.parsers.model.XmlNulls;
import io.millrace.parsers.model.XmlProlog;
import io.millrace.parsers.model.XmlSettings;
import io.millrace.parsers.model.XmlValueFormats;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** XML formats in model files. */
final class XmlYaml implements FormatYaml {

    private static final String KIND = "xml";

    private static final List<String> SETTINGS =
            List.of(
                    "rootTag",
                    "lenient",
                    "suppressDeclaration",
                    "declareEncoding",
                    "standalone",
                    "doctypePublicId",
                    "doctypeSystemId",
                    "doctypeText",
                    "namespaces",
                    "schemaLocations",
                    "namespaceDeclaration",
                    "booleanTrueValue",
                    "booleanFalseValue",
                    "dateTimeFormat",
                    "dateFormat",
                    "timeFormat",
                    "encodingNumericNull",
                    "encodingNumericNullValue",
                    "encodingNonNumericNull",
                    "encodingNonNumericNullValue");

    private static final List<String> FIELD_KEYS =
            List.of(
                    "render",
                    "xmlName",
                    "idAttributeName",
                    "idAttributeValue",
                    "valueAttributeName",
                    "encoding",
                    "cdata",
                    "dateTimeFormat");

    private static final String NAME = "[\\p{L}_][\\p{L}\\p{Nd}\\p{M}._-]*";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public boolean writes(PhysicalFormat format) {
        return format instanceof XmlFormat;
    }

    // Settings

    @Override
    public PhysicalFormat defaultFormat(String name) {
        return new XmlFormat(name, XmlSettings.DEFAULTS);
    }

    @Override
    public List<String> settingsKeys() {
        return SettingsYaml.dateTimeKeys(SETTINGS);
    }

    @Override
    public PhysicalFormat format(String name, KeyReader keys) {
        String root = name(keys, "rootTag");
        return new XmlFormat(
                name,
                new XmlSettings(
                        root == null ? "" : root,
                        keys.flag("lenient", false),
                        prolog(keys),
                        namespaces(keys),
                        texts(keys),
                        new XmlNulls(
                                nulls(keys, "encodingNumericNull"),
                                nulls(keys, "encodingNonNumericNull")),
                        SettingsYaml.dateTimes(keys)));
    }

    /** Returns a name without a colon. */
    private static String name(KeyReader keys, String key) {
        return keys.value(
                key,
                t -> t.matches(NAME) ? Optional.of(t) : Optional.empty(),
                "a name as XML has them, without a colon");
    }

    private static XmlProlog prolog(KeyReader keys) {
        return new XmlProlog(
                !keys.flag("suppressDeclaration", false),
                keys.flag("declareEncoding", false),
                keys.flag("standalone"),
                keys.text("doctypePublicId"),
                keys.text("doctypeSystemId"),
                keys.text("doctypeText"));
    }

    private static XmlNamespaces namespaces(KeyReader keys) {
        SequencedMap<String, String> prefixes = texts(keys, "namespaces");
        for (String prefix : prefixes.keySet()) {
            boolean good = prefix.isEmpty() || prefix.matches(NAME) && !prefix.startsWith("xml");
            if (!good) {
                keys.reportInvalid(
                        "namespaces", prefix, "prefixes with the name space that each stands for");
            }
        }
        return new XmlNamespaces(
                prefixes,
                texts(keys, "schemaLocations"),
                keys.word(
                        "namespaceDeclaration",
                        XmlNamespaces.Declaration.AT_START_OF_DOCUMENT,
                        XmlNamespaces.Declaration.values(),
                        XmlNamespaces.Declaration::word));
    }

    private static SequencedMap<String, String> texts(KeyReader keys, String key) {
        SequencedMap<String, String> texts = new LinkedHashMap<>();
        YamlNode node = keys.node(key);
        YamlMapping mapping = node == null ? null : node.asMapping(keys.problems());
        if (mapping != null) {
            for (YamlEntry entry : mapping.entries()) {
                String text = KeyReader.text(entry.value(), entry.name(), keys.problems());
                if (text != null) {
                    texts.put(entry.name(), text);
                }
            }
        }
        return texts;
    }

    private static XmlValueFormats texts(KeyReader keys) {
        return new XmlValueFormats(
                SettingsYaml.booleans(keys, XmlValueFormats.DEFAULTS.booleans(), null),
                keys.text("dateTimeFormat"),
                keys.text("dateFormat"),
                keys.text("timeFormat"));
    }

    private static XmlNulls.Rule nulls(KeyReader keys, String key) {
        XmlNulls.Encoding encoding =
                keys.word(
                        key,
                        XmlNulls.Encoding.EMPTY,
                        XmlNulls.Encoding.values(),
                        XmlNulls.Encoding::word);
        String valueKey = key + "Value";
        boolean text = encoding == XmlNulls.Encoding.VALUE;
        String value = text ? keys.text(valueKey) : name(keys, valueKey);
        if (encoding.needsValue() && value == null) {
            if (!keys.has(valueKey)) {
                keys.reportInvalid(key, encoding.word(), "a " + valueKey + " beside it");
            }
            return XmlNulls.DEFAULTS.numeric();
        }
        return new XmlNulls.Rule(encoding, encoding.needsValue() ? value : null);
    }

    @Override
    public FlowMapping settings(PhysicalFormat format) {
        XmlSettings s = ((XmlFormat) format).settings();
        XmlProlog p = s.prolog();
        XmlValueFormats t = s.texts();
        FlowMapping flow =
                new FlowMapping()
                        .put("rootTag", s.rootTag(), "")
                        .put("lenient", s.lenient(), false)
                        .put("suppressDeclaration", !p.declaration(), false)
                        .put("declareEncoding", p.encoding(), false)
                        .put("standalone", p.standalone())
                        .put("doctypePublicId", p.publicId())
                        .put("doctypeSystemId", p.systemId())
                        .put("doctypeText", p.doctypeText())
                        .put("namespaces", flow(s.namespaces().prefixes()))
                        .put("schemaLocations", flow(s.namespaces().schemaLocations()))
                        .put(
                                "namespaceDeclaration",
                                s.namespaces().declaration().word(),
                                XmlNamespaces.Declaration.AT_START_OF_DOCUMENT.word())
                        .put("booleanTrueValue", t.booleans().trueValue(), "true")
                        .put("booleanFalseValue", t.booleans().falseValue(), "false")
                        .put("dateTimeFormat", t.dateTime())
                        .put("dateFormat", t.date())
                        .put("timeFormat", t.time());
        put(flow, "encodingNumericNull", s.nulls().numeric());
        put(flow, "encodingNonNumericNull", s.nulls().nonNumeric());
        SettingsYaml.put(flow, s.dateTimes());
        return flow;
    }

    private static void put(FlowMapping flow, String key, XmlNulls.Rule rule) {
        flow.put(key, rule.encoding().word(), XmlNulls.Encoding.EMPTY.word())
                .put(key + "Value", rule.value());
    }

    private static FlowMapping flow(Map<String, String> texts) {
        FlowMapping flow = new FlowMapping();
        texts.forEach(flow::put);
        return flow.isEmpty() ? null : flow;
    }

    // Fields

    @Override
    public void checkElementKeys(YamlMapping mapping, boolean holdsGroup, Problems problems) {
        mapping.checkKeys(FIELD_KEYS, problems);
    }

    @Override
    public XmlField noProperties() {
        return XmlField.of(null, null);
    }

    @Override
    public PhysicalProperties element(KeyReader keys) {
        String idName = name(keys, "idAttributeName");
        String valueName = name(keys, "valueAttributeName");
        return new XmlField(
                keys.word("render", null, XmlField.Render.values(), XmlField.Render::word),
                name(keys, "xmlName"),
                idName == null ? XmlField.ID_NAME : idName,
                keys.text("idAttributeValue"),
                valueName == null ? XmlField.VALUE_NAME : valueName,
                keys.word("encoding", null, XmlField.Encoding.values(), XmlField.Encoding::word),
                keys.flag("cdata", false),
                keys.text("dateTimeFormat"));
    }

    /** Parses {@code attribute}, a name, or {@code attribute} and a name. */
    @Override
    public XmlField shortForm(YamlScalar scalar, Problems problems) {
        XmlField.Render render = null;
        String name = null;
        String text = scalar.isNull() ? "" : scalar.text().strip();
        for (String word : text.isEmpty() ? new String[0] : text.split("\\s+")) {
            XmlField.Render named = render(word);
            if (named != null && render == null) {
                render = named;
            } else if (name == null && word.matches(NAME)) {
                name = word;
            } else {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        scalar.place(),
                        "'" + word + "' is no rendering and no name of a tag or attribute",
                        "it takes element, attribute, elementAttrId, elementAttrVal or"
                                + " elementAttrIdVal, a name, or both");
            }
        }
        String near = name == null || render != null ? null : nearRendering(name);
        if (near != null) {
            problems.warning(
                    ErrorCode.BAD_VALUE,
                    scalar.place(),
                    "'" + name + "' is taken as the name of a tag, as it is no rendering",
                    "did you mean " + near + "? If not, write xml: {xmlName: " + name + "}");
        }
        return XmlField.of(render, name);
    }

    /** Returns the rendering that a name resembles; null for none. */
    private static String nearRendering(String name) {
        return Problems.nearest(
                name, Stream.of(XmlField.Render.values()).map(XmlField.Render::word).toList());
    }

    private static XmlField.Render render(String word) {
        for (XmlField.Render render : XmlField.Render.values()) {
            if (render.word().equals(word)) {
                return render;
            }
        }
        return null;
    }

    /** Reports properties of groups, which a document does not show. */
    @Override
    public PhysicalProperties group(YamlNode node, boolean ofElement, Problems problems) {
        if (!ofElement) {
            problems.error(ErrorCode.UNKNOWN_KEY, node.place(), "a group has no properties in XML");
        }
        return null;
    }

    @Override
    public Object properties(PhysicalProperties element, PhysicalProperties group) {
        XmlField f = element == null ? XmlField.DEFAULTS : (XmlField) element;
        String render = f.render() == null ? "" : f.render().word();
        String name = f.xmlName() == null ? "" : f.xmlName();
        boolean sayable = f.xmlName() == null || f.render() != null || nearRendering(name) == null;
        if (sayable && f.equals(XmlField.of(f.render(), f.xmlName()))) {
            return (render + " " + name).strip();
        }
        return new FlowMapping()
                .put("render", render, "")
                .put("xmlName", f.xmlName())
                .put("idAttributeName", f.idName(), XmlField.ID_NAME)
                .put("idAttributeValue", f.idValue())
                .put("valueAttributeName", f.valueName(), XmlField.VALUE_NAME)
                .put("encoding", f.encoding() == null ? null : f.encoding().word())
                .put("cdata", f.cdata(), false)
                .put("dateTimeFormat", f.dateTimeFormat());
    }
}
