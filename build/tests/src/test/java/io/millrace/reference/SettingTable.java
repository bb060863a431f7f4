package io.millrace.reference;

import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingKind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Markdown tables of settings, for generated pages. */
final class SettingTable {

    private SettingTable() {}

    /**
     * Returns the table of a group.
     *
     * @param title title of the column of names
     */
    static String of(String title, SettingGroup group) {
        return "\n| "
                + title
                + " | values | default | |\n|---|---|---|---|\n"
                + group.settings().stream()
                        .filter(setting -> setting.kind() != SettingKind.REFUSED)
                        .map(SettingTable::row)
                        .collect(Collectors.joining());
    }

    private static String row(Setting setting) {
        String other =
                setting.aliases().isEmpty()
                        ? ""
                        : " Also called `" + String.join("`, `", setting.aliases()) + "`.";
        String secret = setting.sensitive() ? " Printed without secrets." : "";
        String standard =
                setting.required()
                        ? "*required*"
                        : setting.defaultValue().isEmpty()
                                ? ""
                                : "`" + cell(setting.defaultValue()) + "`";
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        setting.name(),
                        values(setting),
                        standard,
                        cell(setting.description() + other + secret));
    }

    private static String values(Setting setting) {
        List<String> values = new ArrayList<>();
        setting.choices().forEach(choice -> values.add("`" + choice + "`"));
        String kind =
                switch (setting.kind()) {
                    case TEXT -> "text";
                    case INTEGER -> "integer" + range(setting);
                    case SECONDS -> "seconds" + range(setting);
                    case BOOLEAN -> "`true`, `false`";
                    case QUEUE -> "queue";
                    case ESQL_MODULE -> "ESQL module";
                    case ESQL_EXPRESSION -> "ESQL expression";
                    case ESQL_PATTERN -> "text with `${ESQL expression}`";
                    case DATA_SOURCE -> "data source";
                    case ENDPOINT -> "endpoint";
                    case CREDENTIALS -> "credentials";
                    case CERTIFICATES -> "certificates";
                    case LISTENER -> "listener";
                    case DOMAIN -> "message domain";
                    case FILE -> "path";
                    case LIST -> "list of words";
                    case GROUP -> "[" + link(setting) + "](#" + anchor(setting) + ")";
                    case NAMED_GROUPS -> "names, [" + link(setting) + "](#" + anchor(setting) + ")";
                    case GROUP_LIST -> "list of [" + link(setting) + "](#" + anchor(setting) + ")";
                    case CHOICE, ANY, REFUSED -> "";
                };
        if (!kind.isEmpty()) {
            values.add(kind);
        }
        return String.join(", ", values);
    }

    private static String link(Setting setting) {
        return setting.nested().name();
    }

    private static String anchor(Setting setting) {
        return setting.nested().name().toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private static String range(Setting setting) {
        if (setting.min() == Integer.MIN_VALUE) {
            return "";
        }
        return setting.max() >= Integer.MAX_VALUE
                ? " from " + setting.min()
                : " " + setting.min() + " to " + setting.max();
    }

    /** Returns text for a cell of a table. */
    static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
