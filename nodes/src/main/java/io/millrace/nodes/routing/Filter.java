package io.millrace.nodes.routing;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import java.util.Set;

/** A node that routes a message by an ESQL condition (WMQI: "Filter node"). */
public final class Filter extends DescribedNode {

    public Filter() {
        super(
                """
                Filter, Routing, transactional
                Evaluates an ESQL condition, which is an expression or a FILTER module.
                Propagates the message to true, to false, or to unknown if the condition is
                NULL. The message is not changed.

                in: Input message.
                out failure
                out unknown: The message if the condition is NULL.
                out false: The message if the condition is FALSE.
                out true: The message if the condition is TRUE.
                expression [ESQL_EXPRESSION]: Condition, for example Body.order.total > 1000.
                  Either this property or module must be set.
                module [ESQL_MODULE, alias filterExpression]: FILTER module that returns the
                  condition. Either this property or expression must be set.
                """,
                EsqlProperties.DATABASE);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        boolean inline = !node.text("expression").isBlank();
        if (inline == !node.text("module").isBlank()) {
            context.problems()
                    .error(
                            ErrorCode.MISSING_KEY,
                            node.place(),
                            "Filter node "
                                    + node.name()
                                    + " requires either the property expression or the property "
                                    + "module");
            return null;
        }
        EsqlModule condition =
                inline
                        ? context.esql()
                                .expression(
                                        EsqlProperties.source(node, "expression"),
                                        ModuleKind.FILTER,
                                        context.problems())
                        : EsqlProperties.module(
                                node, "module", ModuleKind.FILTER, Set.of(), context);
        if (condition == null) {
            return null;
        }
        if (node.text("module").isEmpty()) {
            EsqlProperties.checkFields(node, condition, context);
        }
        EsqlProperties.useDataSource(node, condition, context);
        NodePlan plan =
                c ->
                        new Decision(
                                condition,
                                EsqlCall.Surroundings.of(node, c, "FilterNode"),
                                c.terminal("unknown"),
                                c.terminal("false"),
                                c.terminal("true"));
        return NodePlan.of(plan, EsqlProperties.outsideUnit(node, condition));
    }

    private record Decision(
            EsqlModule condition,
            EsqlCall.Surroundings surroundings,
            Terminal unknown,
            Terminal no,
            Terminal yes)
            implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Boolean met = new EsqlCall(surroundings, message).test(condition);
            Terminal chosen = met == null ? unknown : met ? yes : no;
            chosen.propagate(message);
        }
    }
}
