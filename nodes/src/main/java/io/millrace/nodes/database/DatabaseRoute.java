package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.ModuleKind;
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
import io.millrace.nodes.common.RouteFilters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A node that routes a message by values of a table (IIB: "DatabaseRoute node"). */
public final class DatabaseRoute extends DescribedNode {

    private static final String MATCH = "match";
    private static final String EXPRESSION = "filterExpression";
    private static final Set<String> TAKEN = Set.of("failure", "default", "keyNotFound");
    private static final String EXAMPLE = "gold = LocalEnvironment.DatabaseRoute.CLASS = 'G'";

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
                """,
                RouteFilters.NAMESPACES_OF_XPATH,
                RouteFilters.DISTRIBUTION_MODE,
                """
                orderBy [TEXT]: Columns to sort the rows by, in SQL syntax.
                """,
                EsqlProperties.BEHAVIOUR);
    }

    @Override
    public List<String> ownTerminals(Function<String, List<String>> properties) {
        List<String> named =
                RouteFilters.ownTerminals(properties.apply(RouteFilters.FILTERS), TAKEN);
        if (named == null) {
            return null;
        }
        List<String> own = new ArrayList<>(named);
        own.remove(MATCH);
        return List.copyOf(own);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Columns where = Columns.required(node, "where", context);
        RouteFilters filters = filters(node, context);
        if (where == null | filters == null | !Columns.isTable(node, context)) {
            return null;
        }
        context.useDataSource(node.text("dataSource"), node.place("dataSource"));
        NodePlan plan = c -> new Route(node, c, where, filters);
        var outside = TableWork.outsideUnit(node, where);
        return NodePlan.of(plan, outside != null ? outside : filters.outsideUnit());
    }

    /** Reads the conditions. Reports problems and returns null if they are invalid. */
    private static RouteFilters filters(NodeDefinition node, DeployContext context) {
        boolean hasExpression = !node.text(EXPRESSION).isBlank();
        if (!hasExpression && node.list(RouteFilters.FILTERS).isEmpty()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(RouteFilters.FILTERS),
                            "node " + node.name() + " has no condition",
                            "set filterExpression or filters");
            return null;
        }
        List<RouteFilters.Filter> first = new ArrayList<>();
        if (hasExpression) {
            first.add(
                    new RouteFilters.Filter(
                            MATCH,
                            context.esql()
                                    .expression(
                                            EsqlProperties.source(node, EXPRESSION),
                                            ModuleKind.FILTER,
                                            context.problems())));
        }
        return RouteFilters.of(node, first, TAKEN, EXAMPLE, context);
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
                    filters.met(
                            condition ->
                                    Boolean.TRUE.equals(
                                            new EsqlCall(surroundings, seen).test(condition)));
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
