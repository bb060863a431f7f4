package io.millrace.engine.esql.plain;

import static io.millrace.engine.error.ErrorCode.ESQL_PROPAGATE;
import static io.millrace.engine.error.ErrorCode.ESQL_USER;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Attach;
import io.millrace.engine.esql.program.Statement.CallRoutine;
import io.millrace.engine.esql.program.Statement.Choose;
import io.millrace.engine.esql.program.Statement.Declare;
import io.millrace.engine.esql.program.Statement.Detach;
import io.millrace.engine.esql.program.Statement.For;
import io.millrace.engine.esql.program.Statement.If;
import io.millrace.engine.esql.program.Statement.Iterate;
import io.millrace.engine.esql.program.Statement.Leave;
import io.millrace.engine.esql.program.Statement.Log;
import io.millrace.engine.esql.program.Statement.Loop;
import io.millrace.engine.esql.program.Statement.MoveTo;
import io.millrace.engine.esql.program.Statement.Propagate;
import io.millrace.engine.esql.program.Statement.Repeat;
import io.millrace.engine.esql.program.Statement.Resignal;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.program.Statement.SetField;
import io.millrace.engine.esql.program.Statement.SetList;
import io.millrace.engine.esql.program.Statement.SetProperty;
import io.millrace.engine.esql.program.Statement.SetVariable;
import io.millrace.engine.esql.program.Statement.Throw;
import io.millrace.engine.esql.program.Statement.While;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Runs statements. Each gives how it ended: null where it just goes on behind it. */
final class PlainStatements {

    private static final Set<String> TERMINALS =
            Set.of("nowhere", "failure", "out", "out1", "out2", "out3", "out4");

    private final PlainRun run;

    PlainStatements(PlainRun run) {
        this.run = run;
    }

    /**
     * Runs a statement; what fails in it itself (not in a statement within it) goes to the handlers
     * of the blocks around it. A handler that continues does so behind this statement.
     */
    PlainEnd run(Statement statement) {
        run.works(1);
        try {
            return perform(statement);
        } catch (PlainFailure e) {
            if (e.isPlaced) {
                throw e;
            }
            e.passes(PlainRun.line(statement));
            return handle(e);
        }
    }

    private PlainEnd handle(PlainFailure failure) {
        Deque<Statement.Block> guards = new ArrayDeque<>(run.frame.guards);
        for (Statement.Block block : guards) {
            run.frame.guards.pop();
            Statement.Handler handler = handler(block, failure);
            if (handler != null) {
                run.state = failure;
                run.frame.caught.push(failure);
                PlainEnd end;
                try {
                    end = run(handler.body());
                } finally {
                    run.frame.caught.pop();
                    restore(guards);
                }
                return handler.exits() || end != null ? new PlainEnd.Exits(block, end) : null;
            }
        }
        restore(guards);
        throw failure;
    }

    private void restore(Deque<Statement.Block> guards) {
        run.frame.guards.clear();
        run.frame.guards.addAll(guards);
    }

    private static Statement.Handler handler(Statement.Block block, PlainFailure failure) {
        if (!failure.isForHandlers()) {
            return null;
        }
        Value state = Value.of(failure.sqlState());
        for (Statement.Handler h : block.handlers()) {
            for (Statement.Handler.State requested : h.states()) {
                Value pattern = Value.of(requested.pattern());
                Value escape = Value.of(requested.escape() == null ? "\0" : requested.escape());
                boolean matches =
                        requested.like()
                                ? PlainValues.like(state, pattern, escape)
                                : state.equals(pattern);
                if (matches) {
                    return h;
                }
            }
        }
        return null;
    }

    private PlainEnd list(List<Statement> statements) {
        for (Statement s : statements) {
            PlainEnd end = run(s);
            if (end != null) {
                return end;
            }
        }
        return null;
    }

    private PlainEnd perform(Statement statement) {
        switch (statement) {
            case Statement.Block s -> {
                return block(s);
            }
            case If s -> {
                return branches(s);
            }
            case Choose s -> {
                return choose(s);
            }
            case While s -> {
                return loop(
                        s.label(),
                        s.body(),
                        () -> run.expressions.decides(s.condition(), true),
                        () -> true);
            }
            case Repeat s -> {
                return loop(
                        s.label(),
                        s.body(),
                        () -> true,
                        () -> !run.expressions.decides(s.until(), true));
            }
            case Loop s -> {
                return loop(s.label(), s.body(), () -> true, () -> true);
            }
            case For s -> {
                return each(s);
            }
            case Leave s -> {
                return new PlainEnd.Leaves(s.label());
            }
            case Iterate s -> {
                return new PlainEnd.Iterates(s.label());
            }
            case Return s -> {
                return new PlainEnd.Returns(result(s.value()));
            }
            case CallRoutine s -> call(s);
            case Throw s -> throw thrown(s);
            case Resignal _ -> {
                PlainFailure caught = run.frame.caught.peek();
                caught.again();
                throw caught;
            }
            case Log s -> log(s);
            case Declare s -> run.set(s.variable(), run.trees.initial(s.variable(), s.initial()));
            case SetVariable s ->
                    run.set(
                            s.variable(),
                            PlainValues.cast(
                                    run.expressions.value(s.value()), s.variable().type()));
            case SetField s -> run.trees.set(s);
            case SetList s -> run.trees.set(s);
            case SetProperty s -> run.trees.set(s);
            case Statement.Create s -> run.trees.create(s);
            case Statement.Delete s -> run.trees.delete(s);
            case Attach s -> run.trees.attach(s);
            case Detach s -> run.trees.detach(s);
            case MoveTo s -> run.trees.move(s);
            case Statement.Move s -> run.trees.move(s);
            case Propagate s -> propagate(s);
            default -> throw new IllegalArgumentException("unknown to the plain run: " + statement);
        }
        return null;
    }

