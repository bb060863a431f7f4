package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.ValidationProperties;

/**
 * Lets another parser read a message's body (WMQI: "ResetContentDescriptor node").
 *
 * @see io.millrace.engine.parser.MessageAssembler#reset
 */
public final class ResetContentDescriptor implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "ResetContentDescriptor",
                            "Transformation",
                            Promise.NONE,
                            "Lets another parser read the body, or the same one by another message"
                                + " set, type or format. Nothing is converted: the new parser gets"
                                + " the bytes that came in or, where the body was changed, those"
                                + " that its own parser makes of it. What is not to be reset stays"
                                + " as it is.")
                    .in("in", "Takes the message.")
                    .failure()
                    .out("out", "Gives the message with its new body.")
                    .property(
                            PropertyDescription.optional(
                                            "domain",
                                            PropertyKind.DOMAIN,
                                            "",
                                            "The domain whose parser is to read the body; where"
                                                    + " empty, BLOB.")
                                    .alias("messageDomain"),
                            reset("resetDomain", "domain").alias("resetMessageDomain"),
                            PropertyDescription.optional(
                                    "messageSet",
                                    PropertyKind.TEXT,
                                    "",
                                    "The message set of the body in the domain."),
                            reset("resetMessageSet", "message set"),
                            PropertyDescription.optional(
                                    "messageType",
                                    PropertyKind.TEXT,
                                    "",
                                    "The message's name in its message set."),
                            reset("resetMessageType", "message's name"),
                            PropertyDescription.optional(
                                    "messageFormat",
                                    PropertyKind.TEXT,
                                    "",
                                    "The physical format of the body in the domain."),
                            reset("resetMessageFormat", "physical format"),
                            BodyProperties.PARSE_TIMING,
                            ValidationProperties.OF_INPUT,
                            ValidationProperties.FAILURE_ACTION,
                            BodyProperties.OPTIONS)
                    .build();

    private static PropertyDescription reset(String name, String what) {
        return PropertyDescription.optional(
                name,
                PropertyKind.BOOLEAN,
                "false",
                "Whether the " + what + " is what this node says; else it stays as it is.");
    }

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
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
                                    + " resets nothing; it needs one of resetDomain,"
                                    + " resetMessageSet, resetMessageType, resetMessageFormat");
            return null;
        }
        MessageTemplate template = BodyProperties.template(node, context);
        Defaults defaults =
                new Defaults(
                        template,
                        BodyProperties.timing(node),
                        BodyProperties.options(node, context),
                        true,
                        ValidationProperties.of(node, template, context));
        return NodePlan.inUnit(c -> new Reading(c, reset, defaults));
    }

    /** What is to be reset. */
    private record Reset(boolean domain, boolean set, boolean type, boolean format) {

        MessageTemplate of(MessageTemplate current, MessageTemplate wanted) {
            return new MessageTemplate(
                    domain ? wanted.domain() : current.domain(),
                    set ? wanted.set() : current.set(),
                    type ? wanted.type() : current.type(),
                    format ? wanted.format() : current.format());
        }
    }

    private static final class Reading implements Node {
        private final NodeContext context;
        private final Reset reset;
        private final Defaults defaults;
        private final Terminal out;

        Reading(NodeContext context, Reset reset, Defaults defaults) {
            this.context = context;
            this.reset = reset;
            this.defaults = defaults;
            out = context.terminal("out");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element root = message.root().copy();
            MessageTemplate current = context.assembler().template(root);
            context.assembler()
                    .reset(
                            root,
                            new Defaults(
                                    reset.of(current, defaults.template()),
                                    defaults.timing(),
                                    defaults.options(),
                                    true,
                                    defaults.validation()));
            out.propagate(
                    new MessageAssembly(
                            root,
                            message.localEnvironment(),
                            message.environment(),
                            message.exceptionList()));
        }
    }
}
