package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

/**
 * A node that parses the body of a message with another parser (WMQI: "ResetContentDescriptor
 * node").
 *
 * @see io.millrace.engine.parser.MessageAssembler#reset
 */
public final class ResetContentDescriptor extends DescribedNode {

    public ResetContentDescriptor() {
        super(
                """
                ResetContentDescriptor, Transformation, none
                Parses the body with another parser, or with another message set, type or
                format. The body is not converted: the new parser reads the received bytes or,
                if the body was changed, the bytes that the previous parser writes. Properties
                that are not reset keep their values.

                in: Input message.
                out failure
                out out: The message with its new body.
                domain [DOMAIN, alias messageDomain, with resetDomain true]: Domain with which the body is parsed. If
                  empty, BLOB.
                resetDomain [BOOLEAN = false, alias resetMessageDomain]: Whether the property
                  domain replaces the domain of the message.
                messageSet [TEXT, with resetMessageSet true]: Message set of the body.
                resetMessageSet [BOOLEAN = false]: Whether the property messageSet replaces the
                  message set of the message.
                messageType [TEXT, with resetMessageType true]: Name of the message in its message set.
                resetMessageType [BOOLEAN = false]: Whether the property messageType replaces
                  the message type of the message.
                messageFormat [TEXT, with resetMessageFormat true]: Physical format of the body.
                resetMessageFormat [BOOLEAN = false]: Whether the property messageFormat
                  replaces the physical format of the message.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Reset reset =
                new Reset(
                        node.flag("resetDomain"),
                        node.flag("resetMessageSet"),
                        node.flag("resetMessageType"),
                        node.flag("resetMessageFormat"));
        if (reset.equals(new Reset(false, false, false, false))) {
            context.problems()
                    .error(
                            ErrorCode.MISSING_KEY,
                            node.place(),
                            "ResetContentDescriptor node "
                                    + node.name()
                                    + """
                                     must set at least one of resetDomain, \
                                    resetMessageSet, resetMessageType, resetMessageFormat\
                                    """);
            return null;
        }
        Defaults defaults = BodyProperties.defaults(node, context);
        return NodePlan.inUnit(c -> new Reading(c, reset, defaults, c.terminal("out")));
    }

    /** The properties that the node resets. */
    private record Reset(boolean domain, boolean set, boolean type, boolean format) {

        MessageTemplate of(MessageTemplate current, MessageTemplate requested) {
            return new MessageTemplate(
                    domain ? requested.domain() : current.domain(),
                    set ? requested.set() : current.set(),
                    type ? requested.type() : current.type(),
                    format ? requested.format() : current.format());
        }
    }

    private record Reading(NodeContext context, Reset reset, Defaults defaults, Terminal out)
            implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element root = message.root().copy();
            MessageTemplate current = context.assembler().template(root);
            context.assembler()
                    .reset(root, defaults.template(reset.of(current, defaults.template())));
            out.propagate(
                    new MessageAssembly(
                            root,
                            message.localEnvironment(),
                            message.environment(),
                            message.exceptionList()));
        }
    }
}
