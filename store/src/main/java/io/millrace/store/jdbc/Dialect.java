package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.message.Value;
import io.millrace.store.xa.PreparedBranches;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import javax.sql.XADataSource;

/**
 * The differences between databases. This class is for databases that conform to JDBC. It has no
 * state.
 */
class Dialect {

    private static final Dialect STANDARD = new Dialect();

    /** Returns the dialect of a JDBC URL. */
    static Dialect of(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith("jdbc:postgresql:")) {
            return new PostgresDialect();
        }
        return lower.startsWith("jdbc:h2:") ? new H2Dialect() : STANDARD;
    }

    /** Returns the URL with the settings that the database needs to make committed data durable. */
    String url(String url) {
        return url;
    }

    /** Returns the default properties of the driver; the URL can override them. */
    Map<String, String> properties() {
        return Map.of();
    }

    /** Whether an error rolls back the whole unit, unless {@link #guard} was called. */
    boolean errorsEndUnits() {
        return false;
    }

    /** Sets whether a failure of one of the following statements rolls back only that statement. */
    void guard(Connection connection, boolean value) throws SQLException {}

    void bind(PreparedStatement statement, int index, Value value) throws SQLException {
        JdbcValues.bind(statement, index, value);
    }

    /**
     * Returns the driver's data source for coordinated units; null if the driver's class for it is
     * unknown.
     *
     * @param driver driver of the installation
     */
    XADataSource coordinated(DataSourceDefinition definition, Driver driver) throws SQLException {
        return null;
    }

    /**
     * Returns the reason why this database cannot take part in coordinated units; null if it can.
     */
    String obstacle(Connection connection) throws SQLException {
        return null;
    }

    /**
     * Returns the reason, as {@link #obstacle(Connection)} does, for a failure to prepare a unit.
     */
    String obstacle(SQLException failure) {
        return null;
    }

    /**
     * Returns the times at which branches were prepared, by the id from {@link
     * PreparedBranches#id}.
     */
    Map<String, Instant> preparedSince(Connection connection) throws SQLException {
        return Map.of();
    }

    /** Returns the JDBC type of a column of a result. */
    int type(ResultSetMetaData result, int column) throws SQLException {
        return result.getColumnType(column);
    }

    /** Passes the rows of a result to a consumer, and returns their number. */
    final long read(ResultSet result, Consumer<Row> rows) throws SQLException {
        ResultSetMetaData meta = result.getMetaData();
        int count = meta.getColumnCount();
        String[] labels = new String[count];
        int[] types = new int[count];
        for (int i = 0; i < count; i++) {
            labels[i] = meta.getColumnLabel(i + 1);
            types[i] = type(meta, i + 1);
        }
        List<String> columns = List.of(labels);
        long given = 0;
        while (result.next()) {
            given++;
            Value[] values = new Value[count];
            for (int i = 0; i < count; i++) {
                values[i] = JdbcValues.read(result, i + 1, types[i]);
            }
            rows.accept(new Row(columns, Collections.unmodifiableList(Arrays.asList(values))));
        }
        return given;
    }

    /** Returns the SQL of a procedure call. */
    String sql(ProcedureCall call) {
        return JdbcCall.sql(call);
    }

    ProcedureResult call(ProcedureCall call, Connection connection, Consumer<Statement> executing)
            throws SQLException {
        return JdbcCall.run(call, this, connection, executing);
    }
}
