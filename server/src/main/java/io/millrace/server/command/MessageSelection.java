package io.millrace.server.command;

import picocli.CommandLine.Option;

/** Options that select messages of a queue. */
final class MessageSelection {

    @Option(
            names = "--filter",
            paramLabel = "ESQL",
            description =
                    "Only messages for which this condition is true, as for the command replay.")
    private String filter;

    @Option(
            names = "--max",
            paramLabel = "N",
            description = "Maximum number of messages (default: all).")
    private Long max;

    /** Returns the condition; null if it was not specified. */
    String filter() {
        return filter;
    }

    /** Returns the maximum number of messages; null if it was not specified. */
    Long max() {
        if (max != null) {
            Usage.atLeast(1, "--max", max);
        }
        return max;
    }
}
