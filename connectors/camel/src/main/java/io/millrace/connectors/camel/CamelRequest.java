package io.millrace.connectors.camel;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.Validation;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

/** A node that sends messages to a component of Apache Camel and receives the replies. */
public final class CamelRequest extends DescribedNode {

    public CamelRequest() {
        super(
                """
                CamelRequest, Camel, immediate
                Sends the body of the message to a component of Apache Camel, waits for the answer
                and propagates it. LocalEnvironment.Destination.Camel.Headers contains the headers
                of the request, LocalEnvironment.Camel.Headers contains the headers of the answer.
                The request is
                sent immediately, once for each attempt of the unit of work; a rollback does not
                undo it. The maximum time to wait is an option of the component.

                destination Camel: Headers
                in: Message to send.
                out failure
                out out: The message with the body of the answer.
                """,
                ComponentCheck.PROPERTIES,
                CamelOutput.BODY_TYPE,
                """
                domain [DOMAIN, alias messageDomainProperty]: Domain of the answer. The default is
                  JSON for a body that is a map or list, and otherwise BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of the answer.
                messageType [TEXT, alias messageTypeProperty]: Name of the answer in its message
                  set.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of the answer.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        ComponentSettings settings = ComponentCheck.of(node, context, false);
        SendingNode.Properties properties =
                new SendingNode.Properties(
                        node.text("bodyType").equals("text"),
                        Validation.NONE,
                        BodyProperties.defaults(node, context).transactional(false));
        return settings == null || context.problems().hasErrors()
                ? null
                : CamelOutput.plan(node, settings, properties);
    }
}
