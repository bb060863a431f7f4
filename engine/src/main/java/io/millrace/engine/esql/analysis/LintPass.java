package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.TreeWalk;

import java.util.List;
import java.util.Set;

/**
 * The lint for routines without errors: unused variables, variables that are never set, functions
 * that end without RETURN, changes of the input tree. It adds warnings only, and only for findings
 * that are true for every message.
 */
final class LintPass {

    private static final Set<String> INPUT =
            Set.of("INPUTROOT", "INPUTBODY", "INPUTPROPERTIES", "INPUTEXCEPTIONLIST");

    private final AnalysisContext context;
    private final RoutineTree routine;
    private final VariableUsage usage;
    private final ValueLint values;
    private final LoopLint loops;

    private LintPass(AnalysisContext context, RoutineTree routine) {
        this.context = context;
        this.routine = routine;
        this.usage = new VariableUsage(routine.body());
        this.values = new ValueLint(context, usage);
        this.loops = new LoopLint(context, routine.body(), usage);
    }

    /** Adds the warnings about a routine written in ESQL. */
    static void check(AnalysisContext context, RoutineTree routine) {
        if (!context.isBroken()) {
            new LintPass(context, routine).check();
        }
    }

    private void check() {
        ending();
        TreeWalk.statements(routine.body(), this::statement);
        if (!usage.evaluates()) {
            usage.variables().forEach(this::variable);
        }
    }

    private void ending() {
        // A body in the way of MQSI V2 has no RETURN; the parser gives it the span of its Main.
        boolean old = routine.span().equals(routine.body().span());
        if (routine.returns() == null || old || !CompletionCheck.completes(routine.body())) {
            return;
        }
        boolean main = context.module != null && routine.name().folded().equals("MAIN");
        List<StatementTree> body = List.of(routine.body());
        if (main && !CompletionCheck.contains(body, s -> s instanceof StatementTree.Return)) {
            // A Main without any RETURN means to send its message; a forgotten path does not.
            return;
        }
        context.warning(
                ErrorCode.ESQL_NO_RETURN,
                routine.name().span(),
                main
                        ? "Main can end without RETURN, which counts as RETURN TRUE"
                        : "the function "
                                + routine.name()
                                + " can end without RETURN, and then returns NULL",
                main
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
                context.warning(
                        ErrorCode.ESQL_NEVER_READ,
                        variable.name().span(),
                        "nothing reads the variable " + name,
                        usage.isSet(variable)
                                ? "leave it out, with the statements that set it"
                                : "leave it out");
            }
        } else if (variable.isScalar()
                && usage.isReadByItself(variable)
                && variable.declaration().initial() == null
                && !usage.isSet(variable)) {
            context.warning(
                    ErrorCode.ESQL_NEVER_SET,
                    variable.name().span(),
                    "the variable " + name + " is read, but nothing sets it: it is always NULL",
                    "give it a value with SET, or in its DECLARE");
        }
    }

    private static boolean isRow(VariableUsage.Declared variable) {
        return variable.declaration().type().kind() == DataType.Kind.ROW;
    }

    private void statement(StatementTree tree) {
        loops.check(tree);
        values.check(tree);
        for (ExpressionTree expression : TreeWalk.expressions(tree)) {
            TreeWalk.expressions(expression, values::check);
        }
        switch (tree) {
            case StatementTree.Set s -> target(s.target());
            case StatementTree.Create c -> target(c.target());
            case StatementTree.Delete d -> target(d.target());
            default -> {
                // It changes no tree.
            }
        }
    }

    private void target(ExpressionTree tree) {
        boolean input =
                context.kind == ModuleKind.COMPUTE
                        && tree instanceof Field field
                        && INPUT.contains(field.root().folded())
                        && usage.find(field.root()) == null;
        if (input) {
            Field field = (Field) tree;
            context.warning(
                    ErrorCode.ESQL_INPUT_TREE,
                    field.root().span(),
                    "this changes the tree of the input message",
                    "the output message is built in OutputRoot");
        }
    }

    /**
     * Whether any of the statements can end the enclosing code implicitly, for example by an
     * exception.
     */
    static boolean mayThrow(List<StatementTree> trees) {
        return CompletionCheck.contains(
                trees,
                s ->
                        s instanceof StatementTree.Invoke
                                || s instanceof StatementTree.Eval
                                || s instanceof StatementTree.Broken
                                || TreeWalk.expressions(s).stream().anyMatch(LintPass::calls));
    }

    private static boolean calls(ExpressionTree tree) {
        boolean routine =
                tree instanceof ExpressionTree.Call call
                        && (VariableUsage.isRoutine(call) || call.name().folded().equals("EVAL"));
        return routine || TreeWalk.children(tree).stream().anyMatch(LintPass::calls);
    }
}
