package io.millrace.engine.esql.plain;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Aggregate;
import io.millrace.engine.esql.program.Expression.Arithmetic;
import io.millrace.engine.esql.program.Expression.Comparison;
import io.millrace.engine.esql.program.Expression.Quantified;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.ListOperand.Fields;
import io.millrace.engine.esql.program.ListOperand.Items;
import io.millrace.engine.esql.program.ListOperand.TreeRange;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Column;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.List;

/** Lists: fields, LIST, SELECT, and what is asked of them. */
final class PlainLists {

    private final PlainRun run;

    PlainLists(PlainRun run) {
        this.run = run;
    }

    /** Anything but a list is a list of one. */
    List<PlainField> items(Operand operand) {
        return switch (operand) {
            case Fields(FieldPath path) -> run.paths.list(path);
            case Items(List<Operand> items) -> {
                List<PlainField> all = new ArrayList<>();
                for (Operand item : items) {
                    if (item instanceof ListOperand) {
                        all.addAll(items(item));
                    } else {
                        addIfThere(all, run.expressions.field(item));
                    }
                }
                yield all;
            }
            case ListOperand.Select select -> select(select);
            case ListOperand other -> throw new IllegalArgumentException("" + other);
            default -> {
                PlainField only = run.expressions.field(operand);
                yield only == null ? List.of() : List.of(only);
            }
        };
    }

    private static void addIfThere(List<PlainField> list, PlainField item) {
        if (item != null) {
            list.add(item);
        }
    }

    private List<PlainField> select(ListOperand.Select select) {
        List<PlainField> result = new ArrayList<>();
        rows(
                select.from(),
                0,
                select.where(),
                () ->
                        addIfThere(
                                result,
                                switch (select.result()) {
                                    case ListOperand.Item(Operand value) -> item(value);
                                    case ListOperand.Columns(var columns) -> row(columns);
                                }));
        return result;
    }

    private PlainField item(Operand value) {
        return value instanceof Expression e
                ? PlainField.item(run.expressions.value(e))
                : run.expressions.fieldToCopy(value);
    }

    private void rows(
            List<? extends ListOperand.Range> from, int index, Expression where, Runnable row) {
        if (index == from.size()) {
            run.works(1);
            if (where == null || run.expressions.decides(where, true)) {
                row.run();
            }
            return;
        }
        TreeRange range = (TreeRange) from.get(index);
        for (PlainField f : items(range.rows())) {
            run.set(range.variable(), PlainReference.to(f, null));
            rows(from, index + 1, where, row);
        }
    }

    PlainField row(List<Column> columns) {
        PlainField row = PlainField.folder("");
        columns.forEach(c -> column(row, c));
        return row;
    }

    private void column(PlainField row, Column column) {
        List<FieldPath.Step> as = column.as();
        if (as.isEmpty()) {
            PlainField source = run.expressions.fieldToCopy(column.value());
            if (source != null) {
                source.children.forEach(c -> row.addLast(c.copy()));
            }
        } else if (column.value() instanceof ListOperand list) {
            List<PlainField> items = items(list);
            PlainField parent = run.paths.walk(row, as.subList(0, as.size() - 1), true);
            run.trees.replace(parent, run.paths.pattern(as.getLast()), items);
        } else if (column.value() instanceof Tree tree) {
            PlainField source = run.expressions.fieldToCopy(tree);
            if (source != null) {
                run.paths.walk(row, as, true).take(source);
            }
        } else {
            Value value = run.expressions.valueOf(column.value());
            if (value != null) {
                run.paths.walk(row, as, true).setValue(value);
            }
        }
    }

    /** FOR ALL, FOR ANY: looks no further than it must. */
    Boolean quantified(Quantified q) {
        Boolean result = q.all();
        for (PlainField f : items(q.range().rows())) {
            run.set(q.range().variable(), PlainReference.to(f, null));
            Boolean one = run.expressions.truth(q.condition());
            result = q.all() ? PlainValues.and(result, one) : PlainValues.or(result, one);
            if (PlainValues.is(result, !q.all())) {
                break;
            }
        }
        return result;
    }

    Value aggregate(Aggregate a) {
        List<Value> values = new ArrayList<>();
        Value[] result = {null};
        rows(
                a.from(),
                0,
                a.where(),
                () -> {
                    Value v = a.value() == null ? Value.of(true) : run.expressions.value(a.value());
                    if (v != null) {
                        values.add(v);
                        result[0] = result[0] == null ? v : fold(a.function(), result[0], v);
                    }
                });
        return switch (a.function()) {
            case COUNT, COUNT_ALL -> Value.of(values.size());
            default -> result[0];
        };
    }

    private static Value fold(Aggregate.Function function, Value known, Value next) {
        Comparison.Operator less = Comparison.Operator.LESS;
        Comparison.Operator greater = Comparison.Operator.GREATER;
        return switch (function) {
            case SUM -> PlainValues.calculate(Arithmetic.Operator.ADD, known, next);
            case MIN -> PlainValues.is(PlainValues.compare(less, next, known), true) ? next : known;
            case MAX ->
                    PlainValues.is(PlainValues.compare(greater, next, known), true) ? next : known;
            default -> known;
        };
    }

    /** Same number of items, and each equal to its counterpart. */
    Boolean equal(List<PlainField> a, List<PlainField> b) {
        if (a.size() != b.size()) {
            return false;
        }
        Boolean result = true;
        for (int i = 0; i < a.size() && !PlainValues.is(result, false); i++) {
            result = PlainValues.and(result, equal(a.get(i), b.get(i)));
        }
        return result;
    }

    private Boolean equal(PlainField a, PlainField b) {
        Boolean result =
                a.value == null && b.value == null
                        ? Boolean.TRUE
                        : PlainValues.equal(a.value, b.value);
        if (PlainValues.is(result, false) || a.children.size() != b.children.size()) {
            return false;
        }
        for (int i = 0; i < a.children.size(); i++) {
            PlainField x = a.children.get(i);
            PlainField y = b.children.get(i);
            if (!x.name.equals(y.name) || !x.namespace.equals(y.namespace)) {
                return false;
            }
        }
        for (int i = 0; i < a.children.size() && !PlainValues.is(result, false); i++) {
            result = PlainValues.and(result, equal(a.children.get(i), b.children.get(i)));
        }
        return result;
    }
}
