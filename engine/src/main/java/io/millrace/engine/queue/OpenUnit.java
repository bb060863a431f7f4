package io.millrace.engine.queue;

/**
 * Snapshot of an open unit of work.
 *
 * @param id identifier with which the unit can be backed out
 * @param owner owner: a thread such as {@code group/flow/input/number}, or the user of a client
 * @param origin {@code this process}, or protocol and address of a client
 * @param ageMillis time since the unit was opened
 * @param got number of messages received in the unit
 * @param put number of messages put in the unit
 * @param bytes total size of these messages
 */
public record OpenUnit(
        String id, String owner, String origin, long ageMillis, int got, int put, long bytes) {

    public int messages() {
        return got + put;
    }
}
