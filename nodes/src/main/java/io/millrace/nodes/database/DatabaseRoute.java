package io.millrace.nodes.database;

import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.message.Element;
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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Routes by what a table knows (IIB: "DatabaseRoute node"). */
public final class DatabaseRoute implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "DatabaseRoute",
                            "Database",
                            Promise.TRANSACTIONAL,
                            "Asks a table for columns of the row that values of the message name,"
                                    + " and routes by conditions on them, to terminals that the"
                                    + " node names itself where there are several. The message is"
                                    + " not changed.")
                    .in("in", "Takes the message.")
                    .failure()
                    .out("default", "Gives the message when no condition is TRUE.")
                    .out("keyNotFound", "Gives the message when there is no row.")
                    .out("match", "Gives the message when filterExpression is TRUE.")
                    .property(
                            TableWork.properties(
                                    Columns.WHERE,
                                    PropertyDescription.required(
                                            "columns",
                                            PropertyKind.LIST,
                                            "The columns of the first row that the condition"
                                                    + " uses."),
                                    PropertyDescription.optional(
                                            "filterExpression",
                                            PropertyKind.ESQL_EXPRESSION,
                                            "",
                                            "The condition that leads to match; it sees the columns"
                                                + " below LocalEnvironment.DatabaseRoute, for"
                                                + " example LocalEnvironment.DatabaseRoute.PRICE >"
                                                + " Body.order.limit."),
                                    PropertyDescription.optional(
                                            "filters",
                                            PropertyKind.LIST,
                                            "",
                                            "Further conditions, in turn behind filterExpression,"
                                                    + " each with the output terminal that it leads"
                                                    + " to: a list of TERMINAL = condition, for"
                                                    + " example \"gold ="
                                                    + " LocalEnvironment.DatabaseRoute.CLASS ="
                                                    + " 'G'\". The node has the terminals that are"
                                                    + " named here."),
                                    PropertyDescription.choice(
                                            "distributionMode",
                                            "all",
                                            List.of("all", "first"),
                                            "all: the message goes to the terminals of all"
                                                    + " conditions that are TRUE, in their order,"
                                                    + " to each once; first: only to the first"
                                                    + " one's."),
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

        /** The message as conditions see it. */
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
