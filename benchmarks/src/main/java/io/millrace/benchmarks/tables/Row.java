package io.millrace.benchmarks.tables;

/**
 * A row of a table, as JMH's parameters name it.
 *
 * @param scenario the scenario_id
 * @param bytes of user data
 * @param persistent whether messages are
 */
public record Row(String scenario, int bytes, boolean persistent) {

    private static final String PERSISTENT = " persistent";

    /**
     * Of two parameters.
     *
     * @param message the size in bytes, with {@code persistent} behind it where messages are
     */
    public static Row of(String scenario, String message) {
        return new Row(
                scenario,
                Integer.parseInt(message.replace(PERSISTENT, "")),
                message.endsWith(PERSISTENT));
    }
}
