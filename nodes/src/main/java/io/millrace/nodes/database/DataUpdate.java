package io.millrace.nodes.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;

import java.util.ArrayList;
import java.util.List;

/** Updates rows with values of the message (WMQI: "DataUpdate node"). */
public final class DataUpdate implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "DataUpdate",
                            "Database",
                            Promise.TRANSACTIONAL,
                            """
                            Updates selected rows of a table with values of the message and \
                            propagates the message unchanged.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out("out", "The message, unchanged.")
                    .property(
                            TableWork.properties(
                                    Columns.mapping(
                                            """
                                            Columns to change: a list of COLUMN = expression, for \
                                            example "PRICE = Body.order.price".\
                                            """),
                                    Columns.WHERE))
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Columns columns = Columns.required(node, "mapping", context);
        Columns where = Columns.required(node, "where", context);
        if (columns == null | where == null | !Columns.isTable(node, context)) {
            return null;
        }
        String sql =
                "UPDATE "
                        + node.text("table")
                        + " SET "
                        + String.join(" = ?, ", columns.names())
                        + " = ?";
        return TableWork.plan(
                node,
                context,
                "DataUpdateNode",
                (environment, session) -> {
                    List<Value> values = new ArrayList<>(columns.values(environment));
                    return session.update(sql + where.where(environment, values), values);
                },
                columns,
                where);
    }
}
