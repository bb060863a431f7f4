package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.esql.library.function.FunctionTable;
import io.millrace.engine.esql.syntax.BinaryOperator;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Binary;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Cast;
import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ExpressionTree.Quantified;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Broken;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.StatementTree.Eval;
import io.millrace.engine.esql.syntax.StatementTree.For;
import io.millrace.engine.esql.syntax.StatementTree.Invoke;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The variables that a routine reads and the variables that it sets.
 *
 * <p>Names are compared without regard to scope and case, and every possible use is counted. A
 * variable without a counted use is therefore certainly unused.
 */
final class VariableUsage {

    /** A variable that the routine declares exactly once, so that its name identifies it. */
    record Declared(Name name, Declare declaration) {

        boolean isScalar() {
            return declaration.type().kind() == Kind.SCALAR;
        }
    }

    /** Operators that return NULL if an operand is NULL. */
    private static final Set<BinaryOperator> ARITHMETIC =
            EnumSet.of(
                    BinaryOperator.ADD,
                    BinaryOperator.SUBTRACT,
                    BinaryOperator.CONCATENATE,
                    BinaryOperator.MULTIPLY,
                    BinaryOperator.DIVIDE);

    private final Map<String, Declared> declared = new LinkedHashMap<>();
    private final Set<String> twice = new HashSet<>();
    private final Set<String> read = new HashSet<>();
    private final Set<String> named = new HashSet<>();

    /** Number of statements and calls that set each variable. */
    private final Map<String, Integer> set = new HashMap<>();

    /** Number of assignments to a variable that result in NULL while the variable is NULL. */
    private final Map<String, Integer> setFromItself = new HashMap<>();

    /**
     * Variables that receive the result of a routine. The program may need them only because the
     * call requires a target.
     */
    private final Set<String> results = new HashSet<>();

    private boolean evaluates;

    VariableUsage(StatementTree body) {
        TreeWalk.statements(body, this::statement);
    }

    /** Whether the routine contains EVAL. An EVAL string can use any name. */
    boolean evaluates() {
        return evaluates;
    }

    /** Returns the variables declared once in the routine, in the order of their declarations. */
    Iterable<Declared> variables() {
        return declared.values().stream().filter(d -> !twice.contains(key(d.name()))).toList();
    }

    /** Returns the only declaration of a name in the routine; null if there is none or several. */
    @Nullable Declared find(Name name) {
        return twice.contains(key(name)) ? null : declared.get(key(name));
    }

    /** Whether a field belongs to one of the given trees, specified in upper case. */
    boolean isIn(Set<String> trees, Field field) {
        return trees.contains(field.root().folded()) && find(field.root()) == null;
    }

    /** Whether a field is OutputRoot or a field below it. */
    boolean isOutput(Field field) {
        return isIn(Set.of("OUTPUTROOT"), field);
    }

    boolean isRead(Declared variable) {
        return read.contains(key(variable.name())) || named.contains(key(variable.name()));
    }

    /**
     * Whether the variable itself is read. False if only a field with the same name can be meant.
     */
    boolean isReadByItself(Declared variable) {
        return read.contains(key(variable.name()));
    }

    boolean isSet(Declared variable) {
        return set.containsKey(key(variable.name()));
    }

    /**
     * Whether the variable stays NULL, because every assigned value is computed from the variable
     * itself.
     */
    boolean isSetOnlyFromItself(Declared variable) {
        Integer all = set.get(key(variable.name()));
        return all != null && all.equals(setFromItself.get(key(variable.name())));
    }

    boolean takesResult(Declared variable) {
        return results.contains(key(variable.name()));
    }

    /** Whether a name is set, even if the routine does not declare the name. */
    boolean sets(Name name) {
        return set.containsKey(key(name));
    }

    static String key(Name name) {
        return name.text().toUpperCase(Locale.ROOT);
    }

