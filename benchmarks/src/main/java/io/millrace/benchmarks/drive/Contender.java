package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Request;
import io.millrace.benchmarks.scenario.Scenario;

import java.util.List;

/** A contender that reads requests from a queue and puts replies to another until it is closed. */
public interface Contender extends AutoCloseable {

    /** Its name in results. */
    String who();

    /** Returns the queue of requests. */
    String input();

    /** Returns the queue of replies. */
    String output();

    /** Returns other queues that receive copies of replies, which a driver must empty. */
    default List<String> drained() {
        return List.of();
    }

    /** Returns the request in the form that it accepts. */
    default Request request(Request request) {
        return request;
    }

    /** Whether it reads properties of an MQMD. */
    default boolean readsMqmd() {
        return true;
    }

    /**
     * Validates a reply.
     *
     * @param bytes of the request's user data
     * @throws IllegalStateException if the reply is not the result of the work
     */
    default void check(Scenario scenario, int bytes, byte[] reply) {
        scenario.check(bytes, reply);
    }

    /** Returns the commits so far; none if it does not count them. */
    default Commits commits() {
        return Commits.NONE;
    }

    @Override
    void close();
}
