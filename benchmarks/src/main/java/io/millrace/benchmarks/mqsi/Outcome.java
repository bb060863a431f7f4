package io.millrace.benchmarks.mqsi;

/**
 * Results of one run.
 *
 * @param books counts of the records by their outcome
 * @param left messages that remained although no more arrived
 * @param readSeconds from the beginning until the last record was put
 * @param evaluatedSeconds until no message was left for the flows
 * @param seconds until the last record was written
 * @param pausedSeconds the longest that one input adapter slept because of full queues
 */
record Outcome(
        Books books,
        long left,
        double readSeconds,
        double evaluatedSeconds,
        double seconds,
        double pausedSeconds,
        Strain strain) {

    /** Records that were written in a second of the run. */
    double perSecond() {
        return books.written() / seconds;
    }
}
