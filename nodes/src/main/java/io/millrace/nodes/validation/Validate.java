package io.millrace.nodes.validation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
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
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Validation;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.ValidationProperties;

/**
 * Checks the domain, message set and type of a message (IIB: "Validate node"; WMQI: "Check node").
 */
public final class Validate implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Validate",
                            "Validation",
                            Promise.NONE,
                            """
                            Checks that the message has the domain, message set and type set on \
                            the node. Properties left empty are not checked. With validate, the \
                            body is also validated against its message set. A valid message is \
                            propagated to match, an invalid one to failure. The message is not \
                            changed.\
                            """)
                    .in("in", "Input message.")
                    .out(
                            "failure",
                            """
                            The message with an ExceptionList if it is not valid. If not \
                            connected, the exception is thrown.\
                            """)
                    .out("match", "The message if it is valid.")
                    .property(
                            PropertyDescription.optional(
                                            "domain",
                                            PropertyKind.DOMAIN,
                                            "",
                                            "Expected domain of the body.")
                                    .alias("messageDomain"),
                            check("checkDomain", "domain"),
                            PropertyDescription.optional(
                                            "messageSet",
                                            PropertyKind.TEXT,
                                            "",
                                            "Expected message set.")
                                    .alias("set"),
                            check("checkMessageSet", "message set").alias("checkSet"),
                            PropertyDescription.optional(
                                    "messageType",
                                    PropertyKind.TEXT,
                                    "",
                                    "Expected name of the message."),
                            check("checkMessageType", "message's name").alias("checkType"),
                            ValidationProperties.OF_RESULT,
                            ValidationProperties.FAILURE_ACTION)
                    .build();

    private static PropertyDescription check(String name, String what) {
        return PropertyDescription.optional(
                name,
                PropertyKind.BOOLEAN,
                "false",
                "Whether the " + what + " is looked at; one that is empty may be expected too.");
    }

    /** The expected values of a message; null for any. */
    private record Expected(String domain, String set, String type) {}

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        for (String[] pair :
                new String[][] {
                    {"domain", "checkDomain"},
                    {"messageSet", "checkMessageSet"},
                    {"messageType", "checkMessageType"}
                }) {
            if (!node.text(pair[0]).isEmpty() && !node.flag(pair[1])) {
                context.problems()
                        .warning(
                                ErrorCode.BAD_VALUE,
                                node.place(pair[0]),
                                pair[0] + " counts for nothing without " + pair[1] + ": true",
                                "");
            }
        }
        Expected expected =
                new Expected(
                        node.flag("checkDomain") ? node.text("domain") : null,
                        node.flag("checkMessageSet") ? node.text("messageSet") : null,
                        node.flag("checkMessageType") ? node.text("messageType") : null);
        Validation validation = ValidationProperties.of(node);
        return NodePlan.inUnit(c -> new Look(c, expected, validation));
    }

    private static final class Look implements Node {
        private final NodeContext context;
        private final Expected expected;
        private final Validation validation;
        private final Terminal match;

        Look(NodeContext context, Expected expected, Validation validation) {
            this.context = context;
            this.expected = expected;
            this.validation = validation;
            match = context.terminal("match");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            MessageTemplate found = context.assembler().template(message.root());
            same("domain", found.domain(), expected.domain);
            same("message set", found.set(), expected.set);
            same("type", found.type(), expected.type);
            context.assembler().validate(message.root(), validation);
            match.propagate(message);
        }

        private static void same(String what, String found, String expected) {
            if (expected != null && !expected.equals(found)) {
                throw MillraceException.of(
                                ErrorCode.UNEXPECTED_MESSAGE,
                                "found a message with "
                                        + named(what, found)
                                        + ", expected "
                                        + named(what, expected))
                        .inserts(Insert.of(found), Insert.of(expected))
                        .build();
            }
        }

        private static String named(String what, String name) {
            return name.isEmpty() ? "no " + what : "the " + what + " " + name;
        }
    }
}