    private void statement(StatementTree tree) {
        switch (tree) {
            case Declare d -> {
                for (Name name : d.names()) {
                    if (declared.putIfAbsent(key(name), new Declared(name, d)) != null) {
                        twice.add(key(name));
                    }
                    if (d.initial() != null && mayCall(d.initial())) {
                        results.add(key(name));
                    }
                }
                use(d.initial());
            }
            case StatementTree.Set s -> {
                target(s.target());
                if (s.target() instanceof Field f) {
                    if (mayCall(s.value())) {
                        results.add(key(f.root()));
                    }
                    if (f.isPlainName() && isOperand(f.root(), s.value())) {
                        setFromItself.merge(key(f.root()), 1, Integer::sum);
                    }
                }
                use(s.value());
            }
            case Invoke i -> {
                use(i.call());
                use(i.externalSchema());
                use(i.database());
                if (i.into() instanceof Field f) {
                    results.add(key(f.root()));
                    target(f);
                }
            }
            case Create c -> {
                if (c.as() != null) {
                    read.add(key(c.as()));
                    set(c.as());
                }
                TreeWalk.expressions(tree).forEach(this::use);
            }
            case For f -> {
                twice.add(key(f.name()));
                use(f.list());
            }
            case Broken b -> evaluates = true;
            case Eval e -> evaluates = true;
            default -> TreeWalk.expressions(tree).forEach(this::use);
        }
    }

    /** Whether an expression is NULL if this variable is NULL. */
    private static boolean isOperand(Name variable, ExpressionTree tree) {
        return switch (tree) {
            case Field f -> f.isPlainName() && key(f.root()).equals(key(variable));
            case Binary(_, BinaryOperator operator, ExpressionTree left, ExpressionTree right)
                    when ARITHMETIC.contains(operator) ->
                    isOperand(variable, left) || isOperand(variable, right);
            default -> false;
        };
    }

    /**
     * Records the first name of a target as set. Records names in index expressions and in computed
     * names as read.
     */
    private void target(ExpressionTree tree) {
        if (!(tree instanceof Field field)) {
            use(tree);
            return;
        }
        set(field.root());
        Declared variable = declared.get(key(field.root()));
        boolean reference =
                variable != null && variable.declaration().type().kind() == Kind.REFERENCE;
        if (reference || variable == null) {
            read.add(key(field.root()));
        }
        names(field);
        TreeWalk.children(field).forEach(this::use);
    }

    private void set(Name name) {
        set.merge(key(name), 1, Integer::sum);
    }

    private void use(@Nullable ExpressionTree tree) {
        if (tree != null) {
            TreeWalk.expressions(tree, this::expression);
        }
    }

    private void expression(ExpressionTree tree) {
        switch (tree) {
            case Field field -> {
                read.add(key(field.root()));
                names(field);
            }
            case Call call when isRoutine(call) ->
                    call.arguments().stream()
                            .filter(a -> a.value() instanceof Field)
                            .forEach(a -> set(((Field) a.value()).root()));
            case ExpressionTree.Select select ->
                    select.from().stream()
                            .filter(from -> from.as() != null)
                            .forEach(from -> twice.add(key(from.as())));
            case Quantified q when q.list().as() != null -> twice.add(key(q.list().as()));
            case Call call -> evaluates |= call.name().folded().equals("EVAL");
            default -> {
                // The visitor also visits its parts.
            }
        }
    }

    /** Records the names in paths, which can be constants. */
    private void names(Field field) {
        for (PathStep step : field.steps()) {
            name(step.namespace());
            name(step.name());
        }
    }

    private void name(PathStep.Part part) {
        if (part instanceof PathStep.Part.Written written) {
            named.add(key(written.name()));
        }
    }

    private static boolean mayCall(ExpressionTree tree) {
        boolean[] found = new boolean[1];
        TreeWalk.expressions(
                tree,
                e ->
                        found[0] |=
                                e instanceof Call c
                                        && (isRoutine(c) || c.name().folded().equals("PASSTHRU")));
        return found[0];
    }

    /** Whether a call does not refer to a built-in function. */
    static boolean isRoutine(Call call) {
        String name = call.name().folded();
        return !call.schema().isEmpty()
                || FunctionTable.find(name).isEmpty() && !FunctionTable.CONSTRUCTS.contains(name);
    }

    /** Returns the type of an expression if the source specifies it; otherwise null. */
    @Nullable ValueType type(ExpressionTree tree) {
        return switch (tree) {
            case Constant c -> c.value() == null ? null : c.value().type();
            case Cast c -> c.type().kind() == Kind.SCALAR ? c.type().scalar() : null;
            case Field f when f.isPlainName() && find(f.root()) instanceof Declared d ->
                    d.isScalar() ? d.declaration().type().scalar() : null;
            case null, default -> null;
        };
    }
}
