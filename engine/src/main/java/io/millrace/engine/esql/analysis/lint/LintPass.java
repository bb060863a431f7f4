package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Broken;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseDelete;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseUpdate;
import io.millrace.engine.esql.syntax.StatementTree.Delete;
import io.millrace.engine.esql.syntax.StatementTree.Eval;
import io.millrace.engine.esql.syntax.StatementTree.Invoke;
import io.millrace.engine.esql.syntax.StatementTree.Return;
import io.millrace.engine.esql.syntax.TreeWalk;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The lint checks for routines without errors, for example for unused variables, functions that end
 * without RETURN, and changes of the input tree. The checks add only warnings, and only for
 * problems that occur with every message.
 */
public final class LintPass {

    private static final Set<String> INPUT =
            Set.of("INPUTROOT", "INPUTBODY", "INPUTPROPERTIES", "INPUTEXCEPTIONLIST");

    /** Names of the message trees in modules of nodes without output trees. */
    private static final Set<String> MESSAGE =
            Set.of("ROOT", "BODY", "PROPERTIES", "EXCEPTIONLIST");

    /** A receiver of warnings. */
    public interface Reporter {
        void warn(ErrorCode code, Span span, String text, String hint);
    }

    private final Reporter reporter;
    private final RoutineTree routine;
    private final StatementTree body;
    private final @Nullable ModuleKind kind;
    private final boolean isMain;
    private final VariableUsage usage;
    private final ValueLint values;
    private final LoopLint loops;
    private final DomainLint domains;
    private final BodyLint bodies;
    private final FieldTypeLint fieldTypes;
    private final @Nullable JsonArrayLint arrays;

    private LintPass(
            Reporter reporter,
            ParserRegistry parsers,
            RoutineTree routine,
            @Nullable ModuleTree module,
            boolean isMain,
            Map<Field, Integer> constants) {
        this.reporter = reporter;
        this.kind = module == null ? null : module.kind();
        this.isMain = isMain;
        this.routine = routine;
        this.body = Objects.requireNonNull(routine.body());
        this.usage = new VariableUsage(body);
        this.values = new ValueLint(reporter, usage);
        this.loops = new LoopLint(reporter, body, usage);
        this.domains = new DomainLint(reporter, parsers, body, usage);
        this.bodies = new BodyLint(reporter, parsers, body, usage);
        this.fieldTypes = new FieldTypeLint(reporter, constants, usage);
        this.arrays =
                kind == ModuleKind.COMPUTE ? new JsonArrayLint(reporter, module, usage) : null;
    }

    /**
     * Checks a routine that has no errors.
     *
     * @param parsers parsers of the domains that are valid in the routine
     * @param module enclosing module; null for a routine of a schema
     * @param isMain whether the routine is the Main of a module
     * @param constants names that are constants for field types, with their values, by identity
     */
    public static void check(
            Reporter reporter,
            ParserRegistry parsers,
            RoutineTree routine,
            @Nullable ModuleTree module,
            boolean isMain,
            Map<Field, Integer> constants) {
        new LintPass(reporter, parsers, routine, module, isMain, constants).check();
    }

    private void check() {
        ending();
        recursion();
        if (isMain && kind == ModuleKind.COMPUTE) {
            new EmptyOutputLint(reporter, usage).check(body);
            new ReferenceLint(reporter, usage).check(body);
        }
        TreeWalk.statements(body, this::statement);
        if (!usage.evaluates()) {
            usage.variables().forEach(this::variable);
        }
    }

    private void recursion() {
        Call call = RecursionLint.endless(routine.name(), body);
        if (call != null) {
            reporter.warn(
                    ErrorCode.ESQL_ENDLESS,
                    call.span(),
                    routine.name() + " always calls itself, so it never ends",
                    "call it only under a condition");
        }
    }

    private void ending() {
        // A body in the style of MQSI V2 has no RETURN; the parser sets its span to that of its
        // Main.
        boolean old = routine.span().equals(body.span());
        if (routine.returns() == null || old || !CompletionCheck.completes(body)) {
            return;
        }
        List<StatementTree> statements = List.of(body);
        if (isMain && !CompletionCheck.contains(statements, s -> s instanceof Return)) {
            // A Main without any RETURN sends its message on purpose. A Main with RETURN on some
            // paths only is probably an error.
            return;
        }
        reporter.warn(
                ErrorCode.ESQL_NO_RETURN,
                routine.name().span(),
                isMain
                        ? "Main can end without RETURN, which is equivalent to RETURN TRUE"
                        : "the function "
                                + routine.name()
                                + " can end without RETURN, and then returns NULL",
                isMain
                        ? "end it with RETURN TRUE or RETURN FALSE"
                        : "end it with RETURN and a value");
    }

