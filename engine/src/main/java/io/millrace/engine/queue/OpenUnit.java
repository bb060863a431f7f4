package io.millrace.engine.queue;

/**
 * Snapshot of an open unit of work.
 *
 * @param id identifier for backing it out
 * @param owner owner: a thread such as {@code group/flow/input/number}, or the user of a client
 * @param origin {@code this process}, or protocol and address of a client
 * @param ageMillis time since it was opened
 * @param got number of messages received in it
 * @param put number of messages put in it
 * @param bytes total size of these messages
 */
public record OpenUnit(
        String id, String owner, String origin, long ageMillis, int got, int put, long bytes) {

    public int messages() {
        return got + put;
    }
}
