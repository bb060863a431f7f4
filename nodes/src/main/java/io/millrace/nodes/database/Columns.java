package io.millrace.nodes.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.work.OutsideUnit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list of columns, each with an ESQL expression for its value. In a property, each column is
 * written as {@code COLUMN = ESQL expression}.
 */
record Columns(List<Column> columns) {

    private static final String NAME = "(?:[A-Za-z_][\\w$]*|\"[^\"]+\")";
    private static final Pattern TABLE = Pattern.compile(NAME + "(?:\\." + NAME + "){0,2}");
    private static final Pattern ASSIGNMENT =
            Pattern.compile("\\s*(" + NAME + ")\\s*=(.*)", Pattern.DOTALL);

    /** One column. */
    record Column(String name, EsqlModule value) {}

    /** Reads a property that must have at least one column, like {@link #of}. */
    static Columns required(NodeDefinition node, String property, DeployContext context) {
        if (node.list(property).isEmpty()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(property),
                            property + " of node " + node.name() + " names no column",
                            "write COLUMN = expression, for example ID = Body.order.id");
            return null;
        }
        return of(node, property, context);
    }

    /** Reads a property. Reports problems and returns null if it is invalid. */
    static Columns of(NodeDefinition node, String property, DeployContext context) {
        List<Column> columns = new ArrayList<>();
        boolean wrong = false;
        for (int i = 0; i < node.list(property).size(); i++) {
            String text = node.list(property).get(i);
            Place place = node.place(property, i);
            Matcher assignment = ASSIGNMENT.matcher(text);
            if (!assignment.matches()) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                place,
                                "'" + text + "' in " + property + " does not name a column",
                                "write COLUMN = expression, for example ID = Body.order.id");
                wrong = true;
                continue;
            }
            if (assignment.group(2).isBlank()) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                place,
                                "'%s' in %s has no expression after =".formatted(text, property),
                                "write COLUMN = expression, for example ID = Body.order.id");
                wrong = true;
                continue;
            }
            EsqlModule value =
                    context.esql()
                            .expression(
                                    new Source(
                                            place + " (" + node.label() + "." + property + ")",
                                            assignment.group(2).strip()),
                                    ModuleKind.DATABASE,
                                    context.problems());
            wrong |= value == null;
            columns.add(new Column(assignment.group(1), value));
        }
        return wrong ? null : new Columns(List.copyOf(columns));
    }

    /** Checks that the property table is the name of a table. */
    static boolean isTable(NodeDefinition node, DeployContext context) {
        return isName(node, "table", TABLE, context);
    }

    /** Checks that a property is the name of a column. */
    static boolean isColumn(NodeDefinition node, String property, DeployContext context) {
        return isName(node, property, Pattern.compile(NAME), context);
    }

    private static boolean isName(
            NodeDefinition node, String property, Pattern pattern, DeployContext context) {
        if (pattern.matcher(node.text(property)).matches()) {
            return true;
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place(property),
                        property + " is '" + node.text(property) + "', which is not valid in SQL",
                        """
                        write a name; use double quotes if it has other characters than letters, \
                        digits and _\
                        """);
        return false;
    }

    /** Returns the effect of the expressions that a rollback does not undo; null for none. */
    OutsideUnit outsideUnit() {
        return columns.stream()
                .map(c -> c.value().outsideUnit())
                .filter(o -> o != null)
                .findFirst()
                .orElse(null);
    }

    List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    /** Returns the current values, in the order of the columns; null elements are NULL. */
    List<Value> values(EsqlEnvironment environment) {
        List<Value> values = new ArrayList<>(columns.size());
        columns.forEach(c -> values.add(c.value().run(environment)));
        return values;
    }

    /**
     * Returns a WHERE clause for these columns and appends the values of its parameter markers to
     * {@code parameters}.
     */
    String where(EsqlEnvironment environment, List<Value> parameters) {
        StringBuilder sql = new StringBuilder();
        for (Column column : columns) {
            Value value = column.value().run(environment);
            sql.append(sql.isEmpty() ? " WHERE " : " AND ").append(column.name());
            if (value == null) {
                sql.append(" IS NULL");
            } else {
                sql.append(" = ?");
                parameters.add(value);
            }
        }
        return sql.toString();
    }
}
