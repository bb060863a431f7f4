package io.millrace.flows.broker;

import io.millrace.engine.error.Problem;

import java.util.List;

/**
 * An application that runs on a broker.
 *
 * @param application the application's name
 * @param version the version in {@code application.yaml}; empty if none is specified
 * @param flows the names of its flows
 * @param inputQueues the queues that its flows read
 * @param warnings findings that do not prevent it from running
 */
public record Deployment(
        String application,
        String version,
        List<String> flows,
        List<String> inputQueues,
        List<Problem> warnings) {

    public Deployment {
        flows = List.copyOf(flows);
        inputQueues = List.copyOf(inputQueues);
        warnings = List.copyOf(warnings);
    }
}
