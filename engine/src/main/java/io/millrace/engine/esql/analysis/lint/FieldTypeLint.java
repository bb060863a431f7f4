package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A lint check for {@code Name}, {@code Value} and {@code NameValue} as undeclared variables. These
 * names are constants for field types, which can be compared only with numbers.
 */
public final class FieldTypeLint {

    private final LintPass.Reporter reporter;
    private final Map<Field, Integer> constants;
    private final Set<String> reported = new HashSet<>();

    /** Declarations of the routine; null for the expression of a property. */
    private final @Nullable VariableUsage usage;

    FieldTypeLint(
            LintPass.Reporter reporter,
            Map<Field, Integer> constants,
            @Nullable VariableUsage usage) {
        this.reporter = reporter;
        this.constants = constants;
        this.usage = usage;
    }

    /**
     * Checks the expression of a property.
     *
     * @param constants names that are constants for field types, with their values, by identity
     */
    public static void check(
            LintPass.Reporter reporter, Map<Field, Integer> constants, ExpressionTree tree) {
        new FieldTypeLint(reporter, constants, null).check(List.of(tree), false);
    }

    /**
     * Checks a statement without its nested statements.
     *
     * @param returns type that the routine returns; null for a procedure
     */
    void check(StatementTree tree, @Nullable DataType returns) {
        if (constants.isEmpty()) {
            return;
        }
        boolean takesNumber =
                switch (tree) {
                    case StatementTree.Set s -> isNumber(s.target());
                    case Declare d -> isInteger(d.type());
                    case Return r -> returns != null && isInteger(returns);
                    default -> false;
                };
        check(TreeWalk.expressions(tree), takesNumber);
    }

    /**
     * @param trees operands of the same expression or statement
     * @param takesNumber whether the expression or statement has numeric operands
     */
    private void check(List<ExpressionTree> trees, boolean takesNumber) {
        for (ExpressionTree tree : trees) {
            Integer type = tree instanceof Field field ? constants.get(field) : null;
            if (type != null && !takesNumber && trees.stream().noneMatch(this::isNumber)) {
                report((Field) tree, type);
            }
            boolean routine = tree instanceof Call call && VariableUsage.isRoutine(call);
            check(TreeWalk.children(tree), routine);
        }
    }

    private void report(Field field, int type) {
        String name = field.root().text();
        if (reported.add(name)) {
            reporter.warn(
                    ErrorCode.ESQL_UNKNOWN_NAME,
                    field.span(),
                    "the variable %s is not declared, so %s is the field type constant %d"
                            .formatted(name, name, type),
                    "declare it with DECLARE %s, or write the path of the field".formatted(name));
        }
    }

    private static boolean isInteger(DataType type) {
        return type.scalar() == ValueType.INTEGER;
    }

    /** Whether an expression is or can be a number that is not a field type constant by itself. */
    private boolean isNumber(ExpressionTree tree) {
        return switch (tree) {
            case Constant c -> c.value() instanceof IntegerValue;
            case Call c ->
                    c.name().folded().matches("FIELDTYPE|BIT.*") || VariableUsage.isRoutine(c);
            case ExpressionTree.Cast c -> isInteger(c.type());
            case Field f when constants.containsKey(f) -> false;
            case Field f when f.isPlainName() && usage != null ->
                    usage.find(f.root()) == null || usage.type(f) == ValueType.INTEGER;
            default -> false;
        };
    }
}
