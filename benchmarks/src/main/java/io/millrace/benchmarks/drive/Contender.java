package io.millrace.benchmarks.drive;

import java.util.Arrays;
import java.util.List;

/**
 * A contender that reads requests from a queue and puts replies to another queue until the
 * contender is closed.
 */
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

    /**
     * Returns the other queues that receive copies of replies. The driver must drain these queues.
     */
    List<String> drained() {
        return List.of();
    }

    /** Whether the contender reads properties of an MQMD. */
    boolean readsMqmd() {
        return true;
    }

    /**
     * Validates a reply. A contender without an engine must return the request unchanged.
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
        // A queue needs no cleanup.
    }
}
