package io.millrace.nodes.transformation;

import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.parser.Validation;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;
import io.millrace.nodes.common.ValidationProperties;

import java.util.LinkedHashSet;
import java.util.Set;

/** Builds a message with an ESQL program (WMQI: "Compute node"). */
public final class Compute implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Compute",
                            "Transformation",
                            Promise.TRANSACTIONAL,
                            """
                            Runs Main of an ESQL COMPUTE module, which builds OutputRoot from \
                            InputRoot. If Main returns TRUE or no value, the output trees in \
                            computeMode are propagated to out, together with the input trees for \
                            the others. If Main returns FALSE or NULL, nothing is propagated. \
                            PROPAGATE propagates further messages.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out("out", "The output message.")
                    .out("out1", "Messages that the program propagates to this terminal.")
                    .out("out2", "Messages that the program propagates to this terminal.")
                    .out("out3", "Messages that the program propagates to this terminal.")
                    .out("out4", "Messages that the program propagates to this terminal.")
                    .property(
                            PropertyDescription.required(
                                            "module",
                                            PropertyKind.ESQL_MODULE,
                                            """
                                            COMPUTE module. The schema can be omitted if the name \
                                            is unique.\
                                            """)
                                    .alias("computeExpression"),
                            PropertyDescription.choice(
                                    "computeMode",
                                    "message",
                                    ComputeMode.WORDS,
                                    """
                                    Output trees that are propagated: OutputRoot (`message`), \
                                    OutputLocalEnvironment (`destination`), OutputExceptionList \
                                    (`exception`). Changes to the other output trees are \
                                    discarded.\
                                    """),
                            EsqlProperties.DATA_SOURCE,
                            EsqlProperties.TRANSACTION,
                            EsqlProperties.THROW_ERRORS,
                            EsqlProperties.WARNINGS_ARE_ERRORS,
                            ValidationProperties.OF_RESULT,
                            ValidationProperties.FAILURE_ACTION)
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        EsqlProperties.useDataSource(node, context);
        Set<String> terminals = new LinkedHashSet<>();
        DESCRIPTION.outputs().forEach(t -> terminals.add(t.name()));
        EsqlModule module =
                EsqlProperties.module(node, "module", ModuleKind.COMPUTE, terminals, context);
        if (module == null) {
            return null;
        }
        ComputeMode mode = ComputeMode.of(node.text("computeMode"));
        Validation validation = ValidationProperties.of(node);
        NodePlan plan =
                c ->
                        new Program(
                                module,
                                mode,
                                EsqlCall.Surroundings.of(node, c, "ComputeNode"),
                                new ComputeTerminals(c, DESCRIPTION, validation));
        return NodePlan.of(plan, EsqlProperties.outsideUnit(node, module));
    }

    private static final class Program implements Node {
        private final EsqlModule module;
        private final ComputeMode mode;
        private final EsqlCall.Surroundings surroundings;
        private final ComputeTerminals terminals;

        Program(
                EsqlModule module,
                ComputeMode mode,
                EsqlCall.Surroundings surroundings,
                ComputeTerminals terminals) {
            this.module = module;
            this.mode = mode;
            this.surroundings = surroundings;
            this.terminals = terminals;
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            ComputeCall call = new ComputeCall(surroundings, message, mode, terminals);
            Value result = call.run(module);
            if (result instanceof Value.BooleanValue(boolean goesOn) && goesOn) {
                call.out();
            }
        }
    }
}
