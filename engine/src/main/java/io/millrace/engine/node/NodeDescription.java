package io.millrace.engine.node;

import io.millrace.engine.setting.SettingGroup;

import java.util.List;

/**
 * Description of a node type.
 *
 * @param type name in flows, as in WMQI: {@code MQInput}, {@code Compute}
 * @param drawer palette drawer: {@code MQ}, {@code Routing}, {@code Transformation}, {@code
 *     Database}, {@code Construction}, {@code Publish/Subscribe}, {@code Callable Flow}
 * @param summary purpose of the node in one paragraph
 * @param deliveryClass guarantee of the node in a unit of work: {@code transactional}, {@code
 *     immediate} or {@code none}
 * @param input whether it is an input node, which starts a flow
 * @param inputs input terminals; a connection without a terminal name leads to the first input
 *     terminal
 * @param outputs output terminals
 * @param properties properties, in the order of the reference page
 */
public record NodeDescription(
        String type,
        String drawer,
        String summary,
        String deliveryClass,
        boolean input,
        List<TerminalDescription> inputs,
        List<TerminalDescription> outputs,
        SettingGroup properties) {

    public NodeDescription {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }
}
