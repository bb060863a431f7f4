package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.scenario.Scenario;

import java.util.List;

/** Millrace, with the scenario's application deployed before. */
public record DeployedFlow(Scenario scenario) implements Contender {

    @Override
    public String who() {
        return ResultRow.MILLRACE;
    }

    @Override
    public String input() {
        return scenario.inputQueue();
    }

    @Override
    public String output() {
        return scenario.outputQueue();
    }

    @Override
    public List<String> drained() {
        return scenario.drainedQueues();
    }

    @Override
    public void close() {
        // It stays deployed.
    }
}
