package io.millrace.engine.esql.codegen;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What generated code asks of a database when it runs. */
final class Tables {

    private Tables() {}

    /** The items of a PASSTHRU: a child for each column, under the database's names. */
    static List<Element> query(Run run, Value dataSource, String sql, Value[] values) {
        return rows(run, dataSource, sql, values, new Databases.Columns(true, List.of()));
    }

    /**
     * The rows of a table: a child for each column, under the program's names where it has some.
     */
    static List<Element> rows(
            Run run, Value dataSource, String sql, Value[] values, Databases.Columns columns) {
        List<Element> rows = new ArrayList<>();
        try {
            session(run, dataSource)
                    .query(sql, Arrays.asList(values), row -> rows.add(element(row, columns)));
            run.state(SqlState.NONE);
        } catch (MillraceException e) {
            throw failed(run, e);
        }
        return rows;
    }

    private static Element element(DatabaseSession.Row row, Databases.Columns columns) {
        Element element = Trees.row("");
        for (int i = 0; i < row.columns().size(); i++) {
            element.add(name(row.columns().get(i), columns), row.values().get(i));
        }
        return element;
    }

    private static String name(String column, Databases.Columns columns) {
        for (String name : columns.names()) {
            if (name.equalsIgnoreCase(column)) {
                return name;
            }
        }
        return column;
    }

    static void update(Run run, Value dataSource, String sql, Value[] values) {
        try {
            session(run, dataSource).update(sql, Arrays.asList(values));
            run.state(SqlState.NONE);
        } catch (MillraceException e) {
            throw failed(run, e);
        }
    }

    private static MillraceException failed(Run run, MillraceException e) {
        if (e.root().type() == ExceptionType.DATABASE) {
            run.state(SqlState.of(e));
        }
        return e;
    }

    private static DatabaseSession session(Run run, Value dataSource) {
        return run.environment.database(dataSource == null ? "" : dataSource.text());
    }

    /** The text of a PASSTHRU. */
    static String sql(Value text) {
        if (text instanceof Value.CharacterValue(String sql)) {
            return sql;
        }
        throw new MillraceException(
                ErrorCode.ESQL_ARGUMENT_VALUE,
                "PASSTHRU takes SQL as CHARACTER; found " + EsqlErrors.show(text));
    }

    /** The name of a table or column that was computed. */
    static String name(Value name) {
        if (name instanceof Value.CharacterValue(String text) && !text.isEmpty()) {
            return SqlText.identifier(text);
        }
        throw new MillraceException(
                ErrorCode.ESQL_FIELD,
                "the name of a table or column is CHARACTER; found " + EsqlErrors.show(name));
    }

    static String join(String[] pieces) {
        return String.join("", pieces);
    }
}
