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
 * Parses the body of a message with another parser (WMQI: "ResetContentDescriptor node").
 *
 * @see io.millrace.engine.parser.MessageAssembler#reset
 */
public final class ResetContentDescriptor implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "ResetContentDescriptor",
                            "Transformation",
                            Promise.NONE,
                            """
                            Parses the body with another parser, or with another message set, \
                            type or format. Nothing is converted: the new parser reads the bytes \
                            that were received or, if the body was changed, the bytes that its \
                            own parser writes. Properties that are not reset keep their values.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out("out", "The message with its new body.")
                    .property(
                            PropertyDescription.optional(
                                            "domain",
                                            PropertyKind.DOMAIN,
                                            "",
                                            "Domain that the body is parsed in. If empty, BLOB.")
                                    .alias("messageDomain"),
                            reset("resetDomain", "domain").alias("resetMessageDomain"),
                            PropertyDescription.optional(
                                    "messageSet",
                                    PropertyKind.TEXT,
                                    "",
                                    "Message set of the body."),
                            reset("resetMessageSet", "message set"),
                            PropertyDescription.optional(
                                    "messageType",
                                    PropertyKind.TEXT,
                                    "",
                                    "Name of the message in its message set."),
                            reset("resetMessageType", "message's name"),
                            PropertyDescription.optional(
                                    "messageFormat",
                                    PropertyKind.TEXT,
                                    "",
                                    "Physical format of the body."),
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

    /** The properties to reset. */
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
