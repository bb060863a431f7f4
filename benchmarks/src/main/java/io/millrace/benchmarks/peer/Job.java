package io.millrace.benchmarks.peer;

import io.millrace.benchmarks.scenario.Scenario;

import java.util.Optional;

/** The parts of the report's work that peers can do. */
enum Job {
    /** Moves messages from one queue to another. */
    PASS,

    /** The complex compute node: a stylesheet, or StAX by hand. */
    COMPLEX,

    /** Give the message on if a field has a value: XPath, or StAX by hand. */
    FILTER,

    /**
     * Routes by content, because peers have no list of labels; Millrace's flow creates and follows
     * such a list.
     */
    ROUTE;

    static Optional<Job> of(Scenario scenario) {
        return switch (scenario.id()) {
            case "mqinput-mqoutput",
                    "mqinput-mqoutput-60-clients",
                    "transactional-mqinput-mqoutput" ->
                    Optional.of(PASS);
            case "compute-complex" -> Optional.of(COMPLEX);
            case "filter" -> Optional.of(FILTER);
            case "route-to-label-1" -> Optional.of(ROUTE);
            default -> Optional.empty();
        };
    }

    /**
     * Returns a condition of {@link #FILTER} and {@link #ROUTE} that is true for their messages.
     */
    String xpath() {
        return this == FILTER ? "/message/choice = 'true'" : "/order/status = 'new'";
    }

    /** Returns the name of the field that the condition reads. */
    String field() {
        return this == FILTER ? "choice" : "status";
    }

    /** Returns the value that the condition expects. */
    String value() {
        return this == FILTER ? "true" : "new";
    }
}
