package io.millrace.benchmarks.mqsi;

/**
 * What one run gave.
 *
 * @param books what became of the records
 * @param left messages that nobody fetched though nothing more came
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
