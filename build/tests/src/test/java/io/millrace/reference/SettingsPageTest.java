package io.millrace.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingKind;
import io.millrace.flows.definition.FileSettings;
import io.millrace.parsers.model.yaml.ModelYaml;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Keeps {@code docs/settings.md} as the declarations of settings are. */
class SettingsPageTest {

    private static final Path PAGE = Path.of("../../docs/settings.md");

    @Test
    void thePageIsAsTheDeclarationsAre() throws IOException {
        GeneratedFile.check(PAGE, page(), SettingsPageTest.class);
    }

    @Test
    void defaultsAreValidAndDescriptionsAreSentences() {
        groups().values()
                .forEach(
                        group ->
                                assertThat(group.settings())
                                        .allSatisfy(SettingsPageTest::isComplete));
    }

    private static void isComplete(Setting setting) {
        if (!setting.defaultValue().isEmpty()) {
            assertThat(setting.canonical(setting.defaultValue()))
                    .as(setting.name())
                    .isEqualTo(setting.defaultValue());
        }
        if (setting.kind() == SettingKind.REFUSED) {
            assertThat(setting.description()).as(setting.name()).contains("; ");
        } else {
            assertThat(setting.description()).as(setting.name()).endsWith(".");
        }
    }

    /** Returns all groups, each after the group that contains it. */
    private static Map<String, SettingGroup> groups() {
        Map<String, SettingGroup> groups = new LinkedHashMap<>();
        add("application.yaml", FileSettings.APPLICATION, groups);
        add("library.yaml", FileSettings.LIBRARY, groups);
        add("overrides.yaml", FileSettings.OVERRIDES, groups);
        add("broker.yaml", FileSettings.BROKER, groups);
        add("*.flow.yaml", FileSettings.FLOW, groups);
        add("*.subflow.yaml", FileSettings.SUBFLOW, groups);
        add("tests/*.yaml", FileSettings.TESTS, groups);
        add("output", FileSettings.OUTPUT, groups);
        add("failure", FileSettings.FAILURE, groups);
        add("*.headers.yaml", FileSettings.HEADERS, groups);
        ModelYaml.groups()
                .forEach(
                        (name, group) ->
                                add(name.equals("model") ? "*.model.yaml" : name, group, groups));
        return groups;
    }

    private static void add(String title, SettingGroup group, Map<String, SettingGroup> groups) {
        if (groups.putIfAbsent(title, group) == null) {
            for (Setting setting : group.settings()) {
                if (setting.kind().isNested()) {
                    add(setting.nested().name(), setting.nested(), groups);
                }
            }
        }
    }

    private static String page() {
        StringBuilder out =
                new StringBuilder(
                        """
                        # Settings

                        <!-- This page is generated from the declarations of the settings; a test keeps it current. -->

                        This page lists the keys of all files. [configuration.md](configuration.md) explains them. Properties of nodes are in [nodes.md](nodes.md).

                        A section for settings of a nested mapping begins with the keys whose values are such mappings.

                        The same rules apply to all files. Words can be written in upper or lower case. `yes` and `no` are the same as `true`
                        and `false`. `check` reports all invalid values together. A list of names can be written where names with settings
                        are permitted. [schema](schema) contains a JSON Schema for each kind of file, for editors.

                        `formatVersion` is the version of the format of a file. Millrace reads all files of this and older versions, and
                        rejects files of a newer version. A new version is introduced only if a valid file would change its meaning; new keys
                        do not change the version.
                        """);
        groups().forEach(
                        (title, group) ->
                                out.append("\n## ")
                                        .append(title)
                                        .append('\n')
                                        .append(places(group))
                                        .append(SettingTable.of("key", group)));
        return out.toString();
    }

    /** Returns the keys whose values are mappings of a group; empty for a file. */
    private static String places(SettingGroup group) {
        List<String> places = new ArrayList<>();
        groups().forEach(
                        (title, other) ->
                                other.settings().stream()
                                        .filter(s -> s.kind().isNested() && s.nested() == group)
                                        .forEach(s -> places.add(place(s, title))));
        return places.isEmpty() ? "" : "\nWhere: " + String.join("; ", places) + ".\n";
    }

    private static String place(Setting setting, String title) {
        boolean file = title.contains(".");
        return "`%s` of %s"
                .formatted(
                        setting.name(),
                        file
                                ? "`" + title + "`"
                                : "[%s](#%s)"
                                        .formatted(
                                                title,
                                                title.toLowerCase(Locale.ROOT).replace(' ', '-')));
    }
}
