package io.millrace.engine.node;

/** An entry point that searches for messages at intervals; a result of {@link CalledPlan#open}. */
public interface PollingEntry extends AutoCloseable {

    /** Whether the first search has ended. Until then, the flow is not idle. */
    boolean hasPolled();

    @Override
    void close();
}
