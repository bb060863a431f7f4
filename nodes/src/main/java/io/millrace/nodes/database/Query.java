package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.NodeDefinition;

import java.util.ArrayList;
import java.util.List;

/**
 * A query for columns of a table, which keeps the rows of its last execution. Belongs to one
 * instance.
 */
final class Query implements TableWork.Statement {

    private final String sql;
    private final Columns where;
    private final String order;
    private final int most;
    private List<Row> rows = List.of();

    /**
     * @param columns columns in SQL syntax
     * @param order columns to sort by, in SQL syntax; empty for no order
     * @param most maximum number of rows to keep
     */
    Query(NodeDefinition node, List<String> columns, Columns where, String order, int most) {
        sql = "SELECT " + String.join(", ", columns) + " FROM " + node.text("table");
        this.where = where;
        this.order = order.isBlank() ? "" : " ORDER BY " + order;
        this.most = most;
    }

    @Override
    public DatabaseSession.Outcome run(EsqlEnvironment environment, DatabaseSession session) {
        List<Row> found = new ArrayList<>();
        rows = found;
        List<Value> parameters = new ArrayList<>();
        String text = sql + where.where(environment, parameters) + order;
        return session.query(
                text,
                parameters,
                row -> {
                    if (found.size() < most) {
                        found.add(row);
                    }
                });
    }

    /** Returns the rows of the last execution; an empty list if it failed. */
    List<Row> rows() {
        return rows;
    }
}
