package io.millrace.flows;

import io.millrace.engine.error.Problem;

import java.util.List;

/**
 * An application that runs on a broker.
 *
 * @param application its name
 * @param version as {@code application.yaml} has it; empty where it does not say
 * @param flows the names of its flows
 * @param inputQueues the queues that its flows read
 * @param warnings what was found that does not keep it from running
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