    // Structure

    private PlainEnd block(Statement.Block block) {
        PlainEnd end;
        if (block.handlers().isEmpty()) {
            end = list(block.body());
        } else {
            run.frame.guards.push(block);
            end = list(block.body());
            run.frame.guards.pop();
        }
        if (end instanceof PlainEnd.Exits(var left, PlainEnd then) && left == block) {
            end = then;
        }
        return isLeft(end, block.label()) ? null : end;
    }

    private static boolean isLeft(PlainEnd end, String label) {
        return end instanceof PlainEnd.Leaves(String left) && left.equals(label);
    }

    private PlainEnd branches(If s) {
        for (Statement.Branch branch : s.branches()) {
            if (run.expressions.decides(branch.test(), true)) {
                return list(branch.body());
            }
        }
        return list(s.otherwise());
    }

    private PlainEnd choose(Choose s) {
        Value operand = run.expressions.value(s.operand());
        for (Statement.Branch branch : s.branches()) {
            Boolean equal = PlainValues.equal(operand, run.expressions.value(branch.test()));
            if (PlainValues.is(equal, true)) {
                return list(branch.body());
            }
        }
        return list(s.otherwise());
    }

    private interface Condition {
        boolean holds();
    }

    private PlainEnd loop(String label, List<Statement> body, Condition before, Condition after) {
        do {
            run.works(1);
            if (!before.holds()) {
                return null;
            }
            PlainEnd end = list(body);
            if (isLeft(end, label)) {
                return null;
            }
            if (end != null && !isIterated(end, label)) {
                return end;
            }
            if (!after.holds()) {
                return null;
            }
        } while (true);
    }

    private static boolean isIterated(PlainEnd end, String label) {
        return end instanceof PlainEnd.Iterates(String again) && again.equals(label);
    }

    private PlainEnd each(For s) {
        for (PlainField f : run.lists.items(s.range().rows())) {
            run.set(s.range().variable(), PlainReference.to(f, null));
            PlainEnd end = list(s.body());
            if (isLeft(end, s.label())) {
                return null;
            }
            if (end != null && !isIterated(end, s.label())) {
                return end;
            }
        }
        return null;
    }

    private Object result(Operand value) {
        var signature = run.frame.routine.signature();
        if (value == null) {
            return run.nothing();
        }
        return switch (signature.returns()) {
            case TREE -> run.expressions.fieldToCopy(value);
            case SCALAR -> PlainValues.cast(run.expressions.valueOf(value), signature.type());
            case NONE -> run.expressions.valueOf(value);
        };
    }

    // Simple statements

    private void call(CallRoutine s) {
        Object result = run.calls.call(s.call());
        Value value = result instanceof PlainField field ? field.fieldValue() : (Value) result;
        switch (s.into()) {
            case null -> {}
            case Target.ToVariable(Variable v) -> run.set(v, PlainValues.cast(value, v.type()));
            case Target.ToField(FieldPath path) -> run.trees.set(path, value);
        }
    }

    private PlainFailure thrown(Throw s) {
        value(s.severity());
        value(s.catalog());
        Value message = value(s.message());
        List<String> inserts = new ArrayList<>();
        for (Expression e : s.values()) {
            Value v = value(e);
            inserts.add(v instanceof CharacterValue(String text) ? text : EsqlErrors.show(v));
        }
        int number = message instanceof IntegerValue(long n) ? (int) n : 2951;
        return new PlainFailure(ESQL_USER, number, inserts);
    }

    private void log(Log s) {
        value(s.severity());
        value(s.catalog());
        value(s.message());
        s.values().forEach(this::value);
    }

    private Value value(Expression e) {
        return e == null ? null : run.expressions.value(e);
    }

    private void propagate(Propagate s) {
        Value terminal = value(s.terminal());
        Value label = value(s.label());
        if (s.label() != null && label == null) {
            throw new PlainFailure(ESQL_PROPAGATE);
        }
        String target = label != null ? "label " + label.text() : terminal(terminal);
        run.node.propagate(target, s.delete());
    }

    private static String terminal(Value terminal) {
        String name =
                switch (terminal) {
                    case IntegerValue(long n) when n >= 1 -> "out" + n;
                    case IntegerValue(long n) ->
                            n == 0 ? "out" : n == -1 ? "failure" : n == -2 ? "nowhere" : "none";
                    case CharacterValue(String s) -> s;
                    case null, default -> "";
                };
        if (!TERMINALS.contains(name)) {
            throw new PlainFailure(ESQL_PROPAGATE);
        }
        return name;
    }
}
