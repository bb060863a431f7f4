package io.millrace.engine.node;

import java.util.List;

/**
 * A node type as data.
 *
 * @param type the name in flows, as in WMQI: {@code MQInput}, {@code Compute}
 * @param drawer the palette drawer: {@code MQ}, {@code Routing}, {@code Transformation}, {@code
 *     Database}, {@code Construction}, {@code Publish/Subscribe}
 * @param summary what the node does, one paragraph
 * @param deliveryClass one word on what the node promises in a unit of work: {@code transactional},
 *     {@code immediate}, {@code none}
 * @param input whether it is an input node, which begins a flow
 * @param inputs input terminals; the first one is meant when a connection names none
 * @param outputs output terminals
 * @param properties in the order of the reference page
 */
public record NodeDescription(
        String type,
        String drawer,
        String summary,
        String deliveryClass,
        boolean input,
        List<TerminalDescription> inputs,
        List<TerminalDescription> outputs,
        List<PropertyDescription> properties) {

    public NodeDescription {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        properties = List.copyOf(properties);
    }
}
