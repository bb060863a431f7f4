package io.millrace.nodes.construction;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;

/** Throws an exception (WMQI: "Throw node"). */
public final class Throw implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Throw",
                            "Construction",
                            Promise.NONE,
                            """
                            Throws a UserException. The nearest TryCatch node or input node \
                            upstream catches it.\
                            """)
                    .in("in", "Input message.")
                    .property(
                            PropertyDescription.optional(
                                    "messageCatalog",
                                    PropertyKind.TEXT,
                                    "Millrace",
                                    "Message catalog in the ExceptionList."),
                            PropertyDescription.optional(
                                    "messageNumber",
                                    PropertyKind.INTEGER,
                                    "3001",
                                    "Message number in the ExceptionList."),
                            PropertyDescription.optional(
                                    "messageText", PropertyKind.TEXT, "", "Text of the exception."))
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String catalog = node.text("messageCatalog");
        int number = node.integer("messageNumber");
        String given = node.text("messageText");
        String text = given.isEmpty() ? "thrown by node " + node.label() : given;
        return NodePlan.inUnit(
                c ->
                        (terminal, message) -> {
                            throw MillraceException.of(ErrorCode.USER_EXCEPTION, text)
                                    .type(ExceptionType.USER)
                                    .catalog(catalog, number)
                                    .build();
                        });
    }
}
