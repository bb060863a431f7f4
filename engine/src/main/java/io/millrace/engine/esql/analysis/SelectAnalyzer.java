package io.millrace.engine.esql.analysis;

import static io.millrace.engine.error.ErrorCode.ESQL_NOT_ALLOWED_HERE;
import static io.millrace.engine.error.ErrorCode.ESQL_TYPE;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Aggregate;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtVariable;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.ListOperand.Columns;
import io.millrace.engine.esql.program.ListOperand.Fields;
import io.millrace.engine.esql.program.ListOperand.Range;
import io.millrace.engine.esql.program.ListOperand.TableRange;
import io.millrace.engine.esql.program.ListOperand.TreeRange;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Column;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.Table;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;
import io.millrace.engine.esql.syntax.ExpressionTree.Select;
import io.millrace.engine.esql.syntax.ExpressionTree.Star;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.PathStep;
import io.millrace.engine.esql.syntax.PathStep.Part;
import io.millrace.engine.esql.syntax.Span;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A checker of SELECT, ROW, quantified predicates, and FROM clauses. */
final class SelectAnalyzer {

    private static final Map<String, Aggregate.Function> AGGREGATES =
            Map.of(
                    "COUNT", Aggregate.Function.COUNT,
                    "MAX", Aggregate.Function.MAX,
                    "MIN", Aggregate.Function.MIN,
                    "SUM", Aggregate.Function.SUM);

    private final AnalysisContext context;
    private final ExpressionAnalyzer expressions;

