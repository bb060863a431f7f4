package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Request;
import io.millrace.benchmarks.scenario.Scenario;

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

    /**
     * The request as this one takes it: the scenario's, unless it knows nothing of headers of MQ.
     */
    default Request request(Request request) {
        return request;
    }

    /** Whether messages that it takes carry what an MQMD says. */
    default boolean readsMqmd() {
        return true;
    }

    /**
     * Looks at a reply.
     *
     * @param bytes of the request's user data
     * @throws IllegalStateException where it is not what the work makes of the request
     */
    default void check(Scenario scenario, int bytes, byte[] reply) {
        scenario.check(bytes, reply);
    }

    /** The commits that it has made so far; none where it does not count them. */
    default Commits commits() {
        return Commits.NONE;
    }

    @Override
    void close();
}
