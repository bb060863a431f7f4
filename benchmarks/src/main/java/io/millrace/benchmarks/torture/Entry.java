package io.millrace.benchmarks.torture;

/**
 * A message that a client has put.
 *
 * @param client client that put it; messages of a client are received in the order of their numbers
 * @param number from 1, without gaps
 * @param bad whether the flow fails for it
 * @param unit the client's unit that it was put in
 */
record Entry(int client, long number, boolean bad, long unit) {

    /** Outcome of a unit as the client knows it. */
    enum Outcome {
        /** The commit returned: all messages of the unit must exist. */
        ACCEPTED,
        /** The commit did not return: all of it or nothing. */
        UNKNOWN,
        /** There was no commit: no message of the unit can exist. */
        REFUSED
    }

    String id() {
        return client + "-" + number;
    }

    String text(int padding) {
        return "<m><id>"
                + id()
                + "</id><bad>"
                + (bad ? "yes" : "no")
                + "</bad><pad>"
                + "x".repeat(padding)
                + "</pad></m>";
    }
}
