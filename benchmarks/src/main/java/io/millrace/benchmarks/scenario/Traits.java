package io.millrace.benchmarks.scenario;

/**
 * What a driver must know of a scenario.
 *
 * @param instances threads that work on the input queue
 * @param subscribers queues that get each message; 1 where nothing is published
 * @param publishes whether replies are publications
 * @param database whether a database takes part
 * @param transacted whether messages are in a unit of work even where they are not persistent
 */
record Traits(
        int instances, int subscribers, boolean publishes, boolean database, boolean transacted) {

    static final Traits PLAIN = new Traits(1, 1, false, false, false);

    static Traits threads(int instances) {
        return new Traits(instances, 1, false, false, false);
    }

    static Traits ofSubscribers(int subscribers) {
        return new Traits(1, subscribers, true, false, false);
    }
}
