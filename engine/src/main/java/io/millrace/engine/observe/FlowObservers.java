package io.millrace.engine.observe;

/** A provider of further observers for the flows of a broker, for example for tracing. */
@FunctionalInterface
public interface FlowObservers {

    /** No further observers. */
    FlowObservers NONE = (flow, instance, next) -> next;

    /**
     * Returns an observer of a thread, which only this thread calls. The observer must pass all
     * calls to the next one.
     *
     * @param instance name of the thread
     * @param next observer that the broker itself requires
     */
    FlowObserver observer(ObservedFlow flow, String instance, FlowObserver next);
}
