package io.millrace.engine.esql.runtime;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.DatabaseSession.Outcome;
import io.millrace.engine.database.DatabaseSession.Warning;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Runtime support of generated code for database access. */
public final class DatabaseAccess {

    /** ODBC warning for a statement that found no row to change. */
    private static final Warning NOT_FOUND =
            new Warning(SqlState.NO_DATA, 0, "the statement found no row");

    private static final Pattern CHANGES =
            Pattern.compile("\\s*(?:INSERT|UPDATE|DELETE|MERGE)\\b", Pattern.CASE_INSENSITIVE);

    private DatabaseAccess() {}

    /**
     * Returns the items of a PASSTHRU. An item has a child for each column, with the column name of
     * the database.
     */
    public static List<Element> query(
            ModuleInvocation run, Value dataSource, String sql, Value[] values) {
        return rows(run, dataSource, sql, values, TableColumns.ALL);
    }

    /**
     * Returns the rows of a table. A row has a child for each column, with the column name of the
     * program if the program specifies it.
     */
    public static List<Element> rows(
            ModuleInvocation run,
            Value dataSource,
            String sql,
            Value[] values,
            TableColumns columns) {
        List<Element> rows = new ArrayList<>();
        try {
            Outcome outcome =
                    session(run, dataSource)
                            .query(
                                    sql,
                                    Arrays.asList(values),
                                    row -> rows.add(element(row, columns)));
            done(run, outcome.warning());
        } catch (MillraceException e) {
            failed(run, e);
        }
        return rows;
    }

    public static Element element(DatabaseSession.Row row, TableColumns columns) {
        Element element = TreeOperations.row("");
        for (int i = 0; i < row.columns().size(); i++) {
            element.add(columns.field(row.columns().get(i)), row.values().get(i));
        }
        return element;
    }

    /** Runs an INSERT, UPDATE or DELETE. A statement that finds no rows causes a warning. */
    public static void update(ModuleInvocation run, Value dataSource, String sql, Value[] values) {
        try {
            Outcome outcome = session(run, dataSource).update(sql, Arrays.asList(values));
            boolean none = outcome.warning() == null && outcome.rows() == 0;
            done(run, none ? NOT_FOUND : outcome.warning());
        } catch (MillraceException e) {
            failed(run, e);
        }
    }

    /** Runs a PASSTHRU statement, which can contain any SQL. */
    public static void execute(ModuleInvocation run, Value dataSource, String sql, Value[] values) {
        if (CHANGES.matcher(sql).lookingAt()) {
            update(run, dataSource, sql, values);
            return;
        }
        try {
            Outcome outcome = session(run, dataSource).update(sql, Arrays.asList(values));
            done(run, outcome.warning());
        } catch (MillraceException e) {
            failed(run, e);
        }
    }

    /** Runs a COMMIT or ROLLBACK. */
    public static void end(ModuleInvocation run, Value dataSource, boolean commit) {
        try {
            DatabaseSession session = session(run, dataSource);
            if (commit) {
                session.commit();
            } else {
                session.rollback();
            }
            done(run, null);
        } catch (MillraceException e) {
            failed(run, e);
        }
    }

    /**
     * Sets SQLCODE and the related values after a successful statement. Throws an exception for a
     * warning if the node treats warnings as errors.
     */
    public static void done(ModuleInvocation run, @Nullable Warning warning) {
        run.budget().resume();
        if (warning == null) {
            run.state(SqlState.NONE);
            return;
        }
        SqlState state = SqlState.of(warning);
        if (run.environment.treatsWarningsAsErrors()) {
            throw MillraceException.of(
                            ErrorCode.DATABASE_ERROR,
                            "the database returned a warning with SQLSTATE "
                                    + warning.state()
                                    + ": "
                                    + warning.text())
                    .type(ExceptionType.DATABASE)
                    .inserts(
                            Insert.of(state.code().text()),
                            Insert.of(warning.state()),
                            Insert.of(warning.nativeError()),
                            Insert.of(warning.text()))
                    .build();
        }
        run.state(state);
    }

    /**
     * Stores the state of an error that a database reported. Throws the error again if the node
     * throws database errors. Always throws other errors again.
     */
    public static void failed(ModuleInvocation run, MillraceException e) {
        run.budget().resume();
        boolean reported = e.root().type() == ExceptionType.DATABASE;
        if (reported) {
            run.state(SqlState.of(e));
        }
        if (!reported || run.environment.throwsDatabaseErrors()) {
            throw e;
        }
    }

    /**
     * Returns the connection to a data source, for one statement. The statement ends with {@link
     * #done} or {@link #failed}.
     */
    public static DatabaseSession session(ModuleInvocation run, @Nullable Value dataSource) {
        run.budget().pause();
        return run.environment.database(dataSource == null ? "" : dataSource.text());
    }

    /** Returns the SQL text of a PASSTHRU. */
    public static String sql(Value text) {
        if (text instanceof CharacterValue(String sql)) {
            return sql;
        }
        throw new MillraceException(
                ErrorCode.ESQL_ARGUMENT_VALUE,
                "PASSTHRU requires SQL as CHARACTER, found " + EsqlErrors.show(text));
    }

    /** Returns the SQL identifier for a computed name of a table or column. */
    public static String name(Value name) {
        if (name instanceof CharacterValue(String text) && !text.isEmpty()) {
            return SqlIdentifiers.of(text);
        }
        throw new MillraceException(
                ErrorCode.ESQL_FIELD,
                "the name of a table or column must be CHARACTER, found " + EsqlErrors.show(name));
    }

    public static String join(String[] pieces) {
        return String.join("", pieces);
    }
}
