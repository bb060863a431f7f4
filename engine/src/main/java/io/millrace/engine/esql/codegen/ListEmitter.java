package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of2;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Aggregate;
import io.millrace.engine.esql.program.Expression.Quantified;
import io.millrace.engine.esql.program.Expression.TreeValue;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.ListOperand.Columns;
import io.millrace.engine.esql.program.ListOperand.Fields;
import io.millrace.engine.esql.program.ListOperand.Items;
import io.millrace.engine.esql.program.ListOperand.Namesakes;
import io.millrace.engine.esql.program.ListOperand.Passthru;
import io.millrace.engine.esql.program.ListOperand.Range;
import io.millrace.engine.esql.program.ListOperand.TableRange;
import io.millrace.engine.esql.program.ListOperand.TreeRange;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Column;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.TreeOperations;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Bytecode writer for lists (a List of Elements on the stack), in particular SELECT. */
@SuppressWarnings("ReturnValueIgnored") // The references name methods for generated code.
final class ListEmitter extends BytecodeWriter {

    private final ExpressionEmitter body;

    ListEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    /** Pushes the items of a list. Any other operand is a list with one item. */
    void list(Operand operand) {
        switch (operand) {
            case Fields(FieldPath path) -> {
                body.paths.findLast(path);
                call(FieldAccess::list);
                separate();
            }
            case Namesakes(var variable) -> {
                body.load(variable);
                call(ModuleInvocation::element);
                call(FieldAccess::namesakes);
                separate();
            }
            case Items(List<Operand> items) -> items(items);
            case ListOperand.Select select -> select(select);
            case Passthru(var call) -> body.tables.rows(call);
            case Tree _, Expression _ -> items(List.of(operand));
        }
    }

    /** Replaces elements that other threads can change by full copies. */
    private void separate() {
        if (body.generation.hasSharedRows()) {
            invocation();
            out.swap();
            call(ModuleInvocation::allApart);
        }
    }

    private void items(List<Operand> items) {
        int list = newList();
        for (Operand item : items) {
            out.aload(list);
            if (item instanceof ListOperand nested) {
                list(nested);
                call(TreeOperations::addAll);
            } else {
                body.elementToCopy(item);
                call(TreeOperations::add);
            }
        }
        out.aload(list);
    }

    /** Creates an empty list and returns the local variable that holds it. */
    private int newList() {
        create(ArrayList.class);
        return store();
    }

    /** Pushes an array with the alternatives of an IN. */
    void candidates(List<Operand> alternatives) {
        boolean plain = alternatives.stream().noneMatch(ListOperand.class::isInstance);
        if (plain) {
            List<Runnable> elements = new ArrayList<>();
            alternatives.forEach(a -> elements.add(() -> body.valueOf(a)));
            array(Value.class, elements);
            return;
        }
        int values = newList();
        for (Operand alternative : alternatives) {
            out.aload(values);
            if (alternative instanceof ListOperand nested) {
                list(nested);
                call(TreeOperations::addValues);
            } else {
                body.valueOf(alternative);
                call(TreeOperations::addValue);
            }
        }
        out.aload(values);
        call(TreeOperations::array);
    }

    // Predicates

    /** Pushes the result of CARDINALITY as a long. */
    void count(ListOperand list) {
        if (list instanceof Fields(FieldPath path)) {
            body.paths.findLast(path);
            body.paths.lastCache(path);
            call(FieldAccess::count);
        } else {
            list(list);
            call(List<Element>::size);
            out.i2l();
        }
    }

    /** Pushes whether the list has an item. */
    void exists(ListOperand list) {
        if (list instanceof Fields(FieldPath path)) {
            body.paths.findLast(path);
            call(FieldAccess::first);
            call(TreeOperations::isPresent);
        } else {
            list(list);
            call(TreeOperations::isFilled);
        }
    }

    /** Pushes the result of FOR ALL or FOR ANY as an int. */
    void quantified(Quantified q) {
        Label decided = label();
        number(q.all());
        int result = storeInt();
        each(
                q,
                List.of(q.range()),
                0,
                null,
                next -> {
                    out.iload(result);
                    body.conditions.test(q.condition());
                    call(q.all() ? Operators::and : Operators::or);
                    out.dup();
                    out.istore(result);
                    if (q.all()) {
                        out.ifeq(decided);
                    } else {
                        out.ifgt(decided);
                    }
                });
        at(decided);
        out.iload(result);
    }

    // SELECT

    private void select(ListOperand.Select select) {
        int list = newList();
        each(
                select,
                select.from(),
                0,
                select.where(),
                next -> {
                    out.aload(list);
                    switch (select.result()) {
                        case ListOperand.Item(Operand value) -> item(value);
                        case Columns(var columns) -> row(columns);
                    }
                    call(TreeOperations::add);
                });
        out.aload(list);
    }

    private void item(Operand value) {
        if (value instanceof TreeValue scalar) {
            body.value(scalar);
            call(TreeOperations::item);
        } else {
            body.elementToCopy(value);
        }
    }

