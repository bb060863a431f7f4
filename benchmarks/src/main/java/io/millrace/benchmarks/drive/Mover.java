package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Scenario;

import java.util.Arrays;

/** A contender without an engine that moves requests from one queue to another. */
abstract class Mover implements Contender {

    private final String who;
    private final String input;
    private final String output;

    Mover(String who, String input, String output) {
        this.who = who;
        this.input = input;
        this.output = output;
    }

    @Override
    public final String who() {
        return who;
    }

    @Override
    public final String input() {
        return input;
    }

    @Override
    public final String output() {
        return output;
    }

    @Override
    public final void check(Scenario scenario, int bytes, byte[] reply) {
        if (!Arrays.equals(reply, scenario.request(bytes).bytes())) {
            throw new IllegalStateException(who + " changed a message");
        }
    }
}
