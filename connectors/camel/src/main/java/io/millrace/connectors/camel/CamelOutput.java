package io.millrace.connectors.camel;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.ValidationProperties;

/** A node that sends messages to a component of Apache Camel. */
public final class CamelOutput extends DescribedNode {

    /** Property of the nodes that send. */
    static final String BODY_TYPE =
            """
            bodyType [bytes|text = bytes]: Type of the body that the component receives. With text,
              it is a string, for example for a text message of JMS.
            """;

    public CamelOutput() {
        super(
                """
                CamelOutput, Camel, immediate
                Sends the body of the message to a component of Apache Camel, without waiting for an
                answer, and propagates the unchanged message.
                LocalEnvironment.Destination.Camel.Headers contains the headers of the sent message.
                It is sent immediately, once for each attempt of the unit of work; a rollback does
                not undo it.

                destination Camel: Headers
                in: Message to send.
                out failure
                out out: The input message, unchanged.
                """,
                ComponentCheck.PROPERTIES,
                BODY_TYPE,
                ValidationProperties.OF_OUTPUT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        ComponentSettings settings = ComponentCheck.of(node, context, false);
        SendingNode.Properties properties =
                new SendingNode.Properties(
                        node.text("bodyType").equals("text"), ValidationProperties.of(node), null);
        return settings == null ? null : plan(node, settings, properties);
    }

    static NodePlan plan(
            NodeDefinition node, ComponentSettings settings, SendingNode.Properties properties) {
        SharedContext shared = new SharedContext(settings);
        return NodePlan.of(
                c -> new SendingNode(c, shared, properties),
                new OutsideUnit(
                        "sends to "
                                + settings.scheme()
                                + " immediately: at least once, also if its unit is rolled back",
                        node.place()));
    }
}
