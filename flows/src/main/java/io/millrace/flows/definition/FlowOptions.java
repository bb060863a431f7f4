package io.millrace.flows.definition;

import io.millrace.engine.runtime.FlowSettings;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * The options of a flow as a whole. The flow and its entry in an execution group have the same
 * keys.
 *
 * @param additionalInstances number of threads in addition to the first thread of each input node;
 *     null if not specified @param commitCount maximum number of messages in a unit of work; null
 *     if not specified @param commitIntervalMillis maximum time that a unit waits for further
 *     messages, in milliseconds; null if not specified
 * @param batching whether ready messages share units if commitCount is not specified; null if not
 *     specified
 * @param coordinated whether all resources of a unit commit together; null if not specified
 */
public record FlowOptions(
        Integer additionalInstances,
        Integer commitCount,
        Long commitIntervalMillis,
        Boolean batching,
        Boolean coordinated) {

    /** Names of all keys. */
    public static final List<String> KEYS =
            List.of(
                    "additionalInstances",
                    "commitCount",
                    "commitInterval",
                    "batching",
                    "coordinatedTransaction");

    public static final FlowOptions NONE = new FlowOptions(null, null, null, null, null);

    private static final int MAX_SECONDS = 60;

    /** Reads the keys. An invalid value is reported as a problem and treated as not specified. */
    public static FlowOptions read(TextValues values) {
        Long instances =
                values.integer(
                        "additionalInstances", null, 0, FlowSettings.MAX_ADDITIONAL_INSTANCES);
        Long count = values.integer("commitCount", null, 1, FlowSettings.MAX_COMMIT_COUNT);
        BigDecimal interval =
                values.value(
                        "commitInterval",
                        null,
                        t -> TextValues.seconds(t, 0, MAX_SECONDS),
                        "a number of seconds from 0 to " + MAX_SECONDS + ", for example 0.5");
        return new FlowOptions(
                instances == null ? null : instances.intValue(),
                count == null ? null : count.intValue(),
                interval == null ? null : interval.movePointRight(3).longValue(),
                values.value("batching", null, FlowOptions::batching, "one of automatic, off"),
                values.value("coordinatedTransaction", null, TextValues::truth, "one of yes, no"));
    }

    private static Boolean batching(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "automatic" -> true;
            // Old versions of YAML treat off as a boolean.
            case "off", "false", "no" -> false;
            default -> null;
        };
    }

    /** Returns these options. Options that are not specified are taken from other options. */
    public FlowOptions orElse(FlowOptions other) {
        return new FlowOptions(
                additionalInstances != null ? additionalInstances : other.additionalInstances,
                commitCount != null ? commitCount : other.commitCount,
                commitIntervalMillis != null ? commitIntervalMillis : other.commitIntervalMillis,
                batching != null ? batching : other.batching,
                coordinated != null ? coordinated : other.coordinated);
    }

    /** Returns the number of threads in addition to the first thread. */
    public int additional() {
        return additionalInstances == null ? 0 : additionalInstances;
    }

    /** Returns the settings with this number of threads in addition to the first thread. */
    public FlowSettings settings(int additional) {
        int automatic = batching == null || batching ? 0 : 1;
        return new FlowSettings(
                additional,
                commitCount == null ? automatic : commitCount,
                commitIntervalMillis == null ? 0 : commitIntervalMillis,
                coordinated != null && coordinated);
    }
}
