package io.millrace.engine.setting;

import java.util.List;

/**
 * A condition under which a setting has an effect: another setting of the group is set, or has one
 * of several values.
 *
 * @param setting name of the other setting
 * @param values values of the other setting in canonical form; empty if any value satisfies the
 *     condition
 */
public record SettingCondition(String setting, List<String> values) {

    public SettingCondition {
        values = List.copyOf(values);
    }

    /** Whether the values of the other setting satisfy the condition. */
    public boolean holds(List<String> found) {
        return values.isEmpty()
                ? found.stream().anyMatch(value -> !value.isEmpty())
                : values.stream().anyMatch(found::contains);
    }

    /** Returns the condition as it is written in a file, with the first value. */
    @Override
    public String toString() {
        return values.isEmpty() ? setting : setting + ": " + values.getFirst();
    }

    /** Returns a sentence for the description of the setting. */
    String description() {
        if (values.isEmpty()) {
            return " It has an effect only with " + setting + ".";
        }
        return " It has an effect only with %s `%s`."
                .formatted(setting, String.join("` or `", values));
    }
}
