package io.millrace.nodes.validation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Validation;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.ValidationProperties;

/**
 * A node that checks the domain, message set and type of a message (IIB: "Validate node"; WMQI:
 * "Check node").
 */
public final class Validate extends DescribedNode {

    /** The expected values of a message. A null value is not checked. */
    private record Expected(String domain, String set, String type) {}

    public Validate() {
        super(
                """
                Validate, Validation, none
                Checks that the message has the domain, message set and type set on the node.
                Only the properties selected by checkDomain, checkMessageSet and
                checkMessageType are checked. With validate, the body is also validated against
                its message set. A valid message is propagated to match, an invalid message to
                failure. The message is not changed.

                in: Input message.
                out failure: The message with an ExceptionList if it is invalid. If the terminal
                  is not connected, the exception is thrown.
                out match: The message if it is valid.
                domain [DOMAIN, alias messageDomain, with checkDomain true]: Expected domain of the body.
                checkDomain [BOOLEAN = false]: Whether the domain is checked. If the property
                  domain is empty, the message must have no domain.
                messageSet [TEXT, alias set, with checkMessageSet true]: Expected message set.
                checkMessageSet [BOOLEAN = false, alias checkSet]: Whether the message set is
                  checked. If the property messageSet is empty, the message must have no message
                  set.
                messageType [TEXT, with checkMessageType true]: Expected name of the message.
                checkMessageType [BOOLEAN = false, alias checkType]: Whether the message type is
                  checked. If the property messageType is empty, the message must have no message
                  type.
                """,
                ValidationProperties.OF_RESULT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Expected expected =
                new Expected(
                        node.flag("checkDomain") ? node.text("domain") : null,
                        node.flag("checkMessageSet") ? node.text("messageSet") : null,
                        node.flag("checkMessageType") ? node.text("messageType") : null);
        Validation validation = ValidationProperties.of(node);
        return NodePlan.inUnit(c -> new Look(c, expected, validation, c.terminal("match")));
    }

    private record Look(
            NodeContext context, Expected expected, Validation validation, Terminal match)
            implements Node {
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
