package io.millrace.reference;

import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingKind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A JSON Schema of a file, built from the groups of its settings. */
final class JsonSchema {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    /** A reference to a parameter, which can replace any value. */
    private static final String PARAMETER = "\\$\\{";

    private final Map<String, Object> definitions = new TreeMap<>();

    /** Schemas of settings whose content is not declared, by group and setting. */
    private final Map<String, Object> contents = new LinkedHashMap<>();

    /** Sets the schema of a setting of the kind ANY. */
    JsonSchema with(String group, String setting, Object schema) {
        contents.put(group + "." + setting, schema);
        return this;
    }

    JsonSchema define(String name, Object schema) {
        definitions.put(name, schema);
        return this;
    }

    /** Returns the schema of a file with the settings of a group. */
    Map<String, Object> file(String title, SettingGroup group) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", DIALECT);
        schema.put("title", title);
        schema.putAll(object(group));
        schema.put("$defs", definitions);
        return schema;
    }

    /** Returns the schema of a mapping with the settings of a group. */
    Map<String, Object> object(SettingGroup group) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Setting setting : group.settings()) {
            if (setting.kind() == SettingKind.REFUSED) {
                continue;
            }
            Map<String, Object> value = value(group, setting);
            properties.put(setting.name(), value);
            setting.aliases().forEach(alias -> properties.put(alias, value));
            if (setting.required() && setting.aliases().isEmpty()) {
                required.add(setting.name());
            }
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("type", "object");
        object.put("properties", properties);
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        object.put("additionalProperties", group.open());
        return object;
    }

    private Map<String, Object> value(SettingGroup group, Setting setting) {
        Map<String, Object> value = new LinkedHashMap<>();
        if (!setting.description().isEmpty()) {
            value.put("description", setting.description());
        }
        if (!setting.defaultValue().isEmpty()) {
            value.put("default", setting.defaultValue());
        }
        switch (setting.kind()) {
            case INTEGER -> value.put("anyOf", integer(setting));
            case SECONDS -> value.put("anyOf", seconds(setting));
            case BOOLEAN ->
                    value.put(
                            "anyOf",
                            List.of(
                                    Map.of("type", "boolean"),
                                    pattern("^([Yy]es|YES|[Nn]o|NO|true|false)$|" + PARAMETER)));
            case CHOICE -> value.put("anyOf", choice(setting.choices()));
            case LIST -> {
                Object array = Map.of("type", "array", "items", scalar());
                value.put("anyOf", List.of(scalar(), array, Map.of("type", "null")));
            }
            case GROUP -> value.put("anyOf", List.of(reference(setting), Map.of("type", "null")));
            case NAMED_GROUPS -> value.put("anyOf", named(setting));
            case GROUP_LIST -> {
                Object array = Map.of("type", "array", "items", reference(setting));
                value.put("anyOf", List.of(array, reference(setting), Map.of("type", "null")));
            }
            case ANY -> {
                Object content = contents.get(group.name() + "." + setting.name());
                if (content != null) {
                    value.put("allOf", List.of(content));
                }
            }
            default -> value.putAll(scalar());
        }
        return value;
    }

    /** Returns the schema of one string, which YAML can also read as a number or boolean. */
    static Map<String, Object> scalar() {
        return Map.of("type", List.of("string", "number", "boolean"));
    }

    static Map<String, Object> pattern(String pattern) {
        return Map.of("type", "string", "pattern", pattern);
    }

    private static List<Object> integer(Setting setting) {
        Map<String, Object> number = new LinkedHashMap<>();
        number.put("type", "integer");
        number.put("minimum", setting.min());
        number.put("maximum", setting.max());
        List<Object> forms = new ArrayList<>(List.of(number));
        forms.add(pattern("^ *-?[0-9]+ *$|" + PARAMETER));
        if (!setting.choices().isEmpty()) {
            forms.add(Map.of("enum", setting.choices()));
        }
        return forms;
    }

    private static List<Object> seconds(Setting setting) {
        return List.of(
                Map.of("type", "number", "minimum", setting.min(), "maximum", setting.max()),
                pattern("^ *[0-9.]+ *$|" + PARAMETER));
    }

    private static List<Object> choice(List<String> choices) {
        List<Object> forms = new ArrayList<>(List.of(Map.of("enum", choices)));
        if (choices.contains("yes") || choices.contains("off")) {
            forms.add(Map.of("type", "boolean"));
        }
        forms.add(pattern(PARAMETER));
        return forms;
    }

    private List<Object> named(Setting setting) {
        Object each = Map.of("anyOf", List.of(reference(setting), Map.of("type", "null")));
        return List.of(
                Map.of("type", "object", "additionalProperties", each),
                Map.of("type", "array", "items", scalar()),
                scalar(),
                Map.of("type", "null"));
    }

    private Map<String, Object> reference(Setting setting) {
        SettingGroup group = setting.nested();
        if (!definitions.containsKey(group.name())) {
            definitions.put(group.name(), Map.of());
            definitions.put(group.name(), object(group));
        }
        return reference(group.name());
    }

    static Map<String, Object> reference(String name) {
        return Map.of("$ref", "#/$defs/" + name);
    }
}
