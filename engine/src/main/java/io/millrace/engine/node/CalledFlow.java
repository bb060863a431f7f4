package io.millrace.engine.node;

import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.resource.ResourceSet;

import org.jspecify.annotations.Nullable;

/**
 * The data of a deployed flow for the {@link CalledPlan} of the flow's input node.
 *
 * @param application name of the application
 * @param executionGroup name of the execution group
 * @param label name of the input node in the form {@code flow.node}
 * @param calls instances of the flow; the same object for all versions and execution groups
 * @param queues queues of the broker; null for a flow that runs without a broker
 * @param endpoints callable endpoints of the broker
 * @param resources named resources of the application and the broker
 */
public record CalledFlow(
        String application,
        String executionGroup,
        String label,
        FlowCalls calls,
        @Nullable QueueStore queues,
        CallableEndpoints endpoints,
        ResourceSet resources) {}
