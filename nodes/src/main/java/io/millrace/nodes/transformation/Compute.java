package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.Validation;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.EsqlProperties;
import io.millrace.nodes.common.ValidationProperties;

import java.util.LinkedHashSet;
import java.util.Set;

/** A node that builds a message with an ESQL program (WMQI: "Compute node"). */
public final class Compute extends DescribedNode {

    public Compute() {
        super(
                """
                Compute, Transformation, transactional
                Runs Main of an ESQL COMPUTE module, which builds OutputRoot from InputRoot. If
                Main returns TRUE or no value, the output trees selected by computeMode are
                propagated to out; for the other trees, the input trees are propagated. If Main
                returns FALSE or NULL, nothing is propagated. PROPAGATE propagates further
                messages.

                in: Input message.
                out failure
                out out: The output message.
                out out1: Messages that the program propagates to this terminal.
                out out2: Messages that the program propagates to this terminal.
                out out3: Messages that the program propagates to this terminal.
                out out4: Messages that the program propagates to this terminal.
                module [required ESQL_MODULE, alias computeExpression]: COMPUTE module. The
                  schema can be omitted if the name is unique.
                computeMode
                  [message|destination|destinationAndMessage|exception|exceptionAndMessage|exceptionAndDestination|all
                  = message]: Output trees that are propagated: OutputRoot (`message`),
                  OutputLocalEnvironment (`destination`), OutputExceptionList (`exception`).
                  Changes to the other output trees are discarded.
                """,
                EsqlProperties.DATABASE,
                ValidationProperties.OF_RESULT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Set<String> terminals = new LinkedHashSet<>();
        description().outputs().forEach(t -> terminals.add(t.name()));
        EsqlModule module =
                EsqlProperties.module(node, "module", ModuleKind.COMPUTE, terminals, context);
        if (module == null) {
            return null;
        }
        ComputeMode mode = ComputeMode.of(node.text("computeMode"));
        Validation validation = ValidationProperties.of(node);
        EsqlProperties.useDataSource(node, module, context);
        checkOutput(node, module, mode, context);
        checkMode(node, module, mode, context);
        NodePlan plan =
                c ->
                        new Program(
                                module,
                                mode,
                                EsqlCall.Surroundings.of(node, c, "ComputeNode"),
                                new ComputeTerminals(c, description(), validation));
        return NodePlan.of(plan, EsqlProperties.outsideUnit(node, module));
    }

    /** Warns about an output message that is never set, or that no node receives. */
    private static void checkOutput(
            NodeDefinition node, EsqlModule module, ComputeMode mode, DeployContext context) {
        boolean sets =
                module.fields().stream()
                        .anyMatch(f -> f.tree() == FieldUse.Tree.OUTPUT_ROOT && f.isTarget());
        if (sets
                && module.terminals().isEmpty()
                && module.labels().isEmpty()
                && !context.isConnected(node.name(), "out")) {
            context.problems()
                    .warning(
                            ErrorCode.UNCONNECTED_TERMINAL,
                            node.place(),
                            "module "
                                    + module.name()
                                    + " sets OutputRoot, but the terminal out of node "
                                    + node.name()
                                    + " is not connected: the message is discarded",
                            "connect " + node.name() + ".out");
        }
        if (mode.message()
                && module.leavesOutputEmpty()
                && context.isConnected(node.name(), "out")) {
            context.problems()
                    .warning(
                            ErrorCode.ESQL_NEVER_SET,
                            module.place(),
                            "module "
                                    + module.name()
                                    + " returns TRUE, but never sets OutputRoot: node "
                                    + node.name()
                                    + " sends an empty message",
                            "write SET OutputRoot = InputRoot, or RETURN FALSE to send nothing");
        }
    }

    /** Warns about output trees that the program sets, but the node does not propagate. */
    private static void checkMode(
            NodeDefinition node, EsqlModule module, ComputeMode mode, DeployContext context) {
        for (FieldUse.Tree tree : FieldUse.Tree.values()) {
            FieldUse use =
                    module.fields().stream()
                            .filter(f -> f.tree() == tree && f.isTarget())
                            .findFirst()
                            .orElse(null);
            ComputeMode needed = use == null ? mode : mode.with(tree);
            if (!needed.equals(mode)) {
                context.problems()
                        .warning(
                                ErrorCode.BAD_VALUE,
                                use.place(),
                                "%s is set, but node %s has computeMode %s: the change is discarded"
                                        .formatted(tree, node.name(), node.text("computeMode")),
                                "set computeMode: " + needed);
            }
        }
    }

    private record Program(
            EsqlModule module,
            ComputeMode mode,
            EsqlCall.Surroundings surroundings,
            ComputeTerminals terminals)
            implements Node {

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
