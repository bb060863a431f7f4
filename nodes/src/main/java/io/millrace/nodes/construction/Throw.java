package io.millrace.nodes.construction;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.nodes.common.DescribedNode;

/** A node that throws an exception (WMQI: "Throw node"). */
public final class Throw extends DescribedNode {

    public Throw() {
        super(
                """
                Throw, Construction, none
                Throws a UserException. The nearest TryCatch node or input node upstream catches
                it.

                in: Input message.
                messageCatalog [TEXT = Millrace]: Message catalog in the ExceptionList.
                messageNumber [INTEGER = 3001]: Message number in the ExceptionList.
                messageText [TEXT]: Text of the exception.
                """);
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