    SelectAnalyzer(AnalysisContext context, ExpressionAnalyzer expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    Operand select(Select tree) {
        context.open(true);
        try {
            List<Range> from = new ArrayList<>();
            tree.from().forEach(f -> add(from, f));
            Expression where = tree.where() == null ? null : expressions.truth(tree.where());
            Aggregate.Function aggregate = aggregate(tree);
            if (aggregate != null) {
                return aggregate(aggregate, tree, from, where);
            }
            ListOperand.Result result = tree.itemOnly() ? item(tree) : columns(tree, from);
            return from.isEmpty() ? Literal.NULL : new ListOperand.Select(from, where, result);
        } finally {
            context.close();
        }
    }

    private void add(List<Range> from, Select.From written) {
        Range range = range(written);
        boolean table = range instanceof TableRange;
        if (table && from.stream().anyMatch(TreeRange.class::isInstance)) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    written.field().span(),
                    "found a table after a tree; tables come first in FROM");
        }
        from.add(range);
    }

    private Range range(Select.From written) {
        Field field = written.field();
        if (isDatabase(field)) {
            return tableRange(field, written.as());
        }
        ListOperand rows = expressions.list(field);
        return new TreeRange(rows, context.newCorrelation(correlationName(written)));
    }

    boolean isDatabase(Field field) {
        return !field.root().quoted()
                && field.root().folded().equals("DATABASE")
                && context.find(field.root().text()) == null;
    }

    private static Name correlationName(Select.From written) {
        return written.as() != null ? written.as() : lastName(written.field());
    }

    /** Returns the last literal name of a path. The first name of a path is always literal. */
    private static Name lastName(Field field) {
        for (PathStep step : field.steps().reversed()) {
            if (step.name() instanceof Part.Written written) {
                return written.name();
            }
        }
        return field.root();
    }

    TreeRange treeRange(ExpressionTree list, Name name) {
        ListOperand rows = expressions.list(list);
        return new TreeRange(rows, context.newCorrelation(name));
    }

    TableRange tableRange(Field field, @Nullable Name as) {
        Table table = table(field);
        Name name = as != null ? as : lastName(field);
        Local row = context.newCorrelation(name);
        context.tableRows.add(row);
        return new TableRange(table, row);
    }

    /**
     * Returns the table of {@code Database.source.schema.table}, of which only the table is
     * required.
     */
    Table table(Field field) {
        List<PathStep> steps = field.steps();
        if (!isDatabase(field) || steps.isEmpty() || steps.size() > 3) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    field.span(),
                    "found "
                            + context.text(field.span())
                            + ", expected a table such as Database.TABLE");
            return new Table(null, null, Literal.NULL);
        }
        List<Expression> names = steps.stream().map(this::tableName).toList();
        Expression schema = names.size() > 1 ? names.get(names.size() - 2) : null;
        Expression source = names.size() > 2 ? names.getFirst() : null;
        return new Table(source, schema, names.getLast());
    }

    private Expression tableName(PathStep step) {
        return text(expressions.paths().name(step.name(), FieldPath.Name.NONE));
    }

    /** Converts a name to an expression. */
    static Expression text(FieldPath.Name name) {
        return switch (name) {
            case FieldPath.Name.Fixed fixed -> new Literal(Value.of(fixed.text()));
            case FieldPath.Name.Computed computed -> computed.expression();
            case FieldPath.Name.Any any -> Literal.NULL;
            case FieldPath.Name.Column column -> text(column.written());
        };
    }

    private Aggregate.@Nullable Function aggregate(Select tree) {
        boolean single =
                tree.items().size() == 1
                        && tree.items().getFirst().value() instanceof Call call
                        && call.schema().isEmpty()
                        && call.arguments().size() == 1
                        && expressions.calls().routine(call) == null;
        if (!single) {
            return null;
        }
        Call call = (Call) tree.items().getFirst().value();
        Aggregate.Function function = AGGREGATES.get(call.name().folded());
        boolean star = call.arguments().getFirst().value() instanceof Star;
        return function == Aggregate.Function.COUNT && star
                ? Aggregate.Function.COUNT_ALL
                : function;
    }

    private Operand aggregate(
            Aggregate.Function function,
            Select tree,
            List<Range> from,
            @Nullable Expression where) {
        Call call = (Call) tree.items().getFirst().value();
        ExpressionTree argument = call.arguments().getFirst().value();
        Expression value =
                function == Aggregate.Function.COUNT_ALL ? null : expressions.value(argument);
        return from.isEmpty() ? Literal.NULL : new Aggregate(function, value, from, where);
    }

    private ListOperand.Result item(Select tree) {
        if (tree.items().size() > 1) {
            Span second = tree.items().get(1).value().span();
            context.error(
                    ESQL_NOT_ALLOWED_HERE, second, "found a second item after ITEM; expected one");
        }
        ExpressionTree written = tree.items().getFirst().value();
        Operand value = expressions.operand(written);
        if (value instanceof ListOperand) {
            value = expressions.scalar(value, written.span());
        }
        return new ListOperand.Item(value);
    }

    private ListOperand.Result columns(Select tree, List<Range> from) {
        List<Column> columns = new ArrayList<>();
        for (Select.Item item : tree.items()) {
            if (item.value() instanceof Star) {
                star(item, from, columns);
            } else {
                columns.add(column(item, columns.size() + 1));
            }
        }
        return columns.isEmpty() ? new ListOperand.Item(Literal.NULL) : new Columns(columns);
    }

    /** Expands {@code *} to the children of the rows of all ranges, in the order of FROM. */
    private void star(Select.Item item, List<Range> from, List<Column> columns) {
        if (!item.as().isEmpty()) {
            context.error(
                    ESQL_NOT_ALLOWED_HERE,
                    item.value().span(),
                    "found AS after *; the columns of * keep their names");
        }
        for (Range range : from) {
            FieldPath row = new FieldPath(new AtVariable(range.variable()), List.of());
            columns.add(new Column(new Operand.Field(row), List.of()));
        }
    }

    Operand row(ExpressionTree.Row tree) {
        List<Column> columns = new ArrayList<>();
        for (Select.Item item : tree.items()) {
            columns.add(column(item, columns.size() + 1));
        }
        return new Operand.Row(columns);
    }

    private Column column(Select.Item item, int number) {
        if (item.as().isEmpty() && item.value() instanceof Field field && endsInStar(field)) {
            Field parent =
                    new Field(
                            field.span(),
                            field.root(),
                            field.rootIndex(),
                            withoutLast(field.steps()));
            return merged(parent);
        }
        if (item.insert()) {
            return merged(item.value());
        }
        Operand value = expressions.operand(item.value());
        List<Step> as =
                item.as().isEmpty()
                        ? List.of(nameOf(value, item.value(), number))
                        : expressions.paths().steps(item.as());
        return new Column(value, as);
    }

    private Column merged(ExpressionTree tree) {
        int faults = context.faults();
        Operand value = expressions.operand(tree);
        if (value instanceof Tree) {
            return new Column(value, List.of());
        }
        if (context.faults() == faults) {
            context.error(
                    ESQL_TYPE,
                    tree.span(),
                    "found "
                            + context.text(tree.span())
                            + ", expected a field whose children become columns");
        }
        return new Column(Literal.NULL, List.of(Step.named("Column1")));
    }

    private static boolean endsInStar(Field field) {
        if (field.steps().isEmpty()) {
            return false;
        }
        PathStep last = field.steps().getLast();
        return last.name() instanceof Part.Any
                && last.type() == null
                && last.namespace() instanceof Part.None
                && (last.index() == null
                        || last.index().direction() == PathStep.Index.Direction.LIST);
    }

    private static List<PathStep> withoutLast(List<PathStep> steps) {
        return steps.subList(0, steps.size() - 1);
    }

    /**
     * Returns the name of a column without AS: the last name of the path, or a generated name with
     * the column number.
     */
    private static Step nameOf(Operand value, ExpressionTree tree, int number) {
        FieldPath path =
                switch (value) {
                    case Operand.Field field -> field.path();
                    case Fields fields -> fields.path();
                    default -> null;
                };
        if (tree instanceof Field field && field.steps().isEmpty()) {
            return Step.named(field.root().text());
        }
        if (path == null
                || path.steps().isEmpty()
                || path.steps().getLast().name() instanceof FieldPath.Name.Any) {
            return Step.named("Column" + number);
        }
        Step last = path.steps().getLast();
        boolean any = last.namespace() instanceof FieldPath.Name.Any;
        return new Step(
                null,
                any ? FieldPath.Name.NONE : last.namespace(),
                last.name() instanceof FieldPath.Name.Column c ? c.written() : last.name(),
                FieldPath.Index.FIRST);
    }

    Expression quantified(ExpressionTree.Quantified tree) {
        context.open(true);
        try {
            ListOperand rows = expressions.list(tree.list().field());
            Local variable = context.newCorrelation(correlationName(tree.list()));
            TreeRange range = new TreeRange(rows, variable);
            return new Expression.Quantified(
                    tree.all(), range, expressions.truth(tree.condition()));
        } finally {
            context.close();
        }
    }
}
