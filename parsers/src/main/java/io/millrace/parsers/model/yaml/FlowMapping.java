package io.millrace.parsers.model.yaml;

import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;

import java.util.LinkedHashMap;
import java.util.Map;

/** The keys and values to write, in order; null values are omitted. */
final class FlowMapping {

    final Map<String, Object> entries = new LinkedHashMap<>();
    private boolean onLines;

    /** Sets that each key is written on a separate line. */
    FlowMapping onLines() {
        onLines = true;
        return this;
    }

    boolean isOnLines() {
        return onLines;
    }

    FlowMapping put(String key, Object value) {
        if (value != null) {
            entries.put(key, value);
        }
        return this;
    }

    /**
     * Adds a value of a declared setting, except its default.
     *
     * @throws IllegalArgumentException if the group does not declare the key
     */
    FlowMapping set(SettingGroup group, String key, Object value) {
        Setting setting = group.find(key);
        if (setting == null) {
            throw new IllegalArgumentException(group.name() + " has no key " + key);
        }
        boolean isDefault = value == null || value.toString().equals(setting.defaultValue());
        return isDefault ? this : put(key, value);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }
}
