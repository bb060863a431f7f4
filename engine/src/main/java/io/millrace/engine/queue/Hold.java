package io.millrace.engine.queue;

/** A name that one process has for itself; see {@link QueueStore#hold}. */
public interface Hold extends AutoCloseable {

    /** In a store that only one process uses. */
    Hold OF_OWN_STORE =
            new Hold() {
                @Override
                public boolean isLost() {
                    return false;
                }

                @Override
                public void close() {}
            };

    /** Whether another process may have the name by now. */
    boolean isLost();

    /** Gives the name back; does not throw. */
    @Override
    void close();
}
