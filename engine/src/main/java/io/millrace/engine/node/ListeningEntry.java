package io.millrace.engine.node;

/** An entry point for calls that other processes can reach; a result of {@link CalledPlan#open}. */
public interface ListeningEntry extends AutoCloseable {

    /** Returns the address for users, for example {@code http://127.0.0.1:7800/orders}. */
    String address();

    @Override
    void close();
}
