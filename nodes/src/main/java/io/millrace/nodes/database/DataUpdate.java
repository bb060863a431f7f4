package io.millrace.nodes.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlProperties;

import java.util.ArrayList;
import java.util.List;

/** A node that updates rows with values of the message (WMQI: "DataUpdate node"). */
public final class DataUpdate extends DescribedNode {

    public DataUpdate() {
        super(
                """
                DataUpdate, Database, transactional
                Updates selected rows of a table with values of the message and propagates the
                message unchanged.

                in: Input message.
                out failure
                out out: The message, unchanged.
                """,
                TableWork.TABLE,
                """
                mapping [required LIST]: Columns to change: a list of COLUMN = expression, for
                  example "PRICE = Body.order.price".
                where [required LIST]: Conditions that select the rows: a list of COLUMN =
                  expression that must all be true, for example "ID = Body.order.id". The value
                  NULL selects rows where the column is NULL.
                """,
                EsqlProperties.BEHAVIOUR);
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
