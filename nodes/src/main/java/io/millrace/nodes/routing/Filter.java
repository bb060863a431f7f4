package io.millrace.nodes.routing;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
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

import java.util.Set;

/** Routes a message by an ESQL condition (WMQI: "Filter node"). */
public final class Filter implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Filter",
                            "Routing",
                            Promise.TRANSACTIONAL,
                            """
                            Evaluates an ESQL condition, which is an expression or a FILTER \
                            module. Propagates the message to true, to false, or to unknown if \
                            the condition is NULL. The message is not changed.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out("unknown", "The message if the condition is NULL.")
                    .out("false", "The message if the condition is FALSE.")
                    .out("true", "The message if the condition is TRUE.")
                    .property(
                            PropertyDescription.optional(
                                    "expression",
                                    PropertyKind.ESQL_EXPRESSION,
                                    "",
                                    """
                                    Condition, for example Body.order.total > 1000. Either this \
                                    property or module must be set.\
                                    """),
                            PropertyDescription.optional(
                                            "module",
                                            PropertyKind.ESQL_MODULE,
                                            "",
                                            """
                                            FILTER module that returns the condition. Either this \
                                            property or expression must be set.\
                                            """)
                                    .alias("filterExpression"),
                            EsqlProperties.DATA_SOURCE,
                            EsqlProperties.TRANSACTION,
                            EsqlProperties.THROW_ERRORS,
                            EsqlProperties.WARNINGS_ARE_ERRORS)
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
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
                                    + " needs either the property expression or the property"
                                    + " module");
            return null;
        }
        EsqlProperties.useDataSource(node, context);
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
        NodePlan plan =
                c -> new Decision(c, condition, EsqlCall.Surroundings.of(node, c, "FilterNode"));
        return NodePlan.of(plan, EsqlProperties.outsideUnit(node, condition));
    }

    private static final class Decision implements Node {
        private final EsqlModule condition;
        private final EsqlCall.Surroundings surroundings;
        private final Terminal unknown;
        private final Terminal no;
        private final Terminal yes;

        Decision(NodeContext context, EsqlModule condition, EsqlCall.Surroundings surroundings) {
            this.condition = condition;
            this.surroundings = surroundings;
            unknown = context.terminal("unknown");
            no = context.terminal("false");
            yes = context.terminal("true");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Value value = new EsqlCall(surroundings, message).run(condition);
            if (value == null) {
                unknown.propagate(message);
            } else if (value instanceof Value.BooleanValue(boolean met)) {
                (met ? yes : no).propagate(message);
            } else {
                throw new MillraceException(
                        ErrorCode.ESQL_OPERANDS,
                        "the condition is of type "
                                + value.type()
                                + ", not BOOLEAN: "
                                + condition.name());
            }
        }
    }
}
