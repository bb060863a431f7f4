package io.millrace.reference;

import io.millrace.engine.setting.SettingGroup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON Schema of model files. */
final class ModelSchema {

    private ModelSchema() {}

    /**
     * Returns the schema.
     *
     * @param groups groups of settings, by name: model, element, and settings and properties of the
     *     physical formats
     */
    static Map<String, Object> of(Map<String, SettingGroup> groups) {
        JsonSchema schema = new JsonSchema();
        for (String kind : List.of("cwf", "tds", "xml")) {
            Map<String, Object> settings =
                    new LinkedHashMap<>(schema.object(groups.get(kind + "Settings")));
            Map<String, Object> keys = new LinkedHashMap<>();
            keys.put("kind", Map.of("const", kind));
            keys.putAll(cast(settings.get("properties")));
            settings.put("properties", keys);
            schema.define(kind + "Settings", settings);
            schema.define(kind + "Properties", schema.object(groups.get(kind + "Properties")));
        }
        Object format =
                Map.of(
                        "anyOf",
                        List.of(
                                Map.of("type", "null"),
                                JsonSchema.reference("cwfSettings"),
                                JsonSchema.reference("tdsSettings"),
                                JsonSchema.reference("xmlSettings")));
        Map<String, Object> element = new LinkedHashMap<>(schema.object(groups.get("element")));
        schema.define("element", Map.of("anyOf", List.of(JsonSchema.scalar(), element)));
        Object elements =
                Map.of(
                        "type",
                        List.of("object", "null"),
                        "additionalProperties",
                        JsonSchema.reference("element"));
        return schema.with(
                        "model",
                        "formats",
                        Map.of(
                                "anyOf",
                                List.of(
                                        Map.of("type", "array", "items", JsonSchema.scalar()),
                                        Map.of("type", "object", "additionalProperties", format))))
                .with("model", "messages", elements)
                .with("model", "types", elements)
                .with("model", "groups", elements)
                .with("model", "elements", elements)
                .file("Message set", groups.get("model"));
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }
}
