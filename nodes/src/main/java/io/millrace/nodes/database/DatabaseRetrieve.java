package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.EsqlCall;

import java.util.List;

/** Adds what a table knows to the message (IIB: "DatabaseRetrieve node"). */
public final class DatabaseRetrieve implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "DatabaseRetrieve",
                            "Database",
                            Promise.TRANSACTIONAL,
                            "Asks a table for columns of the rows that values of the message name,"
                                    + " and sets fields to what it finds. The trees that came in"
                                    + " stay as they are, but for Environment.")
                    .in("in", "Takes the message.")
                    .failure()
                    .out("out", "Gives the message with the fields set.")
                    .out("keyNotFound", "Gives the message as it came in when there is no row.")
                    .property(
                            TableWork.properties(
                                    Columns.WHERE,
                                    PropertyDescription.required(
                                            "dataElements",
                                            PropertyKind.LIST,
                                            "The fields: a list of FIELD = COLUMN, for example"
                                                    + " \"OutputRoot.XMLNSC.order.price = PRICE\"."
                                                    + " Fields are below OutputRoot,"
                                                    + " OutputLocalEnvironment or Environment."),
                                    PropertyDescription.optional(
                                            "orderBy",
                                            PropertyKind.TEXT,
                                            "",
                                            "The columns to sort rows by, as SQL writes them."),
                                    PropertyDescription.optional(
                                            "multipleRows",
                                            PropertyKind.BOOLEAN,
                                            "false",
                                            "Whether each row adds fields, one behind the other;"
                                                    + " else the first row alone is taken.")))
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
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