    private void variable(VariableUsage.Declared variable) {
        boolean fixed = variable.declaration().constant() || variable.declaration().external();
        String name = variable.name().toString();
        if (fixed || !variable.isScalar() && !isRow(variable)) {
            return;
        }
        if (!usage.isRead(variable)) {
            if (!usage.takesResult(variable)) {
                reporter.warn(
                        ErrorCode.ESQL_NEVER_READ,
                        variable.name().span(),
                        "the variable is never read: " + name,
                        usage.isSet(variable)
                                ? "remove it and the statements that set it"
                                : "remove it");
            }
        } else if (variable.isScalar()
                && usage.isReadByItself(variable)
                && variable.declaration().initial() == null
                && !usage.isSet(variable)) {
            reporter.warn(
                    ErrorCode.ESQL_NEVER_SET,
                    variable.name().span(),
                    "the variable " + name + " is read but never set: it is always NULL",
                    "give it a value with SET, or in its DECLARE");
        } else if (variable.isScalar()
                && variable.declaration().initial() == null
                && usage.isSetOnlyFromItself(variable)) {
            reporter.warn(
                    ErrorCode.ESQL_NEVER_SET,
                    variable.name().span(),
                    "the variable %s is always NULL: every SET computes it from its own value"
                            .formatted(name),
                    "give it an initial value in its DECLARE, such as 0 or ''");
        }
    }

    private static boolean isRow(VariableUsage.Declared variable) {
        return variable.declaration().type().kind() == Kind.ROW;
    }

    private void statement(StatementTree tree) {
        loops.check(tree);
        values.check(tree, routine.returns());
        domains.check(tree);
        bodies.check(tree);
        fieldTypes.check(tree, routine.returns());
        if (arrays != null) {
            arrays.check(tree);
        }
        for (ExpressionTree expression : TreeWalk.expressions(tree)) {
            TreeWalk.expressions(expression, values::check);
        }
        switch (tree) {
            case StatementTree.Set s -> {
                target(s.target());
                reference(s);
            }
            case Create c -> target(c.target());
            case Delete d -> target(d.target());
            case DatabaseUpdate u -> allRows("UPDATE", u.table(), u.where());
            case DatabaseDelete d -> allRows("DELETE", d.table(), d.where());
            default -> {
                // The statement changes no tree.
            }
        }
    }

    private void allRows(String statement, Field table, @Nullable ExpressionTree where) {
        if (where == null) {
            reporter.warn(
                    ErrorCode.ESQL_ALL_ROWS,
                    table.span(),
                    "the %s has no WHERE, so each message changes all rows of the table"
                            .formatted(statement),
                    "add WHERE; if all rows are meant, write WHERE TRUE");
        }
    }

    private boolean isInput(ExpressionTree tree) {
        boolean compute = kind == null || kind == ModuleKind.COMPUTE;
        return tree instanceof Field field && usage.isIn(compute ? INPUT : MESSAGE, field);
    }

    /**
     * Warns about SET with a reference to the input tree as its target. SET changes the referenced
     * field; it does not move the reference.
     */
    private void reference(StatementTree.Set set) {
        if (set.clause() == StatementTree.Set.Clause.NONE
                && set.target() instanceof Field target
                && target.isPlainName()
                && set.value() instanceof Field value
                && usage.find(target.root()) instanceof VariableUsage.Declared variable
                && variable.declaration().type().kind() == Kind.REFERENCE
                && variable.declaration().initial() instanceof Field initial
                && isInput(initial)
                && !loops.isRetargeted(target.root())) {
            reporter.warn(
                    ErrorCode.ESQL_INPUT_TREE,
                    target.span(),
                    "SET overwrites the field of the input tree to which %s refers"
                            .formatted(target.root().text()),
                    value.isPlainName()
                            ? "change the reference with MOVE %s TO %s"
                                    .formatted(target.root().text(), value.root().text())
                            : "change the reference with MOVE");
        }
    }

    private void target(ExpressionTree tree) {
        boolean compute = kind == null || kind == ModuleKind.COMPUTE;
        if (tree instanceof Field field && isInput(tree)) {
            reporter.warn(
                    ErrorCode.ESQL_INPUT_TREE,
                    field.root().span(),
                    "this changes the input tree",
                    compute
                            ? "build the output message in OutputRoot"
                            : "change the message in a COMPUTE module");
        }
    }

    /** Whether any of the statements makes a call that can throw an exception. */
    static boolean mayThrow(List<StatementTree> trees) {
        return CompletionCheck.contains(
                trees,
                s ->
                        s instanceof Invoke
                                || s instanceof Eval
                                || s instanceof Broken
                                || TreeWalk.expressions(s).stream().anyMatch(LintPass::calls));
    }

    /** Whether an expression calls a routine or EVAL. */
    static boolean calls(ExpressionTree tree) {
        boolean routine =
                tree instanceof Call call
                        && (VariableUsage.isRoutine(call) || call.name().folded().equals("EVAL"));
        return routine || TreeWalk.children(tree).stream().anyMatch(LintPass::calls);
    }
}
