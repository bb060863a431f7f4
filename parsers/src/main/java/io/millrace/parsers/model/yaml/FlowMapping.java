package io.millrace.parsers.model.yaml;

import java.util.LinkedHashMap;
import java.util.Map;

/** The keys and values to write, in order; null values are omitted. */
final class FlowMapping {

    final Map<String, Object> entries = new LinkedHashMap<>();
    private boolean onLines;

    /** Requests a separate line for each key. */
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

    /** Adds a value that is not the default. */
    FlowMapping put(String key, Object value, Object standard) {
        return value == null || value.equals(standard) ? this : put(key, value);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }
}
