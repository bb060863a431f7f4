package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Secret;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The Millrace errors for errors of a database. The inserts of an error are the values of SQLCODE
 * and related functions of ESQL.
 */
final class JdbcErrors {

    /** SQLSTATE of H2 for a statement with a parameter that has no value. */
    private static final String H2_PARAMETER = "90012";

    /** ODBC's "error", the value of SQLCODE after every failed statement. */
    private static final int SQL_ERROR = -1;

    /**
     * SQLSTATE class of notices, which are not warnings. Procedures of PostgreSQL can raise them.
     */
    private static final String SUCCESS = "00";

    /** Suffix of H2's error messages. */
    private static final Pattern H2_STATEMENT =
            Pattern.compile("(; SQL statement:\\n.*)? \\[\\d+-\\d+]$", Pattern.DOTALL);

    /** Mark of H2 at the position of a syntax error. */
    private static final String H2_MARK = "[*]";

    private static final int VALID_SECONDS = 2;
    private static final int MAX_SQL = 200;
    private static final int MAX_CAUSES = 10;

    private JdbcErrors() {}

    /**
     * Whether the database or the connection to it is lost. It is false if the database only
     * rejected a statement.
     */
    static boolean isDown(List<SQLException> chain, Connection connection) {
        if (connection == null) {
            return true;
        }
        for (SQLException e : chain) {
            String state = e.getSQLState() == null ? "" : e.getSQLState();
            boolean known =
                    e instanceof SQLTransientConnectionException
                            || e instanceof SQLNonTransientConnectionException
                            || e instanceof SQLRecoverableException;
            if (known || state.startsWith("08") || state.startsWith("57P0")) {
                return true;
            }
        }
        try {
            return !connection.isValid(VALID_SECONDS);
        } catch (SQLException | RuntimeException e) {
            // A driver can have closed the connection below its handle.
            return true;
        }
    }

    /** Part of the message of a pool that has never opened a connection. */
    private static final String EMPTY_POOL = "(total=0,";

    /** The position in a statement, which PostgreSQL adds on a line of its own. */
    private static final Pattern POSITION = Pattern.compile("\\s*\n\\s*Position: \\d+");

    static MillraceException down(DataSourceDefinition source, SQLException e) {
        return exception(ErrorCode.DATABASE_DOWN, unreachable(source, e), e);
    }

    /** Returns the description of a failed attempt to connect. */
    static String unreachable(DataSourceDefinition source, SQLException e) {
        return "data source "
                + source.name()
                + " at "
                + Secret.masked(source.url())
                + " cannot be reached: "
                + (cause(e) == e && e instanceof SQLTransientConnectionException
                        ? noConnection(source, e)
                        : ConnectFailure.describe(source, cause(e)));
    }

    /**
     * Returns the exception of the driver if the pool timed out while waiting for a connection;
     * otherwise the given exception.
     */
    private static SQLException cause(SQLException e) {
        return e instanceof SQLTransientConnectionException
                        && e.getCause() instanceof SQLException refused
                ? refused
                : e;
    }

    private static String noConnection(DataSourceDefinition source, SQLException e) {
        if (String.valueOf(e.getMessage()).contains(EMPTY_POOL)) {
            return """
            no connection was opened within %s s; check its url, and that the database runs, or \
            increase connectTimeout\
            """
                    .formatted(seconds(source.connectMillis()));
        }
        return """
        none of its connections (poolSize %d) became free within %s s, and the database opened no \
        other; check that the database runs, and that no statement waits for a lock\
        """
                .formatted(source.poolSize(), seconds(source.connectMillis()));
    }

    /** Returns a number of milliseconds in seconds, without zeros at the end. */
    static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }

    static MillraceException refused(String label, String obstacle) {
        return new MillraceException(
                ErrorCode.COORDINATION_REFUSED,
                label + " cannot take part in coordinated units of work: " + obstacle);
    }

    static MillraceException error(DataSourceDefinition source, String sql, SQLException e) {
        String shown = sql.length() > MAX_SQL ? sql.substring(0, MAX_SQL) + "..." : sql;
        return exception(
                code(state(e)),
                "data source "
                        + source.name()
                        + " reported SQLSTATE "
                        + state(e)
                        + ", native error "
                        + e.getErrorCode()
                        + ": "
                        + text(e)
                        + (text(e).replace(H2_MARK, "").contains(sql)
                                ? ""
                                : " (statement: " + shown + ")"),
                e);
    }

    /** Returns the code for an SQLSTATE, which determines the role that can correct the error. */
    private static ErrorCode code(String state) {
        if (state.equals("42501")) {
            // Insufficient privilege.
            return ErrorCode.DATABASE_ERROR;
        }
        if (state.startsWith("42") || state.startsWith("07") || state.equals(H2_PARAMETER)) {
            return ErrorCode.DATABASE_STATEMENT;
        }
        // Class 22 is a value that cannot be stored, class 23 one that a constraint prohibits.
        return state.startsWith("22") || state.startsWith("23")
                ? ErrorCode.DATABASE_VALUE
                : ErrorCode.DATABASE_ERROR;
    }

    private static MillraceException exception(ErrorCode code, String text, SQLException e) {
        return MillraceException.of(code, text)
                .type(ExceptionType.DATABASE)
                .inserts(
                        Insert.of(SQL_ERROR),
                        Insert.of(state(e)),
                        Insert.of(e.getErrorCode()),
                        Insert.of(text(e)))
                .cause(masked(e))
                .build();
    }

    /**
     * Returns an exception that can be printed. If the exception or one of its causes quotes a
     * password, the result has the same stack and masked text; otherwise it is the same exception.
     */
    static Throwable masked(Throwable thrown) {
        return masked(thrown, MAX_CAUSES);
    }

    private static Throwable masked(Throwable thrown, int depth) {
        if (thrown == null || depth == 0) {
            return null;
        }
        Throwable cause = masked(thrown.getCause(), depth - 1);
        String text = Secret.masked(thrown.getMessage());
        boolean open = thrown instanceof SQLException e && e.getNextException() != null;
        if (!open && cause == thrown.getCause() && Objects.equals(text, thrown.getMessage())) {
            return thrown;
        }
        String specified = thrown.getClass().getName() + ": " + text;
        Throwable shown =
                thrown instanceof SQLException e
                        ? new SQLException(specified, e.getSQLState(), e.getErrorCode(), cause)
                        : new IllegalStateException(specified, cause);
        shown.setStackTrace(thrown.getStackTrace());
        return shown;
    }

    /** Returns the warning of the database after a statement; null if there is none. */
    static DatabaseSession.Warning warning(Statement statement) throws SQLException {
        return warning(statement.getWarnings());
    }

    /** Returns the first warning among the notices of the database; null if there is none. */
    static DatabaseSession.Warning warning(SQLWarning first) {
        for (SQLWarning next = first; next != null; next = next.getNextWarning()) {
            if (!state(next).startsWith(SUCCESS)) {
                return new DatabaseSession.Warning(state(next), next.getErrorCode(), text(next));
            }
        }
        return null;
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "HY000" : e.getSQLState();
    }

    /**
     * Returns the masked text of an exception, because drivers quote URLs, without the statement
     * and the native error, which H2 appends.
     */
    static String text(SQLException e) {
        String text = H2_STATEMENT.matcher(String.valueOf(e.getMessage())).replaceFirst("");
        return Secret.masked(POSITION.matcher(text).replaceFirst(""));
    }
}
