package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.message.Value;
import io.millrace.store.xa.Branches;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import javax.sql.XADataSource;

/** What databases do differently; what is here suits those that keep to JDBC. Has no state. */
class Dialect {

    private static final Dialect STANDARD = new Dialect();

    /** That of a JDBC URL. */
    static Dialect of(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith("jdbc:postgresql:")) {
            return new PostgresDialect();
        }
        return lower.startsWith("jdbc:h2:") ? new H2Dialect() : STANDARD;
    }

    /** The URL with what the database needs to keep what was committed. */
    String url(String url) {
        return url;
    }

    /** What the driver is told besides its URL, which may say otherwise. */
    Map<String, String> properties() {
        return Map.of();
    }

    /** Whether an error undoes the whole unit, unless {@link #guard} was told. */
    boolean errorsEndUnits() {
        return false;
    }

    /** Says whether the statements that follow are undone alone where they fail. */
    void guard(Connection connection, boolean value) throws SQLException {}

    void bind(PreparedStatement statement, int index, Value value) throws SQLException {
        JdbcValues.bind(statement, index, value);
    }

    /** The driver's way to coordinated units; null where Millrace knows of none. */
    XADataSource coordinated(DataSourceDefinition definition) throws SQLException {
        return null;
    }

    /** What keeps a database that can be coordinated from being so; null where all is well. */
    String obstacle(Connection connection) throws SQLException {
        return null;
    }

    /** As {@link #obstacle(Connection)}, as it shows when a unit is prepared. */
    String obstacle(SQLException failure) {
        return null;
    }

    /** When branches were prepared, by the id that {@link Branches#id} gives them. */
    Map<String, Instant> preparedSince(Connection connection) throws SQLException {
        return Map.of();
    }

    /** The JDBC type of a column of a result. */
    int type(ResultSetMetaData result, int column) throws SQLException {
        return result.getColumnType(column);
    }

    /** How the call of a procedure is written. */
    String sql(ProcedureCall call) {
        return JdbcCall.sql(call);
    }

    ProcedureResult call(ProcedureCall call, Connection connection, Consumer<Statement> executing)
            throws SQLException {
        return JdbcCall.run(call, this, connection, executing);
    }
}
