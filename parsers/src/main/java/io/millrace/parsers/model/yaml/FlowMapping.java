package io.millrace.parsers.model.yaml;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keys and values that are still to be written, in order; values that are null are left out. */
final class FlowMapping {

    private final Map<String, Object> entries = new LinkedHashMap<>();
    private boolean onLines;

    /** Says that each key is to stand on a line of its own. */
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

    /** Puts a value that is not the default. */
    FlowMapping put(String key, Object value, Object standard) {
        return value == null || value.equals(standard) ? this : put(key, value);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Map<String, Object> entries() {
        return entries;
    }
}
