package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree;

import java.util.ArrayList;
import java.util.List;

/**
 * A checker of statements. It checks compound statements; other checkers check the rest. Invalid
 * statements are omitted and reported.
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

    /** Returns the statements of a list with a scope of its own. */
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
        if (!(tree instanceof StatementTree.Broken)) {
            String text = "this statement and those behind it are never executed";
            context.warning(ErrorCode.ESQL_UNREACHABLE, tree.span(), text, "");
        }
    }

    private void check(StatementTree tree, List<Statement> into) {
        switch (tree) {
            case StatementTree.Declare declare -> declarations.declare(declare, into);
            case StatementTree.Broken broken -> {
                context.markBroken();
                broken.declared().forEach(name -> context.forget(name.text()));
            }
            case StatementTree.Handler handler -> {
                String text =
                        "found a handler behind other statements; handlers come first in their"
                                + " block";
                context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, handler.span(), text);
            }
            default -> {
                Statement checked = statement(tree);
                if (checked != null) {
                    into.add(checked);
                }
            }
        }
    }

    /** Returns a statement; null if it is invalid. */
    private Statement statement(StatementTree tree) {
        return switch (tree) {
            case StatementTree.Block block -> block(block);
            case StatementTree.If i -> ifStatement(i);
            case StatementTree.Case c -> caseStatement(c);
            case StatementTree.While w -> whileStatement(w);
            case StatementTree.Repeat r -> repeat(r);
            case StatementTree.Loop l -> loop(l);
            case StatementTree.For f -> forStatement(f);
            case StatementTree.Leave l -> labels.leave(l);
            case StatementTree.Iterate i -> labels.iterate(i);
            case StatementTree.Return r -> returnStatement(r);
            case StatementTree.Invoke i -> invoke(i);
            case StatementTree.Propagate p -> propagations.propagate(p);
            case StatementTree.Throw t -> exceptions.throwStatement(t);
            case StatementTree.Resignal r -> exceptions.resignal(r);
            case StatementTree.Log l -> exceptions.log(l);
            case StatementTree.Eval e ->
                    new Statement.Evaluate(
                            context.origin(e.span()),
                            EvalAnalyzer.at(context, expressions.value(e.text()), true));
            case StatementTree.Set s -> trees.set(s);
            case StatementTree.MoveTo m -> trees.moveTo(m);
            case StatementTree.Move m -> trees.move(m);
            case StatementTree.Create c -> trees.create(c);
            case StatementTree.Delete d -> trees.delete(d);
            case StatementTree.Attach a -> trees.attach(a);
            case StatementTree.Detach d -> trees.detach(d);
            case StatementTree.Passthru p -> databases.passthru(p);
            case StatementTree.DatabaseInsert i -> databases.insert(i);
            case StatementTree.DatabaseUpdate u -> databases.update(u);
            case StatementTree.DatabaseDelete d -> databases.delete(d);
            case StatementTree.DatabaseEnd e -> databases.end(e);
            case StatementTree.Declare d -> null;
            case StatementTree.Handler h -> null;
            case StatementTree.Broken b -> null;
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
            // Declarations may stand before handlers: a handler's body uses them.
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
        return tree instanceof StatementTree.Handler || tree instanceof StatementTree.Declare;
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

    private Statement caseStatement(StatementTree.Case tree) {
        Expression operand = expressions.optional(tree.operand());
        List<Statement.Branch> branches = new ArrayList<>();
        for (StatementTree.Branch branch : tree.branches()) {
            Expression test =
                    operand == null
                            ? expressions.truth(branch.when())
                            : expressions.value(branch.when());
            branches.add(new Statement.Branch(test, body(branch.body())));
        }
        List<Statement> otherwise = tree.otherwise() == null ? List.of() : body(tree.otherwise());
        if (operand == null) {
            int head = tree.branches().getFirst().when().span().to();
            return new Statement.If(context.origin(tree.span(), head, "THEN"), branches, otherwise);
        }
        Origin origin = context.origin(tree.span(), tree.operand().span().to(), "");
        return new Statement.Choose(origin, operand, branches, otherwise);
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
            ListOperand.TreeRange range = expressions.selects().treeRange(tree.list(), tree.name());
            Origin origin = context.origin(tree.span(), tree.list().span().to(), "DO");
            return new Statement.For(
                    origin, text(tree.label()), range, loopBody(tree.label(), tree.body()));
        } finally {
            context.close();
        }
    }

    private List<Statement> loopBody(Name label, List<StatementTree> trees) {
        labels.open(label, true);
        try {
            return body(trees);
        } finally {
            labels.close();
        }
    }

    private static String text(Name label) {
        return label == null ? null : label.text();
    }

    // Routines

    private Statement returnStatement(StatementTree.Return tree) {
        Origin origin = context.origin(tree.span());
        if (context.isText()) {
            String text = "found RETURN in a text for EVAL, which belongs to no routine";
            context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, tree.span(), text);
            return null;
        }
        boolean returns = context.routine == null || context.routine.returns() != null;
        if (tree.value() == null) {
            boolean node = context.routine == null || context.module != null && isMain();
            if (returns && !node) {
                String text =
                        "RETURN without a value in a routine that returns "
                                + TypeMapping.text(context.routine.returns());
                context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, tree.span(), text);
            }
            return new Statement.Return(origin, null);
        }
        if (!returns) {
            expressions.operand(tree.value());
            String text =
                    "found a value behind RETURN, but "
                            + context.routine.name()
                            + " has no RETURNS clause";
            context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, tree.value().span(), text);
            return null;
        }
        boolean whole =
                context.routine != null
                        && TypeMapping.kind(context.routine.returns()) != Variable.Kind.SCALAR;
        int faults = context.faults();
        Operand operand = expressions.operand(tree.value());
        if (!whole || operand instanceof ListOperand) {
            operand = expressions.scalar(operand, tree.value().span());
        }
        if (whole
                && operand instanceof Expression e
                && !(e instanceof Expression.Literal)
                && context.faults() == faults) {
            String text = "found a single value, expected a tree to return";
            context.error(ErrorCode.ESQL_TYPE, tree.value().span(), text);
        }
        return new Statement.Return(origin, operand);
    }

    private boolean isMain() {
        return context.routine.name().folded().equals("MAIN");
    }

    private Statement invoke(StatementTree.Invoke tree) {
        ExpressionTree.Call written = tree.call();
        RoutineEntry routine = expressions.calls().routine(written);
        if (routine == null) {
            expressions.calls().unknown(written);
            return null;
        }
        if (routine.stored != null) {
            Target into = tree.into() == null ? null : trees.target(tree.into());
            return new StoredProcedureCallAnalyzer(context, expressions).call(tree, routine, into);
        }
        if (tree.externalSchema() != null || tree.database() != null) {
            String text =
                    "found IN or EXTERNAL SCHEMA, but " + written.name() + " is not in a database";
            context.error(ErrorCode.ESQL_NOT_ALLOWED_HERE, tree.span(), text);
            return null;
        }
        List<Statement> steps = new ArrayList<>();
        Call call = expressions.calls().routineCall(written, routine, steps);
        Target into = tree.into() == null ? null : trees.target(tree.into());
        if (call == null) {
            return null;
        }
        Origin origin = context.origin(tree.span());
        steps.add(new Statement.CallRoutine(origin, call, into));
        return steps.size() == 1
                ? steps.getFirst()
                : new Statement.Block(origin, null, null, List.of(), steps);
    }
}
