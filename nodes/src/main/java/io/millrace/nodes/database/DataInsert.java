package io.millrace.nodes.database;

import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;

import java.util.Collections;

/** Inserts a row with values of the message (WMQI: "DataInsert node"). */
public final class DataInsert implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "DataInsert",
                            "Database",
                            Promise.TRANSACTIONAL,
                            """
                            Inserts a row with values of the message into a table and propagates \
                            the message unchanged.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out("out", "The message, unchanged.")
                    .property(
                            TableWork.properties(
                                    Columns.mapping(
                                            """
                                            Columns of the row: a list of COLUMN = expression, \
                                            for example "ID = Body.order.id".\
                                            """)))
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
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
