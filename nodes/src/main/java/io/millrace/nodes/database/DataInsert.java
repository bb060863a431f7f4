package io.millrace.nodes.database;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlProperties;

import java.util.Collections;

/** A node that inserts a row with values of the message (WMQI: "DataInsert node"). */
public final class DataInsert extends DescribedNode {

    public DataInsert() {
        super(
                """
                DataInsert, Database, transactional
                Inserts a row with values of the message into a table and propagates the message
                unchanged.

                in: Input message.
                out failure
                out out: The message, unchanged.
                """,
                TableWork.TABLE,
                """
                mapping [required LIST]: Columns of the row: a list of COLUMN = expression, for
                  example "ID = Body.order.id".
                """,
                EsqlProperties.BEHAVIOUR);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Columns columns = Columns.required(node, "mapping", context);
        if (columns == null | !Columns.isTable(node, context)) {
            return null;
        }
        String markers = String.join(", ", Collections.nCopies(columns.names().size(), "?"));
        String sql =
                "INSERT INTO "
                        + node.text("table")
                        + " ("
                        + String.join(", ", columns.names())
                        + ") VALUES ("
                        + markers
                        + ")";
        return TableWork.plan(
                node,
                context,
                "DataInsertNode",
                (environment, session) -> session.update(sql, columns.values(environment)),
                columns);
    }
}
