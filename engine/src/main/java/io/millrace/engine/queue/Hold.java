package io.millrace.engine.queue;

/** A name that one process owns exclusively; see {@link QueueStore#hold}. */
public interface Hold extends AutoCloseable {

    /** The lock of a store that only one process uses. */
    Hold OF_OWN_STORE =
            new Hold() {
                @Override
                public boolean isLost() {
                    return false;
                }

                @Override
                public void close() {}
            };

    /** Whether another process may own the name now. */
    boolean isLost();

    /** Releases the name. Must not throw. */
    @Override
    void close();
}
