package io.millrace.flows.definition;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.runtime.FlowSettings;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * The options of a flow as a whole. The flow and its entry in an execution group have the same
 * keys.
 *
 * @param additionalInstances threads in addition to the first one, for each input node; null if not
 *     specified
 * @param commitCount number of messages that may share a unit of work; null if not specified
 * @param commitIntervalMillis maximum time that a unit can wait for further messages, in
 *     milliseconds; null if not specified
 * @param batching whether ready messages share units if commitCount is not specified; null if not
 *     specified
 * @param coordinated whether all resources of a unit commit or none does; null if not specified
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

    private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(60);
    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);
    private static final String AUTOMATIC = "automatic";
    private static final String OFF = "off";

    /** The keys of a file, with parameters substituted. */
    public interface Values {
        /** Returns the value of a key; null if the key is missing. */
        String text(String key);

        /** Returns the position of the value of an existing key. */
        Place place(String key);
    }

    /** Reads the keys. An invalid value is reported as a problem and counts as not specified. */
    public static FlowOptions read(Values values, Problems problems) {
        Reading reading = new Reading(values, problems);
        return new FlowOptions(
                reading.integer("additionalInstances", 0, FlowSettings.MAX_ADDITIONAL_INSTANCES),
                reading.integer("commitCount", 1, FlowSettings.MAX_COMMIT_COUNT),
                reading.millis("commitInterval"),
                reading.batching("batching"),
                reading.flag("coordinatedTransaction"));
    }

    /** Returns these options, completed with the other ones where these are not specified. */
    public FlowOptions orElse(FlowOptions other) {
        return new FlowOptions(
                additionalInstances != null ? additionalInstances : other.additionalInstances,
                commitCount != null ? commitCount : other.commitCount,
                commitIntervalMillis != null ? commitIntervalMillis : other.commitIntervalMillis,
                batching != null ? batching : other.batching,
                coordinated != null ? coordinated : other.coordinated);
    }

    /** Returns the number of threads in addition to the first one. */
    public int additional() {
        return additionalInstances == null ? 0 : additionalInstances;
    }

    /** Returns the settings with this number of threads in addition to the first one. */
    public FlowSettings settings(int additional) {
        int automatic = batching == null || batching ? 0 : 1;
        return new FlowSettings(
                additional,
                commitCount == null ? automatic : commitCount,
                commitIntervalMillis == null ? 0 : commitIntervalMillis,
                coordinated != null && coordinated);
    }

    private record Reading(Values values, Problems problems) {

        Integer integer(String key, int least, int most) {
            String text = values.text(key);
            if (text == null) {
                return null;
            }
            try {
                int number = Integer.parseInt(text.strip());
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Reported below, as numbers out of range are.
            }
            return bad(key, text, "a whole number from " + least + " to " + most);
        }

        Long millis(String key) {
            String text = values.text(key);
            if (text == null) {
                return null;
            }
            try {
                BigDecimal seconds = new BigDecimal(text.strip());
                if (seconds.signum() >= 0 && seconds.compareTo(MAX_SECONDS) <= 0) {
                    return seconds.multiply(MILLIS).longValue();
                }
            } catch (NumberFormatException e) {
                // Reported below, as numbers out of range are.
            }
            return bad(key, text, "seconds from 0 to " + MAX_SECONDS + ", for example 0.5");
        }

        Boolean batching(String key) {
            String text = values.text(key);
            if (text == null) {
                return null;
            }
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case AUTOMATIC -> true;
                // YAML's older form takes off for a truth value.
                case OFF, "false", "no" -> false;
                default -> bad(key, text, "one of " + AUTOMATIC + ", " + OFF);
            };
        }

        Boolean flag(String key) {
            String text = values.text(key);
            if (text == null) {
                return null;
            }
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "yes", "true" -> true;
                case "no", "false" -> false;
                default -> bad(key, text, "one of yes, no");
            };
        }

        private <T> T bad(String key, String text, String expected) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    values.place(key),
                    key + " is '" + text + "'; it takes " + expected);
            return null;
        }
    }
}
