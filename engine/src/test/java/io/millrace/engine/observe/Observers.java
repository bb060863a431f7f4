package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Passes messages to several observers in order. */
public final class Observers implements FlowObserver {

    private final FlowObserver[] all;

    private Observers(List<FlowObserver> all) {
        this.all = all.toArray(FlowObserver[]::new);
    }

    /** Returns one observer for all that are not null; null if all are null. */
    public static FlowObserver of(FlowObserver... observers) {
        List<FlowObserver> some = Arrays.stream(observers).filter(Objects::nonNull).toList();
        return some.isEmpty() ? null : some.size() == 1 ? some.getFirst() : new Observers(some);
    }

    @Override
    public void entered(String node, String terminal, MessageAssembly message) {
        for (FlowObserver o : all) {
            o.entered(node, terminal, message);
        }
    }

    @Override
    public void left(String node, long nanos, MillraceException thrown) {
        for (FlowObserver o : all) {
            o.left(node, nanos, thrown);
        }
    }

    @Override
    public void propagated(String node, String terminal, boolean wired, MessageAssembly message) {
        for (FlowObserver o : all) {
            o.propagated(node, terminal, wired, message);
        }
    }

    @Override
    public void began(String inputNode, int bytes) {
        for (FlowObserver o : all) {
            o.began(inputNode, bytes);
        }
    }

    @Override
    public void ended(String inputNode, boolean committed, MillraceException failure) {
        for (FlowObserver o : all) {
            o.ended(inputNode, committed, failure);
        }
    }

    @Override
    public void note(String node, String text) {
        for (FlowObserver o : all) {
            o.note(node, text);
        }
    }
}
