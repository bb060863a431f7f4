package io.millrace.benchmarks.scenario;

/**
 * What a driver must know of a scenario.
 *
 * @param clients that drive it
 * @param instances threads that work on the input queue
 * @param subscribers queues that get each message; 1 where nothing is published
 * @param publishes whether replies are publications
 * @param database whether a database takes part
 * @param transacted whether messages are in a unit of work even where they are not persistent
 */
record Traits(
        int clients,
        int instances,
        int subscribers,
        boolean publishes,
        boolean database,
        boolean transacted) {

    /** How many the report found to keep the broker busy. */
    private static final int REPORTED_CLIENTS = 15;

    static final Traits PLAIN = new Traits(REPORTED_CLIENTS, 1, 1, false, false, false);

    Traits ofClients(int number) {
        return new Traits(number, instances, subscribers, publishes, database, transacted);
    }

    Traits ofThreads(int number) {
        return new Traits(clients, number, subscribers, publishes, database, transacted);
    }

    Traits ofSubscribers(int number) {
        return new Traits(clients, instances, number, true, database, transacted);
    }

    Traits withDatabase() {
        return new Traits(clients, instances, subscribers, publishes, true, transacted);
    }

    Traits inUnits() {
        return new Traits(clients, instances, subscribers, publishes, database, true);
    }
}
