package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;
import static io.millrace.engine.error.ErrorCode.ESQL_UNREACHABLE;

import io.millrace.engine.esql.analysis.lint.CompletionCheck;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.ListOperand.TreeRange;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.CallRoutine;
import io.millrace.engine.esql.program.Statement.Choose;
import io.millrace.engine.esql.program.Statement.Evaluate;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Attach;
import io.millrace.engine.esql.syntax.StatementTree.Broken;
import io.millrace.engine.esql.syntax.StatementTree.Case;
import io.millrace.engine.esql.syntax.StatementTree.Create;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseDelete;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseEnd;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseInsert;
import io.millrace.engine.esql.syntax.StatementTree.DatabaseUpdate;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.esql.syntax.StatementTree.Delete;
import io.millrace.engine.esql.syntax.StatementTree.Detach;
import io.millrace.engine.esql.syntax.StatementTree.Eval;
import io.millrace.engine.esql.syntax.StatementTree.Invoke;
import io.millrace.engine.esql.syntax.StatementTree.Iterate;
import io.millrace.engine.esql.syntax.StatementTree.Leave;
import io.millrace.engine.esql.syntax.StatementTree.Log;
import io.millrace.engine.esql.syntax.StatementTree.Move;
import io.millrace.engine.esql.syntax.StatementTree.MoveTo;
import io.millrace.engine.esql.syntax.StatementTree.Passthru;
import io.millrace.engine.esql.syntax.StatementTree.Propagate;
import io.millrace.engine.esql.syntax.StatementTree.Resignal;
import io.millrace.engine.esql.syntax.StatementTree.Throw;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A checker of compound statements; other checkers handle simple statements. Invalid statements are
 * omitted and reported.
 */
final class StatementAnalyzer {

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;
    private final LabelScope labels;
    private final DeclarationAnalyzer declarations;
    private final TreeStatementAnalyzer trees;
    private final DatabaseStatementAnalyzer databases;
    private final ExceptionStatementAnalyzer exceptions;
    private final PropagateAnalyzer propagations;

    StatementAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
        this.labels = new LabelScope(context);
        this.declarations = new DeclarationAnalyzer(context, expressions);
        this.trees = new TreeStatementAnalyzer(context, expressions);
        this.databases = new DatabaseStatementAnalyzer(context, expressions);
        this.exceptions = new ExceptionStatementAnalyzer(context, expressions);
        this.propagations = new PropagateAnalyzer(context, expressions);
    }

    /** Checks the statements of a body in a new scope. */
    private List<Statement> body(List<StatementTree> trees) {
        if (!trees.isEmpty() && trees.getFirst() instanceof StatementTree.Handler first) {
            return List.of(block(new StatementTree.Block(first.span(), null, false, trees)));
        }
        context.open(false);
        try {
            return list(trees);
        } finally {
            context.close();
        }
    }

    private List<Statement> list(List<StatementTree> written) {
        List<Statement> statements = new ArrayList<>();
        boolean reachable = true;
        for (StatementTree tree : written) {
            if (!reachable) {
                unreachable(tree);
                reachable = true;
            }
            check(tree, statements);
            reachable = CompletionCheck.completes(tree);
        }
        return statements;
    }

    private void unreachable(StatementTree tree) {
        if (!(tree instanceof Broken)) {
            context.warning(
                    ESQL_UNREACHABLE,
                    tree.span(),
                    "this statement and those after it are never executed",
                    "");
        }
    }

    private void check(StatementTree tree, List<Statement> into) {
        switch (tree) {
            case Declare declare -> declarations.declare(declare, into);
            case Broken broken -> {
                context.markBroken();
                broken.declared().forEach(name -> context.forget(name.text()));
            }
            case StatementTree.Handler handler -> {
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        handler.span(),
                        "found a handler after other statements; handlers come first in their"
                                + " block");
            }
            default -> {
                Statement checked = statement(tree);
                if (checked != null) {
                    into.add(checked);
                }
            }
        }
    }

    /** Returns a checked statement; null if the statement is invalid. */
    private @Nullable Statement statement(StatementTree tree) {
        return switch (tree) {
            case StatementTree.Block block -> block(block);
            case StatementTree.If i -> ifStatement(i);
            case Case c -> caseStatement(c);
            case StatementTree.While w -> whileStatement(w);
            case StatementTree.Repeat r -> repeat(r);
            case StatementTree.Loop l -> loop(l);
            case StatementTree.For f -> forStatement(f);
            case Leave l -> labels.leave(l);
            case Iterate i -> labels.iterate(i);
            case StatementTree.Return r -> returnStatement(r);
            case Invoke i -> invoke(i);
            case Propagate p -> propagations.propagate(p);
            case Throw t -> exceptions.throwStatement(t);
            case Resignal r -> exceptions.resignal(r);
            case Log l -> exceptions.log(l);
            case Eval e ->
                    new Evaluate(
                            context.origin(e.span()),
                            context.unit
                                    .evaluations()
                                    .at(context, expressions.value(e.text()), true));
            case StatementTree.Set s -> trees.set(s);
            case MoveTo m -> trees.moveTo(m);
            case Move m -> trees.move(m);
            case Create c -> trees.create(c);
            case Delete d -> trees.delete(d);
            case Attach a -> trees.attach(a);
            case Detach d -> trees.detach(d);
            case Passthru p -> databases.passthru(p);
            case DatabaseInsert i -> databases.insert(i);
            case DatabaseUpdate u -> databases.update(u);
            case DatabaseDelete d -> databases.delete(d);
            case DatabaseEnd e -> databases.end(e);
            case Declare d -> null;
            case StatementTree.Handler h -> null;
            case Broken b -> null;
        };
    }

    // Structure

    Statement.Block block(StatementTree.Block tree) {
        context.open(true);
        labels.open(tree.label(), false);
        try {
            int first = 0;
            List<Statement.Handler> handlers = new ArrayList<>();
            List<Statement> body = new ArrayList<>();
            // Declarations can precede handlers: a handler's body uses them.
            while (first < tree.body().size() && isBeginning(tree.body().get(first))) {
                if (tree.body().get(first) instanceof StatementTree.Handler handler) {
                    handlers.add(handler(handler));
                } else {
                    check(tree.body().get(first), body);
                }
                first++;
            }
            body.addAll(list(tree.body().subList(first, tree.body().size())));
            String label = tree.label() == null ? null : tree.label().text();
            String lock =
                    tree.atomic()
                            ? context.file.schema() + ":" + (label == null ? "" : label)
                            : null;
            String head = tree.atomic() ? "BEGIN ATOMIC" : "BEGIN";
            Origin origin =
                    new Origin(
                            context.place(tree.span()), label == null ? head : label + ": " + head);
            return new Statement.Block(origin, label, lock, handlers, body);
        } finally {
            labels.close();
            context.close();
        }
    }

    private static boolean isBeginning(StatementTree tree) {
        return tree instanceof StatementTree.Handler || tree instanceof Declare;
    }

    private Statement.Handler handler(StatementTree.Handler tree) {
        List<Statement.Handler.State> states = exceptions.states(tree);
        exceptions.enterHandler();
        List<Statement> body = new ArrayList<>();
        check(tree.body(), body);
        exceptions.leaveHandler();
        Origin origin = context.origin(tree.span(), tree.body().span().from(), "");
        Statement only =
                body.size() == 1
                        ? body.getFirst()
                        : new Statement.Block(origin, null, null, List.of(), body);
        return new Statement.Handler(origin, tree.exit(), states, only);
    }

    private Statement ifStatement(StatementTree.If tree) {
        List<Statement.Branch> branches = new ArrayList<>();
        for (StatementTree.Branch branch : tree.branches()) {
            branches.add(
                    new Statement.Branch(expressions.truth(branch.when()), body(branch.body())));
        }
        List<Statement> otherwise = tree.otherwise() == null ? List.of() : body(tree.otherwise());
        int head = tree.branches().getFirst().when().span().to();
        return new Statement.If(context.origin(tree.span(), head, "THEN"), branches, otherwise);
    }

    private Statement caseStatement(Case tree) {
        ExpressionTree written = tree.operand();
        Expression operand = expressions.optional(written);
        List<Statement.Branch> branches = new ArrayList<>();
        for (StatementTree.Branch branch : tree.branches()) {
            Expression test =
                    operand == null
                            ? expressions.truth(branch.when())
                            : expressions.value(branch.when());
            branches.add(new Statement.Branch(test, body(branch.body())));
        }
        List<Statement> otherwise = tree.otherwise() == null ? List.of() : body(tree.otherwise());
        if (operand == null || written == null) {
            int head = tree.branches().getFirst().when().span().to();
            return new Statement.If(context.origin(tree.span(), head, "THEN"), branches, otherwise);
        }
        Origin origin = context.origin(tree.span(), written.span().to(), "");
        return new Choose(origin, operand, branches, otherwise);
    }

    private Statement whileStatement(StatementTree.While tree) {
        Expression condition = expressions.truth(tree.condition());
        Origin origin = context.origin(tree.span(), tree.condition().span().to(), "DO");
        return new Statement.While(
                origin, text(tree.label()), condition, loopBody(tree.label(), tree.body()));
    }

    private Statement repeat(StatementTree.Repeat tree) {
        List<Statement> body = loopBody(tree.label(), tree.body());
        Expression until = expressions.truth(tree.condition());
        Origin origin =
                new Origin(
                        context.place(tree.span()),
                        "REPEAT UNTIL " + context.text(tree.condition().span()));
        return new Statement.Repeat(origin, text(tree.label()), body, until);
    }

    private Statement loop(StatementTree.Loop tree) {
        Origin origin = new Origin(context.place(tree.span()), "LOOP");
        return new Statement.Loop(origin, text(tree.label()), loopBody(tree.label(), tree.body()));
    }

    private Statement forStatement(StatementTree.For tree) {
        context.open(false);
        try {
            TreeRange range = expressions.selects().treeRange(tree.list(), tree.name());
            Origin origin = context.origin(tree.span(), tree.list().span().to(), "DO");
            return new Statement.For(
                    origin, text(tree.label()), range, loopBody(tree.label(), tree.body()));
        } finally {
            context.close();
        }
    }

    private List<Statement> loopBody(@Nullable Name label, List<StatementTree> trees) {
        labels.open(label, true);
        try {
            return body(trees);
        } finally {
            labels.close();
        }
    }

    private static @Nullable String text(@Nullable Name label) {
        return label == null ? null : label.text();
    }

    // Routines

    private @Nullable Statement returnStatement(StatementTree.Return tree) {
        Origin origin = context.origin(tree.span());
        if (context.isText()) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    """
                    found RETURN in an EVAL string; RETURN is allowed only in a function or \
                    procedure\
                    """);
            return null;
        }
        RoutineTree routine = context.routine;
        boolean returns = routine == null || routine.returns() != null;
        if (tree.value() == null) {
            boolean node = routine == null || context.module != null && isMain(routine);
            if (routine != null && routine.returns() != null && !node) {
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        tree.span(),
                        "RETURN without a value in a routine that returns "
                                + TypeMapping.text(routine.returns()));
            }
            return new Statement.Return(origin, null);
        }
        if (routine != null && routine.returns() == null) {
            expressions.operand(tree.value());
            if (!routine.lacksReturns()) {
                context.error(
                        ESQL_NOT_ALLOWED_HERE,
                        tree.value().span(),
                        "found a value after RETURN, but "
                                + routine.name()
                                + " has no RETURNS clause");
            }
            return null;
        }
        boolean whole =
                routine != null
                        && routine.returns() != null
                        && TypeMapping.kind(routine.returns()) != Kind.SCALAR;
        int faults = context.faults();
        Operand operand = expressions.operand(tree.value());
        if (!whole || operand instanceof ListOperand) {
            operand = expressions.scalar(operand, tree.value().span());
        }
        if (whole
                && operand instanceof Expression e
                && !(e instanceof Literal)
                && context.faults() == faults) {
            context.error(
                    ESQL_TYPE,
                    tree.value().span(),
                    "found a single value, expected a tree to return");
        }
        return new Statement.Return(origin, operand);
    }

    private static boolean isMain(RoutineTree routine) {
        return routine.name().folded().equals("MAIN");
    }

    /**
     * Returns the call of a built-in function as a statement. Without INTO, the result is ignored.
     */
    private @Nullable Statement invokeFunction(Invoke tree) {
        Expression value = expressions.value(tree.call());
        Target into = tree.into() == null ? null : trees.target(tree.into());
        Origin origin = context.origin(tree.span());
        return switch (into) {
            case Target.ToVariable(Variable variable) ->
                    new Statement.SetVariable(origin, variable, value);
            case Target.ToField(FieldPath path) -> new Statement.SetField(origin, path, value);
            case null -> {
                Expression evaluated = new Expression.Is(value, Expression.Is.Property.NULL, false);
                yield new Statement.If(
                        origin, List.of(new Statement.Branch(evaluated, List.of())), List.of());
            }
        };
    }

    private @Nullable Statement invoke(Invoke tree) {
        ExpressionTree.Call written = tree.call();
        RoutineEntry routine = expressions.calls().routine(written);
        if (routine == null && expressions.calls().isBuiltIn(written)) {
            return invokeFunction(tree);
        }
        if (routine == null) {
            expressions.calls().unknown(written);
            return null;
        }
        if (routine.stored != null) {
            Target into = tree.into() == null ? null : trees.target(tree.into());
            return new StoredProcedureCallAnalyzer(context, expressions)
                    .call(tree, routine, routine.stored, into);
        }
        if (tree.externalSchema() != null || tree.database() != null) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    tree.span(),
                    "found IN or EXTERNAL SCHEMA, but " + written.name() + " is not in a database");
            return null;
        }
        List<Statement> steps = new ArrayList<>();
        Call call = expressions.calls().routineCall(written, routine, steps);
        Target into = tree.into() == null ? null : trees.target(tree.into());
        if (call == null) {
            return null;
        }
        Origin origin = context.origin(tree.span());
        steps.add(new CallRoutine(origin, call, into));
        return steps.size() == 1
                ? steps.getFirst()
                : new Statement.Block(origin, null, null, List.of(), steps);
    }
}
