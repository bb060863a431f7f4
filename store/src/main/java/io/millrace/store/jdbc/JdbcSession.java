package io.millrace.store.jdbc;

import com.zaxxer.hikari.HikariDataSource;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * One thread's work with a data source. It takes a connection from the pool with a unit's first
 * statement and gives it back when the unit ends, so that idle flow instances hold none. A unit
 * whose connection broke can only be rolled back.
 */
final class JdbcSession implements DatabaseSession {

    private final DataSourceDefinition definition;
    private final HikariDataSource pool;
    private Connection connection;
    private MillraceException broken;

    JdbcSession(DataSourceDefinition definition, HikariDataSource pool) {
        this.definition = definition;
        this.pool = pool;
    }

    @Override
    public Kind kind() {
        return Kind.DATABASE;
    }

    @Override
    public String label() {
        return "data source " + definition.name();
    }

    /** What is done in a connection. */
    private interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** What is done with a prepared statement. */
    private interface Execution {
        Outcome run(PreparedStatement statement) throws SQLException;
    }

    private Outcome run(String sql, List<Value> parameters, Execution execution) {
        return run(
                sql,
                c -> {
                    try (PreparedStatement statement = c.prepareStatement(sql)) {
                        for (int i = 0; i < parameters.size(); i++) {
                            JdbcValues.bind(statement, i + 1, parameters.get(i));
                        }
                        return execution.run(statement);
                    }
                });
    }

    private <T> T run(String sql, Work<T> work) {
        if (broken != null) {
            throw broken;
        }
        try {
            if (connection == null) {
                connection = pool.getConnection();
            }
            return work.run(connection);
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    @Override
    public Outcome query(String sql, List<Value> parameters, Consumer<Row> rows) {
        return run(
                sql,
                parameters,
                statement -> {
                    long count = 0;
                    if (statement.execute()) {
                        try (ResultSet result = statement.getResultSet()) {
                            count = readRows(result, rows);
                        }
                    }
                    return new Outcome(count, JdbcErrors.warning(statement));
                });
    }

    /** Gives the rows of a result, and how many there were. */
    static long readRows(ResultSet result, Consumer<Row> rows) throws SQLException {
        ResultSetMetaData meta = result.getMetaData();
        int count = meta.getColumnCount();
        String[] labels = new String[count];
        int[] types = new int[count];
        for (int i = 0; i < count; i++) {
            labels[i] = meta.getColumnLabel(i + 1);
            types[i] = meta.getColumnType(i + 1);
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

    @Override
    public Outcome update(String sql, List<Value> parameters) {
        return run(
                sql,
                parameters,
                statement -> {
                    statement.execute();
                    long changed = Math.max(0, statement.getUpdateCount());
                    return new Outcome(changed, JdbcErrors.warning(statement));
                });
    }

    @Override
    public ProcedureResult call(ProcedureCall call) {
        return run(JdbcCall.sql(call), connection -> JdbcCall.run(call, connection));
    }

    @Override
    public void commit() {
        if (broken != null) {
            throw broken;
        }
        if (connection == null) {
            return;
        }
        try {
            connection.commit();
        } catch (SQLException e) {
            throw failed("COMMIT", e);
        }
        giveBack();
    }

    @Override
    public void rollback() {
        broken = null;
        if (connection == null) {
            return;
        }
        try {
            connection.rollback();
        } catch (SQLException e) {
            // A connection that cannot roll back is dead, and the database has rolled back by
            // itself.
        }
        giveBack();
    }

    @Override
    public void close() {
        rollback();
    }

    private void giveBack() {
        Connection done = connection;
        connection = null;
        try {
            done.close();
        } catch (SQLException e) {
            // The pool throws dead connections away.
        }
    }

    private MillraceException failed(String sql, SQLException e) {
        List<SQLException> chain = new ArrayList<>();
        for (SQLException next = e;
                next != null && chain.size() < 10;
                next = next.getNextException()) {
            chain.add(next);
        }
        if (JdbcErrors.isDown(chain, connection)) {
            MillraceException down = JdbcErrors.down(definition, e);
            if (connection != null) {
                broken = down;
                // The others in the pool are of the same age, and most likely dead too.
                pool.getHikariPoolMXBean().softEvictConnections();
            }
            return down;
        }
        return JdbcErrors.error(definition, sql, e);
    }
}
