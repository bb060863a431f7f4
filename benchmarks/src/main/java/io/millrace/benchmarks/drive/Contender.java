package io.millrace.benchmarks.drive;

import java.util.Arrays;
import java.util.List;

/** A contender that reads requests from a queue and puts replies to another until it is closed. */
class Contender implements AutoCloseable {

    /** Name in results. */
    final String who;

    /** Queue of requests. */
    final String input;

    /** Queue of replies. */
    final String output;

    Contender(String who, String input, String output) {
        this.who = who;
        this.input = input;
        this.output = output;
    }

    /** Returns other queues that get copies of replies, which a driver must empty. */
    List<String> drained() {
        return List.of();
    }

    /** Whether it reads properties of an MQMD. */
    boolean readsMqmd() {
        return true;
    }

    /**
     * Validates a reply; without an engine it is the request.
     *
     * @throws IllegalStateException if the reply is not the result of the work
     */
    void check(Scenario scenario, int bytes, byte[] reply) {
        if (!Arrays.equals(reply, scenario.request(bytes).bytes())) {
            throw new IllegalStateException(who + " changed a message");
        }
    }

    @Override
    public void close() {
        // A queue needs no end.
    }
}
