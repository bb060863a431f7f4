package io.millrace.nodes.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlProperties;

import java.util.ArrayList;
import java.util.List;

/** A node that deletes rows selected by values of the message (WMQI: "DataDelete node"). */
public final class DataDelete extends DescribedNode {

    public DataDelete() {
        super(
                """
                DataDelete, Database, transactional
                Deletes the rows of a table that values of the message select, and propagates
                the message unchanged.

                in: Input message.
                out failure
                out out: The message, unchanged.
                """,
                TableWork.ROWS,
                EsqlProperties.BEHAVIOUR);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Columns where = Columns.required(node, "where", context);
        if (where == null | !Columns.isTable(node, context)) {
            return null;
        }
        String sql = "DELETE FROM " + node.text("table");
        return TableWork.plan(
                node,
                context,
                "DataDeleteNode",
                (environment, session) -> {
                    List<Value> values = new ArrayList<>();
                    return session.update(sql + where.where(environment, values), values);
                },
                where);
    }
}
