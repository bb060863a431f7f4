package io.millrace.engine.runtime;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.observe.FlowObserver;

import java.util.Arrays;

/** An output terminal and the nodes after it, in the order of the connections. */
final class Wire extends Terminal {

    private static final Target[] NOBODY = {};

    /** Input terminal of a node. */
    record Target(GuardedNode node, int input) {}

    private final MessagePass pass;
    private final String node;
    private final String name;
    private Target[] targets = NOBODY;

    Wire(MessagePass pass, String node, String name) {
        this.pass = pass;
        this.node = node;
        this.name = name;
    }

    void add(Target target) {
        Target[] more = Arrays.copyOf(targets, targets.length + 1);
        more[targets.length] = target;
        targets = more;
    }

    @Override
    public void propagate(MessageAssembly message) {
        FlowObserver observer = pass.observer;
        if (observer != null) {
            observer.propagated(node, name, isWired(), message);
        }
        for (Target target : targets) {
            if (observer == null) {
                target.node.enter(target.input, message);
            } else {
                target.node.enterObserved(target.input, message, observer);
            }
        }
    }

    @Override
    public boolean isWired() {
        return targets.length > 0;
    }
}
