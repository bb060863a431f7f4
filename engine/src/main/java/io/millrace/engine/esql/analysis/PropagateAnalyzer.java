package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_TERMINAL;

import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtCorrelation;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A checker of PROPAGATE and the destinations of messages (WMQI ESQL reference, "PROPAGATE
 * statement").
 */
final class PropagateAnalyzer {

    private static final List<String> TERMINALS =
            List.of("out", "out1", "out2", "out3", "out4", "failure", "nowhere");

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    PropagateAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    @Nullable Statement propagate(StatementTree.Propagate tree) {
        if (context.kind == ModuleKind.FILTER) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    """
                    PROPAGATE is not allowed in a FILTER module: its result selects the output \
                    terminal\
                    """);
            return null;
        }
        if (tree.terminal() != null && tree.label() != null) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found TO TERMINAL and TO LABEL in one PROPAGATE");
            return null;
        }
        Expression label = tree.label() == null ? null : label(tree.label());
        Expression terminal = label == null ? terminal(tree.terminal()) : null;
        boolean asMode =
                tree.message() == null && tree.environment() == null && tree.exception() == null;
        return new Statement.Propagate(
                context.origin(tree.span()),
                terminal,
                label,
                asMode,
                output(tree.message(), Correlation.INPUT_ROOT, Correlation.OUTPUT_ROOT),
                output(
                        tree.environment(),
                        Correlation.INPUT_LOCAL_ENVIRONMENT,
                        Correlation.OUTPUT_LOCAL_ENVIRONMENT),
                output(
                        tree.exception(),
                        Correlation.INPUT_EXCEPTION_LIST,
                        Correlation.OUTPUT_EXCEPTION_LIST),
                !tree.finalizeNone(),
                !tree.deleteNone());
    }

    private Expression label(ExpressionTree tree) {
        Expression label = expressions.expect(tree, "a label", ValueType.CHARACTER);
        if (label instanceof Literal l && l.value() instanceof CharacterValue text) {
            context.labels.add(text.value());
        }
        return label;
    }

    private Expression terminal(@Nullable ExpressionTree tree) {
        if (tree == null) {
            context.terminals.add("out");
            return new Literal(Value.of("out"));
        }
        Expression terminal =
                expressions.expect(tree, "a terminal", ValueType.CHARACTER, ValueType.INTEGER);
        if (terminal instanceof Literal literal && literal.value() != null) {
            String name = name(literal.value());
            context.terminals.add(name);
            if (!TERMINALS.contains(name)) {
                boolean number = literal.value() instanceof IntegerValue;
                String nearest = name.matches("out\\d+") ? null : Problems.nearest(name, TERMINALS);
                String hint =
                        number
                                ? "-2 means no terminal, -1 failure, 0 out, 1 to 4 out1 to out4"
                                : nearest == null
                                        ? "its terminals are out, out1 to out4 and failure"
                                        : "did you mean '" + nearest + "'?";
                context.error(
                        UNKNOWN_TERMINAL,
                        tree.span(),
                        "a Compute node has no terminal " + name,
                        hint);
            }
        }
        return terminal;
    }

    /**
     * Returns the name of a terminal. A number stands for a terminal: -2 for none, -1 for failure,
     * 0 for out, 1 for out1 and so on.
     */
    private static String name(Value value) {
        if (!(value instanceof IntegerValue number)) {
            return value.text();
        }
        return switch (Math.clamp(number.value(), -3, 100)) {
            case -2 -> "nowhere";
            case -1 -> "failure";
            case 0 -> "out";
            default -> "out" + number.value();
        };
    }

    private static String tree(Correlation output) {
        return switch (output) {
            case OUTPUT_ROOT -> "OutputRoot";
            case OUTPUT_LOCAL_ENVIRONMENT -> "OutputLocalEnvironment";
            default -> "OutputExceptionList";
        };
    }

    /** Whether a clause specifies the output tree. False if the clause specifies the input tree. */
    private boolean output(@Nullable ExpressionTree tree, Correlation input, Correlation output) {
        if (tree == null) {
            return false;
        }
        FieldPath path = expressions.paths().require(tree, "the input or the output tree");
        if (path != null
                && path.steps().isEmpty()
                && path.start() instanceof AtCorrelation(Correlation named)) {
            if (named == input || named == output) {
                return named == output;
            }
        }
        if (path != null) {
            String text =
                    "found "
                            + context.text(tree.span())
                            + ", but PROPAGATE can send only the input or output tree of the node";
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    text,
                    "copy it there first: SET " + tree(output) + " = ...");
        }
        return false;
    }
}
