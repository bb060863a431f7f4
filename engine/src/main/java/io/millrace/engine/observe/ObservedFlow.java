package io.millrace.engine.observe;

import java.util.Map;

/**
 * A flow with observed messages.
 *
 * @param group execution group
 * @param nodeTypes types of the nodes by name, for example {@code MQOutput}; names as in {@link
 *     FlowObserver}
 */
public record ObservedFlow(
        String group, String application, String flow, Map<String, String> nodeTypes) {

    public ObservedFlow {
        nodeTypes = Map.copyOf(nodeTypes);
    }
}
