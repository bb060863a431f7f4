package io.millrace.benchmarks.peer;

import io.millrace.benchmarks.scenario.Scenario;

import java.util.Optional;

/** What peers can do of the report's work. */
enum Job {
    /** From a queue to a queue. */
    PASS,

    /** The complex compute node: a stylesheet, or StAX by hand. */
    COMPLEX,

    /** Give the message on if a field has a value: XPath, or StAX by hand. */
    FILTER,

    /**
     * Choose where the message goes: by its content, as peers have no list of labels; Millrace's
     * flow makes such a list and follows it.
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

    /** A condition of {@link #FILTER} and {@link #ROUTE} that holds for their messages. */
    String xpath() {
        return this == FILTER ? "/message/choice = 'true'" : "/order/status = 'new'";
    }

    /** The field that it asks for. */
    String field() {
        return this == FILTER ? "choice" : "status";
    }

    /** The value that it must have. */
    String value() {
        return this == FILTER ? "true" : "new";
    }
}
