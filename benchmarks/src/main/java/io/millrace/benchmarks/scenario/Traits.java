package io.millrace.benchmarks.scenario;

/**
 * Properties of a scenario that a driver needs.
 *
 * @param clients driving clients
 * @param instances threads that read the input queue
 * @param subscribers queues that get each message; 0 if nothing is published
 * @param database whether it uses a database
 * @param transacted whether messages that are not persistent are in a unit of work too
 */
record Traits(int clients, int instances, int subscribers, boolean database, boolean transacted) {

    /** The number that kept the broker of the report busy. */
    private static final int REPORTED_CLIENTS = 15;

    static final Traits PLAIN = new Traits(REPORTED_CLIENTS, 1, 0, false, false);

    Traits clients(int number) {
        return new Traits(number, instances, subscribers, database, transacted);
    }

    Traits instances(int number) {
        return new Traits(clients, number, subscribers, database, transacted);
    }
}
