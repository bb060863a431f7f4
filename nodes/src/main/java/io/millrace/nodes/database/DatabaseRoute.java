package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.message.Element;
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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A node that routes a message by values of a table (IIB: "DatabaseRoute node"). */
public final class DatabaseRoute extends DescribedNode {

    public DatabaseRoute() {
        super(
                """
                DatabaseRoute, Database, transactional
                Reads columns of the row that values of the message select, and routes the
                message by conditions on them. Several conditions use terminals defined by the
                node. The message is not changed.

                in: Input message.
                out failure
                out default: The message if no condition is TRUE.
                out keyNotFound: The message if no row is found.
                out match: The message if filterExpression is TRUE.
                """,
                TableWork.ROWS,
                """
                columns [required LIST]: Columns of the first row that the conditions use.
                filterExpression [ESQL_EXPRESSION]: Condition for the terminal match. The
                  columns are below LocalEnvironment.DatabaseRoute, for example
                  LocalEnvironment.DatabaseRoute.PRICE > Body.order.limit.
                filters [LIST]: Further conditions, evaluated in order after filterExpression,
                  each with its output terminal: a list of TERMINAL = condition, for example
                  "gold = LocalEnvironment.DatabaseRoute.CLASS = 'G'". The node has the
                  terminals named in this list.
                distributionMode [all|first = all]: Terminals that receive the message: `all`,
                  the terminals of all conditions that are TRUE, in order, once each; `first`,
                  only the terminal of the first such condition.
                orderBy [TEXT]: Columns to sort the rows by, in SQL syntax.
                """,
                EsqlProperties.BEHAVIOUR);
    }

    @Override
    public List<String> ownTerminals(Function<String, List<String>> properties) {
        return RouteFilters.ownTerminals(properties.apply("filters"));
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Columns where = Columns.required(node, "where", context);
        RouteFilters filters = RouteFilters.of(node, context);
        if (where == null | filters == null | !Columns.isTable(node, context)) {
            return null;
        }
        context.useDataSource(node.text("dataSource"), node.place("dataSource"));
        NodePlan plan = c -> new Route(node, c, where, filters);
        var outside = TableWork.outsideUnit(node, where);
        return NodePlan.of(plan, outside != null ? outside : filters.outsideUnit());
    }

    private static final class Route implements Node {
        private final EsqlCall.Surroundings surroundings;
        private final List<String> columns;
        private final RouteFilters filters;
        private final Map<String, Terminal> terminals = new HashMap<>();
        private final Query query;
        private final TableWork work;
        private final Terminal otherwise;
        private final Terminal keyNotFound;

        Route(NodeDefinition node, NodeContext context, Columns where, RouteFilters filters) {
            this.filters = filters;
            columns = node.list("columns");
            surroundings = EsqlCall.Surroundings.of(node, context, "DatabaseRouteNode");
            query = new Query(node, columns, where, node.text("orderBy"), 1);
            work = new TableWork(node, query);
            otherwise = context.terminal("default");
            keyNotFound = context.terminal("keyNotFound");
            for (RouteFilters.Filter filter : filters.filters()) {
                terminals.put(filter.terminal(), context.terminal(filter.terminal()));
            }
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            new EsqlCall(surroundings, message).run(work);
            if (query.rows().isEmpty()) {
                keyNotFound.propagate(message);
                return;
            }
            MessageAssembly seen = seen(message, query.rows().getFirst());
            Set<String> met =
                    filters.met(condition -> new EsqlCall(surroundings, seen).run(condition));
            if (met.isEmpty()) {
                otherwise.propagate(message);
            }
            met.forEach(name -> terminals.get(name).propagate(message));
        }

        /** Returns the message with the trees that the conditions use. */
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
