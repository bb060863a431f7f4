package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldAccess;
import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.library.PathStep;
import io.millrace.engine.esql.library.StepCache;
import io.millrace.engine.esql.library.TreePrinter;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Bytecode writer for lists (a List of Elements on the stack), in particular SELECT. */
final class ListEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;

    ListEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /** Pushes the items of a list. Any other operand is a list with one item. */
    void list(Operand operand) {
        switch (operand) {
            case ListOperand.Fields(FieldPath path) -> {
                body.paths.findParent(path);
                body.paths.step(path.steps().getLast());
                code.call(FieldAccess.class, "list", Element.class, PathStep.class);
                apart();
            }
            case ListOperand.Namesakes(var variable) -> {
                body.load(variable);
                code.call(ModuleInvocation.class, "element", FieldReference.class);
                code.call(FieldAccess.class, "namesakes", Element.class);
                apart();
            }
            case ListOperand.Items(List<Operand> items) -> items(items);
            case ListOperand.Select select -> select(select);
            case ListOperand.Passthru(var call) -> body.databases.rows(call);
            case Operand.Tree _, Expression _ -> items(List.of(operand));
        }
    }

    /** Replaces elements that other threads may change by full copies. */
    private void apart() {
        if (body.generation.hasSharedRows()) {
            code.run();
            code.out.swap();
            code.call(ModuleInvocation.class, "apart", List.class);
        }
    }

    private void items(List<Operand> items) {
        int list = newList();
        for (Operand item : items) {
            code.out.aload(list);
            if (item instanceof ListOperand nested) {
                list(nested);
                code.call(List.class, "addAll", java.util.Collection.class);
                code.out.pop();
            } else {
                body.expressions.elementToCopy(item);
                code.call(TreeOperations.class, "add", List.class, Element.class);
            }
        }
        code.out.aload(list);
    }

    /** Creates an empty list and returns the local variable that holds it. */
    private int newList() {
        ClassDesc type = BytecodeWriter.describe(ArrayList.class);
        code.out.new_(type);
        code.out.dup();
        code.out.invokespecial(type, "<init>", MethodTypeDesc.ofDescriptor("()V"));
        return code.store();
    }

    /** Pushes an array with the alternatives of an IN. */
    void candidates(List<Operand> alternatives) {
        boolean plain = alternatives.stream().noneMatch(ListOperand.class::isInstance);
        if (plain) {
            List<Runnable> elements = new ArrayList<>();
            alternatives.forEach(a -> elements.add(() -> body.expressions.valueOf(a)));
            code.array(Value.class, elements);
            return;
        }
        int values = newList();
        for (Operand alternative : alternatives) {
            code.out.aload(values);
            if (alternative instanceof ListOperand nested) {
                list(nested);
                code.call(TreeOperations.class, "addValues", List.class, List.class);
            } else {
                body.expressions.valueOf(alternative);
                code.call(List.class, "add", Object.class);
                code.out.pop();
            }
        }
        code.out.aload(values);
        code.call(TreeOperations.class, "array", List.class);
    }

    // Questions

    /** Pushes the result of CARDINALITY as a long. */
    void count(ListOperand list) {
        if (list instanceof ListOperand.Fields(FieldPath path)) {
            body.paths.findParent(path);
            body.paths.step(path.steps().getLast());
            body.paths.lastCache(path);
            code.call(FieldAccess.class, "count", Element.class, PathStep.class, StepCache.class);
        } else {
            list(list);
            code.call(List.class, "size");
            code.out.i2l();
        }
    }

    /** Pushes whether the list has an item. */
    void exists(ListOperand list) {
        if (list instanceof ListOperand.Fields(FieldPath path)) {
            body.paths.findParent(path);
            body.paths.step(path.steps().getLast());
            code.call(FieldAccess.class, "first", Element.class, PathStep.class);
            code.call(ListEmitter.class, "isThere", Element.class);
        } else {
            list(list);
            code.call(ListEmitter.class, "isFilled", List.class);
        }
    }

    static boolean isThere(Element element) {
        return element != null;
    }

    static boolean isFilled(List<Element> list) {
        return !list.isEmpty();
    }

    static boolean isSingular(List<Element> list) {
        return list.size() == 1;
    }

    /** Returns a list as a Trace pattern shows it. */
    static String text(List<Element> list) {
        StringBuilder out = new StringBuilder();
        for (Element e : list) {
            out.append(out.isEmpty() ? "" : "\n").append(TreePrinter.of(e));
        }
        return out.toString();
    }

    /** Pushes the result of FOR ALL or FOR ANY as an int. */
    void quantified(Expression.Quantified q) {
        int result = code.out.allocateLocal(TypeKind.INT);
        Label decided = code.label();
        code.number(q.all() ? 1 : 0);
        code.out.istore(result);
        each(
                q,
                List.of(q.range()),
                0,
                null,
                next -> {
                    code.out.iload(result);
                    body.conditions.test(q.condition());
                    code.call(ThreeValuedLogic.class, q.all() ? "and" : "or", int.class, int.class);
                    code.out.dup();
                    code.out.istore(result);
                    if (q.all()) {
                        code.out.ifeq(decided);
                    } else {
                        code.out.ifgt(decided);
                    }
                });
        code.at(decided);
        code.out.iload(result);
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
                    code.out.aload(list);
                    switch (select.result()) {
                        case ListOperand.Item(Operand value) -> item(value);
                        case ListOperand.Columns(var columns) -> row(columns);
                    }
                    code.call(TreeOperations.class, "add", List.class, Element.class);
                });
        code.out.aload(list);
    }

    private void item(Operand value) {
        if (value instanceof Expression.TreeValue(var tree)) {
            body.expressions.value(new Expression.TreeValue(tree));
            code.call(TreeOperations.class, "item", Value.class);
        } else {
            body.expressions.elementToCopy(value);
        }
    }

    /** Pushes the result of COUNT or another aggregate function. */
    void aggregate(Expression.Aggregate aggregate) {
        boolean counts =
                aggregate.function() == Expression.Aggregate.Function.COUNT
                        || aggregate.function() == Expression.Aggregate.Function.COUNT_ALL;
        int result = counts ? code.out.allocateLocal(TypeKind.LONG) : code.object();
        if (counts) {
            code.out.lconst_0();
            code.out.lstore(result);
        } else {
            code.out.aconst_null();
            code.out.astore(result);
        }
        each(
                aggregate,
                aggregate.from(),
                0,
                aggregate.where(),
                next -> {
                    switch (aggregate.function()) {
                        case COUNT -> {
                            body.expressions.value(aggregate.value());
                            code.out.ifnull(next);
                            increment(result);
                        }
                        case COUNT_ALL -> increment(result);
                        case MAX -> fold(aggregate, result, "max");
                        case MIN -> fold(aggregate, result, "min");
                        case SUM -> fold(aggregate, result, "sum");
                    }
                });
        if (counts) {
            code.out.lload(result);
            code.call(Value.class, "of", long.class);
        } else {
            code.out.aload(result);
        }
    }

    private void increment(int counter) {
        code.out.lload(counter);
        code.out.lconst_1();
        code.out.ladd();
        code.out.lstore(counter);
    }

    private void fold(Expression.Aggregate aggregate, int result, String function) {
        code.out.aload(result);
        body.expressions.value(aggregate.value());
        code.call(TreeOperations.class, function, Value.class, Value.class);
        code.out.astore(result);
    }

    /** A writer of the code for each row. */
    interface Each {
        /**
         * @param next label at which the next row is fetched
         */
        void row(Label next);
    }

    /** Writes nested loops, one for each range, with a condition in the innermost loop. */
    private void each(
            Record select,
            List<? extends ListOperand.Range> from,
            int index,
            Expression where,
            Each each) {
        ListOperand.Range range = from.get(index);
        Content inner =
                next -> {
                    if (index + 1 < from.size()) {
                        each(select, from, index + 1, where, each);
                    } else {
                        body.turn();
                        Expression rest = body.databases.remaining(from, where);
                        if (rest != null) {
                            body.conditions.jump(rest, true, false, next);
                        }
                        each.row(next);
                    }
                };
        // The rows are those that were there at the start: what is called may add some, or more.
        switch (range) {
            case ListOperand.TreeRange(ListOperand.Fields(FieldPath path), var _)
                    when !ProgramWalk.calls(select) ->
                    siblings(range, path, inner);
            case ListOperand.TreeRange(var rows, var _) -> {
                list(rows);
                elements(range, inner);
            }
            case ListOperand.TableRange table -> {
                body.databases.rows(table, select, from, where);
                elements(range, inner);
            }
        }
    }

    private interface Content {
        void write(Label next);
    }

    /** Writes a loop over the children of an element, which finds them one by one. */
    private void siblings(ListOperand.Range range, FieldPath path, Content inner) {
        Label again = code.label();
        Label next = code.label();
        Label end = code.label();
        body.paths.findParent(path);
        body.paths.step(path.steps().getLast());
        int step = code.store();
        code.out.aload(step);
        code.call(FieldAccess.class, "first", Element.class, PathStep.class);
        int current = code.store();
        code.at(again);
        code.out.aload(current);
        code.out.ifnull(end);
        code.out.aload(current);
        point(range);
        inner.write(next);
        code.at(next);
        code.out.aload(current);
        code.out.aload(step);
        code.call(FieldAccess.class, "next", Element.class, PathStep.class);
        code.out.astore(current);
        code.out.goto_(again);
        code.at(end);
    }

    /** Writes a loop over the list on the stack. */
    private void elements(ListOperand.Range range, Content inner) {
        Label next = code.label();
        Label end = code.label();
        code.call(List.class, "iterator");
        int iterator = code.store();
        code.at(next);
        code.out.aload(iterator);
        code.call(Iterator.class, "hasNext");
        code.out.ifeq(end);
        code.out.aload(iterator);
        code.call(Iterator.class, "next");
        code.cast(Element.class);
        point(range);
        inner.write(next);
        code.out.goto_(next);
        code.at(end);
    }

    /** Sets the correlation name to the element on the stack. */
    private void point(ListOperand.Range range) {
        code.out.aconst_null();
        code.call(FieldReference.class, "to", Element.class, Element.class);
        body.store(range.variable());
    }

    // ROW

    /** Pushes a new tree with the given columns. */
    void row(List<Operand.Column> columns) {
        code.constant("", String.class);
        code.call(TreeOperations.class, "row", String.class);
        int row = code.store();
        columns.forEach(c -> column(row, c));
        code.out.aload(row);
    }

    private void column(int row, Operand.Column column) {
        List<FieldPath.Step> as = column.as();
        if (as.isEmpty()) {
            code.out.aload(row);
            body.expressions.elementToCopy(column.value());
            code.call(TreeOperations.class, "merge", Element.class, Element.class);
        } else if (column.value() instanceof ListOperand list) {
            list(list);
            int items = code.store();
            code.out.aload(row);
            body.paths.steps(column, as, as.size() - 1, true);
            body.paths.step(as.getLast());
            code.out.aload(items);
            code.parsers();
            code.call(
                    FieldAccess.class,
                    "replace",
                    Element.class,
                    PathStep.class,
                    List.class,
                    ParserRegistry.class);
        } else {
            Label missing = code.label();
            boolean tree = column.value() instanceof Operand.Tree;
            if (tree) {
                body.expressions.elementToTake(column.value());
            } else {
                body.expressions.valueOf(column.value());
            }
            int value = code.store();
            code.out.aload(value);
            code.out.ifnull(missing);
            code.out.aload(row);
            body.paths.steps(column, as, as.size(), true);
            code.out.aload(value);
            if (tree) {
                code.parsers();
                code.call(
                        FieldAccess.class,
                        "copy",
                        Element.class,
                        Element.class,
                        ParserRegistry.class);
            } else {
                code.call(FieldAccess.class, "set", Element.class, Value.class);
            }
            code.at(missing);
        }
    }
}
