package io.millrace.engine.queue;

/**
 * A unit of work that is open at a moment.
 *
 * @param id by which it can be backed out
 * @param owner who works in it: a thread, such as {@code group/flow/input/number}, or a client's
 *     user
 * @param origin where that is: {@code this process}, or a client's protocol and address
 * @param ageMillis how long it has been open
 * @param got messages got in it
 * @param put messages put in it
 * @param bytes of these messages
 */
public record OpenUnit(
        String id, String owner, String origin, long ageMillis, int got, int put, long bytes) {

    public int messages() {
        return got + put;
    }
}
