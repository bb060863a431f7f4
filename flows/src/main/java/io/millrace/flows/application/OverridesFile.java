package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.setting.Layer;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.SettingKey;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Substitution;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The contents of an {@code overrides.yaml}.
 *
 * @param overrides values for all environments and for the selected environment
 * @param environments names of the environments in the file
 * @param place position of the file's content; null without a file
 */
record OverridesFile(Overrides overrides, Set<String> environments, Place place) {

    /** Name of the file in the application's folder. */
    static final String NAME = "overrides.yaml";

    static final OverridesFile NONE = new OverridesFile(Overrides.NONE, Set.of(), null);

    /** Reads a file, which can be null. */
    static OverridesFile read(Source source, String environment, Problems problems) {
        YamlNode document = source == null ? null : Yaml.read(source, problems);
        if (document == null) {
            return NONE;
        }
        Section file = Section.of(document, FileSettings.OVERRIDES, Substitution.NONE, problems);
        Set<String> environments = new TreeSet<>();
        Map<String, PropertyText> all = Map.of();
        Map<String, PropertyText> chosen = Map.of();
        List<Overrides> others = new ArrayList<>();
        for (YamlEntry entry : file.entries()) {
            if (Section.FORMAT_VERSION.find(entry.name()) != null) {
                continue;
            }
            if (SettingKey.parse(entry.name()).isValid()) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        entry.key().place(),
                        "found the setting %s, expected the name of an environment"
                                .formatted(entry.name()),
                        "write it below the name of an environment, or below default for all");
                continue;
            }
            boolean general = entry.name().equals(ApplicationFile.DEFAULT_ENVIRONMENT);
            environments.add(entry.name());
            Map<String, PropertyText> values =
                    values(entry, general ? Layer.OVERRIDES : Layer.ENVIRONMENT, problems);
            if (general) {
                all = values;
            } else if (entry.name().equals(environment)) {
                chosen = values;
            } else {
                others.add(Overrides.of(values, problems));
            }
        }
        return new OverridesFile(
                Overrides.of(all, problems).and(Overrides.of(chosen, problems)).withUnused(others),
                environments,
                document.place());
    }

    private static Map<String, PropertyText> values(
            YamlEntry environment, Layer layer, Problems problems) {
        Map<String, PropertyText> values = new LinkedHashMap<>();
        YamlNode content = environment.value();
        boolean nothing = content instanceof YamlScalar scalar && scalar.isNull();
        YamlMapping mapping = nothing ? null : content.asMapping(problems);
        if (mapping == null) {
            return values;
        }
        for (YamlEntry entry : mapping.entries()) {
            if (entry.value() instanceof YamlMapping nested) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        entry.key().place(),
                        "found a mapping below " + entry.name() + ", expected a value",
                        "write the full name of the setting, such as "
                                + fullName(entry.name(), nested)
                                + ": ...");
                continue;
            }
            List<String> texts = new ArrayList<>();
            for (YamlNode item : Section.items(entry.value())) {
                String text = Section.text(item, entry.name(), problems);
                if (text != null) {
                    texts.add(text);
                }
            }
            if (Section.items(entry.value()).isEmpty()) {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        entry.key().place(),
                        "'" + entry.name() + "' has no value");
            } else {
                boolean list = !(entry.value() instanceof YamlScalar);
                values.put(
                        entry.name(),
                        new PropertyText(
                                entry.key().place(), entry.value().place(), texts, list, layer));
            }
        }
        return values;
    }

    /** Returns the name of the first setting in a mapping below the name of a flow. */
    private static String fullName(String start, YamlMapping nested) {
        StringBuilder name = new StringBuilder(start);
        char separator = start.indexOf('#') < 0 ? '#' : '.';
        YamlNode next = nested;
        while (next instanceof YamlMapping mapping && !mapping.entries().isEmpty()) {
            YamlEntry first = mapping.entries().getFirst();
            name.append(separator).append(first.name());
            separator = '.';
            next = first.value();
        }
        return name.toString();
    }
}
