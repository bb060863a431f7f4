package io.millrace.nodes.database;

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

/** Runs ESQL that changes a database (WMQI: "Database node"). */
public final class Database implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Database",
                            "Database",
                            Promise.TRANSACTIONAL,
                            """
                            Runs Main of an ESQL DATABASE module, which can change a database, \
                            and propagates the message unchanged. If Main returns FALSE or NULL, \
                            the message is not propagated.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out("out", "The message, unchanged.")
                    .property(
                            PropertyDescription.required(
                                            "statement",
                                            PropertyKind.ESQL_MODULE,
                                            """
                                            DATABASE module. The schema can be omitted if the \
                                            name is unique.\
                                            """)
                                    .alias("module"),
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
        EsqlProperties.useDataSource(node, context);
        EsqlModule module =
                EsqlProperties.module(
                        node, "statement", ModuleKind.DATABASE, Set.of("out"), context);
        if (module == null) {
            return null;
        }
        NodePlan plan =
                c -> new Statement(c, module, EsqlCall.Surroundings.of(node, c, "DatabaseNode"));
        return NodePlan.of(plan, EsqlProperties.outsideUnit(node, module));
    }

    private static final class Statement implements Node {
        private final EsqlModule module;
        private final EsqlCall.Surroundings surroundings;
        private final Terminal out;

        Statement(NodeContext context, EsqlModule module, EsqlCall.Surroundings surroundings) {
            this.module = module;
            this.surroundings = surroundings;
            out = context.terminal("out");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Value result = new Call(surroundings, message, out).run(module);
            if (result instanceof Value.BooleanValue(boolean goesOn) && goesOn) {
                out.propagate(message);
            }
        }
    }

    /** A call that can PROPAGATE the input message. */
    private static final class Call extends EsqlCall {
        private final Terminal out;

        Call(Surroundings surroundings, MessageAssembly input, Terminal out) {
            super(surroundings, input);
            this.out = out;
        }

        @Override
        public void propagate(Propagation statement) {
            boolean toOut =
                    statement.label().isEmpty()
                            && (statement.terminal().isEmpty()
                                    || statement.terminal().equals("out"));
            if (toOut) {
                out.propagate(input());
            } else {
                super.propagate(statement);
            }
        }
    }
}
