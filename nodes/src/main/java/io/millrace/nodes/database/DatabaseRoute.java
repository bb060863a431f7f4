package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
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
import io.millrace.nodes.common.EsqlProperties;

import java.util.List;

/** Routes by what a table knows (IIB: "DatabaseRoute node"). */
public final class DatabaseRoute implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "DatabaseRoute",
                            "Database",
                            Promise.TRANSACTIONAL,
                            "Asks a table for columns of the row that values of the message name,"
                                    + " and routes by a condition on them. The message is not"
                                    + " changed.")
                    .in("in", "Takes the message.")
                    .failure()
                    .out("default", "Gives the message when the condition is not TRUE.")
                    .out("keyNotFound", "Gives the message when there is no row.")
                    .out("match", "Gives the message when the condition is met.")
                    .property(
                            TableWork.properties(
                                    Columns.WHERE,
                                    PropertyDescription.required(
                                            "columns",
                                            PropertyKind.LIST,
                                            "The columns of the first row that the condition"
                                                    + " uses."),
                                    PropertyDescription.required(
                                            "filterExpression",
                                            PropertyKind.ESQL_EXPRESSION,
                                            "The condition; it sees the columns below"
                                                    + " LocalEnvironment.DatabaseRoute, for example"
                                                    + " LocalEnvironment.DatabaseRoute.PRICE >"
                                                    + " Body.order.limit."),
                                    PropertyDescription.optional(
                                            "orderBy",
                                            PropertyKind.TEXT,
                                            "",
                                            "The columns to sort rows by, as SQL writes them.")))
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Columns where = Columns.required(node, "where", context);
        EsqlModule condition =
                context.esql()
                        .expression(
                                EsqlProperties.source(node, "filterExpression"),
                                ModuleKind.FILTER,
                                context.problems());
        if (where == null | condition == null | !Columns.isTable(node, context)) {
            return null;
        }
        context.useDataSource(node.text("dataSource"), node.place("dataSource"));
        NodePlan plan = c -> new Route(node, c, where, condition);
        var outside = TableWork.outsideUnit(node, where);
        return NodePlan.of(plan, outside != null ? outside : condition.outsideUnit());
    }

    private static final class Route implements Node {
        private final EsqlCall.Surroundings surroundings;
        private final List<String> columns;
        private final EsqlModule condition;
        private final Query query;
        private final TableWork work;
        private final Terminal otherwise;
        private final Terminal keyNotFound;
        private final Terminal match;

        Route(NodeDefinition node, NodeContext context, Columns where, EsqlModule condition) {
            this.condition = condition;
            columns = node.list("columns");
            surroundings = EsqlCall.Surroundings.of(node, context, "DatabaseRouteNode");
            query = new Query(node, columns, where, node.text("orderBy"), 1);
            work = new TableWork(node, query);
            otherwise = context.terminal("default");
            keyNotFound = context.terminal("keyNotFound");
            match = context.terminal("match");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            new EsqlCall(surroundings, message).run(work);
            if (query.rows().isEmpty()) {
                keyNotFound.propagate(message);
                return;
            }
            Value met =
                    new EsqlCall(surroundings, seen(message, query.rows().getFirst()))
                            .run(condition);
            if (met != null && !(met instanceof Value.BooleanValue)) {
                throw new MillraceException(
                        ErrorCode.ESQL_OPERANDS,
                        "the condition is of type "
                                + met.type()
                                + ", not BOOLEAN: "
                                + condition.name());
            }
            boolean matches = met instanceof Value.BooleanValue(boolean value) && value;
            (matches ? match : otherwise).propagate(message);
        }

        /** The message as the condition sees it. */
        private MessageAssembly seen(MessageAssembly message, Row row) {
            Element environment = message.localEnvironment().copy();
            Element known = environment.child("DatabaseRoute");
            if (known != null) {
                known.remove();
            }
            Element found = environment.add("DatabaseRoute");
            for (int i = 0; i < columns.size(); i++) {
                found.add(columns.get(i).replace("\"", ""), row.values().get(i));
            }
            return message.withLocalEnvironment(environment);
        }
    }
}
