package io.millrace.benchmarks.drive;

import java.util.List;

/**
 * Somebody who takes requests from a queue and puts replies to another, from when it is made until
 * it is closed.
 */
public interface Contender extends AutoCloseable {

    /** Its name in results: see {@link io.millrace.benchmarks.result.ResultRow#who}. */
    String who();

    /** The queue that it takes requests from. */
    String input();

    /** The queue that it puts replies to. */
    String output();

    /** Further queues that it puts copies of replies to, for somebody to empty. */
    default List<String> drained() {
        return List.of();
    }

    /** Whether it does the scenario's work: its replies are looked at. */
    boolean works();

    @Override
    void close();
}