    /** Pushes the result of COUNT or another aggregate function. */
    void aggregate(Aggregate aggregate) {
        boolean counts =
                aggregate.function() == Aggregate.Function.COUNT
                        || aggregate.function() == Aggregate.Function.COUNT_ALL;
        int result = counts ? out.allocateLocal(TypeKind.LONG) : nullObject();
        if (counts) {
            out.lconst_0();
            out.lstore(result);
        }
        each(
                aggregate,
                aggregate.from(),
                0,
                aggregate.where(),
                next -> {
                    switch (aggregate.function()) {
                        case COUNT -> {
                            body.value(operand(aggregate));
                            out.ifnull(next);
                            increment(result);
                        }
                        case COUNT_ALL -> increment(result);
                        case MAX -> fold(aggregate, result, TreeOperations::max);
                        case MIN -> fold(aggregate, result, TreeOperations::min);
                        case SUM -> fold(aggregate, result, TreeOperations::sum);
                    }
                });
        if (counts) {
            out.lload(result);
            call(TreeOperations::count);
        } else {
            out.aload(result);
        }
    }

    /** Returns the operand, which only COUNT(*) does not have. */
    private static Expression operand(Aggregate aggregate) {
        return Objects.requireNonNull(aggregate.value());
    }

    private void increment(int counter) {
        out.lload(counter);
        out.lconst_1();
        out.ladd();
        out.lstore(counter);
    }

    private void fold(Aggregate aggregate, int result, Of2<Value, Value> function) {
        out.aload(result);
        body.value(operand(aggregate));
        call(function);
        out.astore(result);
    }

    /**
     * Writes nested loops, one for each range, with a condition in the innermost loop.
     *
     * @param each writer of the code for each row; its argument is the label at which the next row
     *     is fetched
     */
    private void each(
            Record select,
            List<? extends Range> from,
            int index,
            @Nullable Expression where,
            Consumer<Label> each) {
        Range range = from.get(index);
        Consumer<Label> inner =
                next -> {
                    if (index + 1 < from.size()) {
                        each(select, from, index + 1, where, each);
                    } else {
                        body.turn();
                        Expression rest = body.tables.remaining(from, where);
                        if (rest != null) {
                            body.conditions.jump(rest, true, false, next);
                        }
                        each.accept(next);
                    }
                };
        // The rows are those that exist at the start: called routines can add some.
        switch (range) {
            case TreeRange(Fields(FieldPath path), var _) when !ProgramWalk.calls(select) ->
                    siblings(range, path, inner);
            case TreeRange(var rows, var _) -> {
                list(rows);
                elements(range, inner);
            }
            case TableRange table -> {
                body.tables.rows(table, select, from, where);
                elements(range, inner);
            }
        }
    }

    /** Writes a loop that finds the children of an element one by one. */
    private void siblings(Range range, FieldPath path, Consumer<Label> inner) {
        Label again = label();
        Label next = label();
        Label end = label();
        body.paths.findLast(path);
        int step = store();
        out.aload(step);
        call(FieldAccess::first);
        int current = store();
        at(again);
        out.aload(current);
        out.ifnull(end);
        out.aload(current);
        point(range);
        inner.accept(next);
        at(next);
        out.aload(current);
        out.aload(step);
        call(FieldAccess::next);
        out.astore(current);
        out.goto_(again);
        at(end);
    }

    /** Writes a loop over the list on the stack. */
    private void elements(Range range, Consumer<Label> inner) {
        Label next = label();
        Label end = label();
        call(List<Element>::iterator);
        int iterator = store();
        at(next);
        out.aload(iterator);
        call(Iterator<Element>::hasNext);
        out.ifeq(end);
        out.aload(iterator);
        call(Iterator<Element>::next);
        cast(Element.class);
        point(range);
        inner.accept(next);
        out.goto_(next);
        at(end);
    }

    /** Sets the correlation name to the element on the stack. */
    private void point(Range range) {
        call(FieldReference::at);
        body.store(range.variable());
    }

    // ROW

    /** Pushes a new tree with the given columns. */
    void row(List<Column> columns) {
        constant("");
        call(TreeOperations::row);
        int row = store();
        columns.forEach(c -> column(row, c));
        out.aload(row);
    }

    private void column(int row, Column column) {
        List<Step> as = column.as();
        if (as.isEmpty()) {
            out.aload(row);
            body.elementToCopy(column.value());
            call(TreeOperations::merge);
        } else if (column.value() instanceof ListOperand list) {
            list(list);
            int items = store();
            out.aload(row);
            body.paths.steps(column, as, as.size() - 1, true);
            body.paths.step(as.getLast());
            out.aload(items);
            parsers();
            call(FieldAccess::replace);
        } else {
            Label missing = label();
            boolean tree = column.value() instanceof Tree;
            if (tree) {
                body.elementToTake(column.value());
            } else {
                body.valueOf(column.value());
            }
            int value = store();
            out.aload(value);
            out.ifnull(missing);
            out.aload(row);
            body.paths.steps(column, as, as.size(), true);
            out.aload(value);
            if (tree) {
                parsers();
                call(FieldAccess::copy);
            } else {
                call(FieldAccess::set);
            }
            at(missing);
        }
    }
}
