package io.millrace.nodes.routing;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;
import io.millrace.nodes.common.RouteFilters;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** A node that routes a message by a table of conditions (IIB: "Route node"). */
public final class Route extends DescribedNode {

    private static final String DEFAULT = "default";
    private static final Set<String> TAKEN = Set.of("failure", DEFAULT);
    private static final String EXAMPLE = "large = Body.order.total > 1000";

    public Route() {
        super(
                """
                Route, Routing, transactional
                Evaluates a list of conditions and propagates the message to the terminals of
                those that are TRUE. The property filters defines these terminals. All conditions
                are
                evaluated before the message is propagated. The message is not changed.
                A condition that contains a variable such as $Root or $Body is an expression of
                XPath 1.0; others are ESQL. XPath accesses the trees of the message by the
                variables $Root, $Body, $Properties, $LocalEnvironment, $ExceptionList (also with
                Input before the name) and $Environment, with which each path begins. All axes
                except namespace and all functions except id and lang are supported. Attributes of
                XML are attributes, all other fields are elements.

                in: Input message.
                out failure
                out default: The message if no condition is TRUE.
                filters [required LIST]: Conditions, evaluated in order, each
                  with its output terminal: a list of TERMINAL = condition, for example "large =
                  Body.order.total > 1000" or "large = $Body/order/total > 1000". The node has the
                  terminals named in this list.
                """,
                RouteFilters.NAMESPACES_OF_XPATH,
                RouteFilters.DISTRIBUTION_MODE,
                EsqlProperties.DATABASE);
    }

    @Override
    public List<String> ownTerminals(Function<String, List<String>> properties) {
        return RouteFilters.ownTerminals(properties.apply(RouteFilters.FILTERS), TAKEN);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        RouteFilters filters = RouteFilters.of(node, List.of(), TAKEN, EXAMPLE, context);
        if (filters == null || filters.filters().isEmpty()) {
            return null;
        }
        filters.filters()
                .forEach(
                        filter -> {
                            EsqlProperties.checkFields(node, filter.condition(), context);
                            EsqlProperties.useDataSource(node, filter.condition(), context);
                        });
        NodePlan plan = c -> new Routing(node, c, filters);
        OutsideUnit outside =
                filters.filters().stream()
                        .map(filter -> EsqlProperties.outsideUnit(node, filter.condition()))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
        return NodePlan.of(plan, outside);
    }

    private static final class Routing implements Node {
        private final EsqlCall.Surroundings surroundings;
        private final RouteFilters filters;
        private final Map<String, Terminal> terminals = new HashMap<>();
        private final Terminal otherwise;

        Routing(NodeDefinition node, NodeContext context, RouteFilters filters) {
            this.filters = filters;
            surroundings = EsqlCall.Surroundings.of(node, context, "RouteNode");
            otherwise = context.terminal(DEFAULT);
            for (RouteFilters.Filter filter : filters.filters()) {
                terminals.put(filter.terminal(), context.terminal(filter.terminal()));
            }
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Set<String> met =
                    filters.met(
                            condition ->
                                    Boolean.TRUE.equals(
                                            new EsqlCall(surroundings, message).test(condition)));
            if (met.isEmpty()) {
                otherwise.propagate(message);
            }
            met.forEach(name -> terminals.get(name).propagate(message));
        }
    }
}
