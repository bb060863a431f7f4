package io.millrace.engine.queue;

/** A name that one process owns exclusively; see {@link QueueStore#hold}. */
public interface NameLock extends AutoCloseable {

    /** The name lock of a store that only one process uses. */
    NameLock OF_OWN_STORE =
            new NameLock() {
                @Override
                public boolean isLost() {
                    return false;
                }

                @Override
                public void close() {}
            };

    /** Whether the lock is lost, so that another process can own the name. */
    boolean isLost();

    /** Releases the name. Must not throw exceptions. */
    @Override
    void close();
}
