package io.millrace.nodes.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlProperties;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A node that stores messages, or parts of them, in a table (WMQI: "Warehouse node"). */
public final class Warehouse extends DescribedNode {

    private static final String MESSAGE = "messageColumn";
    private static final String TIME = "timestampColumn";

    public Warehouse() {
        super(
                """
                Warehouse, Database, transactional
                Stores the message in a table (the bytes after the MQMD, parts of the message,
                the time) and propagates it unchanged.

                in: Input message.
                out failure
                out out: The message, unchanged.
                """,
                TableWork.TABLE,
                """
                messageColumn [TEXT]: Binary column for the complete message as written by
                  MQOutput. If empty, the message is not stored.
                timestampColumn [TEXT]: Column for the current time in the time zone of the
                  broker. If empty, the time is not stored.
                mapping [LIST]: Further columns: a list of COLUMN = expression, for example "ID
                  = Body.order.id".
                """,
                EsqlProperties.BEHAVIOUR);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        List<String> names = new ArrayList<>();
        boolean wrong = !Columns.isTable(node, context);
        for (String property : List.of(MESSAGE, TIME)) {
            if (!node.text(property).isEmpty()) {
                wrong |= !Columns.isColumn(node, property, context);
                names.add(node.text(property));
            }
        }
        Columns columns = Columns.of(node, "mapping", context);
        if (wrong || columns == null) {
            return null;
        }
        names.addAll(columns.names());
        if (names.isEmpty()) {
            context.problems()
                    .error(
                            ErrorCode.MISSING_KEY,
                            node.place(),
                            "Warehouse node " + node.name() + " stores nothing",
                            "set messageColumn, timestampColumn or mapping");
            return null;
        }
        String sql =
                "INSERT INTO "
                        + node.text("table")
                        + " ("
                        + String.join(", ", names)
                        + ") VALUES ("
                        + String.join(", ", Collections.nCopies(names.size(), "?"))
                        + ")";
        return TableWork.plan(
                node,
                context,
                "WarehouseNode",
                instance ->
                        (environment, session) ->
                                session.update(sql, values(node, columns, environment, instance)),
                columns);
    }

    private static List<Value> values(
            NodeDefinition node,
            Columns columns,
            EsqlEnvironment environment,
            NodeContext instance) {
        List<Value> values = new ArrayList<>();
        if (!node.text(MESSAGE).isEmpty()) {
            values.add(
                    new Value.BlobValue(
                            instance.assembler()
                                    .write(environment.tree(Correlation.INPUT_ROOT))
                                    .body()));
        }
        if (!node.text(TIME).isEmpty()) {
            values.add(new Value.TimestampValue(environment.now().toLocalDateTime()));
        }
        values.addAll(columns.values(environment));
        return values;
    }
}
