package io.millrace.flows.broker;

import io.millrace.engine.error.Problem;
import io.millrace.flows.compile.CompiledApplication;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An application that runs on a broker.
 *
 * @param application name of the application
 * @param version version in {@code application.yaml}; empty if not specified
 * @param flows names of its flows
 * @param inputQueues queues that its flows read
 * @param warnings problems that do not prevent it from running
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

    static Deployment of(CompiledApplication compiled) {
        Set<String> inputs = new TreeSet<>();
        compiled.flows().values().forEach(f -> inputs.addAll(f.inputQueues().values()));
        inputs.remove("");
        return new Deployment(
                compiled.settings().name(),
                compiled.settings().version(),
                List.copyOf(compiled.flows().keySet()),
                List.copyOf(inputs),
                compiled.warnings());
    }
}
