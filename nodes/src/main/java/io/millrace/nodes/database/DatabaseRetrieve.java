package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import java.util.List;

/** A node that adds values of a table to the message (IIB: "DatabaseRetrieve node"). */
public final class DatabaseRetrieve extends DescribedNode {

    public DatabaseRetrieve() {
        super(
                """
                DatabaseRetrieve, Database, transactional
                Reads columns of the rows that values of the message select, and sets fields to
                these values. The input trees are not changed, except Environment.

                in: Input message.
                out failure
                out out: The message with the fields that were set.
                out keyNotFound: The input message if no row is found.
                """,
                TableWork.ROWS,
                """
                dataElements [required LIST]: Fields to set: a list of FIELD = COLUMN, for
                  example "OutputRoot.XMLNSC.order.price = PRICE". A field must be below
                  OutputRoot, OutputLocalEnvironment or Environment.
                orderBy [TEXT]: Columns to sort the rows by, in SQL syntax.
                multipleRows [BOOLEAN = false]: Whether each row adds fields after the fields of
                  the previous row. Otherwise only the first row is used.
                """,
                EsqlProperties.BEHAVIOUR);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Columns where = Columns.required(node, "where", context);
        List<RowTarget> targets = RowTarget.of(node, "dataElements", context);
        if (where == null | targets == null | !Columns.isTable(node, context)) {
            return null;
        }
        context.useDataSource(node.text("dataSource"), node.place("dataSource"));
        NodePlan plan = c -> new Retrieval(node, c, where, targets);
        return NodePlan.of(plan, TableWork.outsideUnit(node, where));
    }

    private static final class Retrieval implements Node {
        private final EsqlCall.Surroundings surroundings;
        private final List<RowTarget> targets;
        private final Query query;
        private final TableWork work;
        private final Terminal out;
        private final Terminal keyNotFound;

        Retrieval(
                NodeDefinition node, NodeContext context, Columns where, List<RowTarget> targets) {
            this.targets = targets;
            surroundings = EsqlCall.Surroundings.of(node, context, "DatabaseRetrieveNode");
            List<String> columns = targets.stream().map(RowTarget::column).toList();
            int most = node.flag("multipleRows") ? Integer.MAX_VALUE : 1;
            query = new Query(node, columns, where, node.text("orderBy"), most);
            work = new TableWork(node, query);
            out = context.terminal("out");
            keyNotFound = context.terminal("keyNotFound");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            new EsqlCall(surroundings, message).run(work);
            List<Row> rows = query.rows();
            if (rows.isEmpty()) {
                keyNotFound.propagate(message);
                return;
            }
            MessageAssembly copy = RowTarget.copied(message, targets);
            for (int row = 0; row < rows.size(); row++) {
                for (int i = 0; i < targets.size(); i++) {
                    targets.get(i).set(copy, rows.get(row).values().get(i), row);
                }
            }
            out.propagate(copy);
        }
    }
}
