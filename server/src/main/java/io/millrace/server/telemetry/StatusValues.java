package io.millrace.server.telemetry;

import io.millrace.engine.setting.LimitUse;
import io.millrace.flows.BrokerStatus;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The state of a broker as values for JSON, as in the OpenAPI description. */
public final class StatusValues {

    private StatusValues() {}

    /** Returns the values by name. */
    public static Map<String, Object> of(BrokerStatus status) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("limits", status.limits().stream().map(StatusValues::limit).toList());
        values.put("longPrograms", status.programs());
        return values;
    }

    /** Returns the values of a limit by name; the maximum is null if there is none. */
    private static Map<String, Object> limit(LimitUse use) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("limit", use.limit());
        values.put("object", use.object());
        values.put("unit", use.unit().name().toLowerCase(Locale.ROOT));
        values.put("current", use.current());
        values.put("highest", use.highest());
        values.put("maximum", use.maximum() == LimitUse.NO_MAXIMUM ? null : use.maximum());
        return values;
    }
}
