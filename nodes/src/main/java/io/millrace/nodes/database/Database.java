package io.millrace.nodes.database;

import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;

import java.util.Set;

/** A node that runs ESQL that changes a database (WMQI: "Database node"). */
public final class Database extends DescribedNode {

    public Database() {
        super(
                """
                Database, Database, transactional
                Runs Main of an ESQL DATABASE module, which can change a database, and
                propagates the message unchanged. If Main returns FALSE or NULL, the message is
                not propagated.

                in: Input message.
                out failure
                out out: The message, unchanged.
                statement [required ESQL_MODULE, alias module]: DATABASE module. The schema can
                  be omitted if the name is unique.
                """,
                EsqlProperties.DATABASE);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        EsqlModule module =
                EsqlProperties.module(
                        node, "statement", ModuleKind.DATABASE, Set.of("out"), context);
        if (module == null) {
            return null;
        }
        EsqlProperties.useDataSource(node, module, context);
        NodePlan plan =
                c ->
                        new Statement(
                                module,
                                EsqlCall.Surroundings.of(node, c, "DatabaseNode"),
                                c.terminal("out"));
        return NodePlan.of(plan, EsqlProperties.outsideUnit(node, module));
    }

    private record Statement(EsqlModule module, EsqlCall.Surroundings surroundings, Terminal out)
            implements Node {
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
            boolean nowhere = statement.terminal().equals("nowhere");
            if (toOut) {
                out.propagate(input());
            } else if (!nowhere) {
                super.propagate(statement);
            }
        }
    }
}
