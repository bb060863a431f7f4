package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureCall.Direction;
import io.millrace.engine.database.ProcedureCall.Parameter;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;
import io.millrace.store.xa.PreparedBranches;

import org.postgresql.PGConnection;
import org.postgresql.jdbc.AutoSave;
import org.postgresql.xa.PGXADataSource;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import javax.sql.XADataSource;

/**
 * The dialect of PostgreSQL. An error ends the transaction unless a savepoint exists. Types are
 * strict. A string is sent so that PostgreSQL converts it to the required type. A number is sent
 * with the smallest type that can contain it, because PostgreSQL widens such types automatically.
 * PostgreSQL finds a procedure by the types of its parameters and returns their final values as a
 * row.
 */
final class PostgresDialect extends Dialect {

    /** SQLSTATE of a PREPARE TRANSACTION that exceeds max_prepared_transactions. */
    private static final String OUT_OF_MEMORY = "53200";

    @Override
    Map<String, String> properties() {
        return Map.of("stringtype", "unspecified", "tcpKeepAlive", "true");
    }

    @Override
    XADataSource coordinated(DataSourceDefinition definition, Driver driver) throws SQLException {
        PGXADataSource source = new PGXADataSource();
        for (Map.Entry<String, String> property : properties().entrySet()) {
            source.setProperty(property.getKey(), property.getValue());
        }
        source.setUrl(definition.url());
        if (!definition.user().isEmpty()) {
            source.setUser(definition.user());
            source.setPassword(definition.password().reveal());
        }
        return source;
    }

    @Override
    String obstacle(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW max_prepared_transactions")) {
            row.next();
            return row.getInt(1) > 0
                    ? null
                    : """
                    PostgreSQL's max_prepared_transactions is 0; set it to at least the number \
                    of units that can commit at the same time (the number of flow instances), and \
                    restart \
                    PostgreSQL\
                    """;
        }
    }

    @Override
    String obstacle(SQLException failure) {
        return OUT_OF_MEMORY.equals(failure.getSQLState())
                ? failure.getMessage()
                        + """
                        ; set PostgreSQL's max_prepared_transactions to at least the number of \
                        units \
                        that can commit at the same time (the number of flow instances), and \
                        restart PostgreSQL\
                        """
                : null;
    }

    @Override
    Map<String, Instant> preparedSince(Connection connection) throws SQLException {
        Map<String, Instant> since = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT gid, prepared FROM pg_prepared_xacts")) {
            while (rows.next()) {
                Instant when = rows.getObject(2, OffsetDateTime.class).toInstant();
                PreparedId.read(rows.getString(1))
                        .ifPresent(id -> since.put(PreparedBranches.id(id), when));
            }
        }
        return since;
    }

    @Override
    boolean errorsEndUnits() {
        return true;
    }

    /**
     * Sets or releases a savepoint. The driver sends the request together with the statement,
     * without another round trip.
     */
    @Override
    void guard(Connection connection, boolean value) throws SQLException {
        connection.unwrap(PGConnection.class).setAutosave(value ? AutoSave.ALWAYS : AutoSave.NEVER);
    }

    @Override
    void bind(PreparedStatement statement, int index, Value value) throws SQLException {
        if (value instanceof Value.IntegerValue(long number) && number == (int) number) {
            statement.setInt(index, (int) number);
        } else {
            super.bind(statement, index, value);
        }
    }

    /**
     * Returns the JDBC type of a column. The driver does not report the JDBC types of columns with
     * a time zone.
     */
    @Override
    int type(ResultSetMetaData result, int column) throws SQLException {
        int type = super.type(result, column);
        return switch (type) {
            case Types.TIMESTAMP ->
                    result.getColumnTypeName(column).equals("timestamptz")
                            ? Types.TIMESTAMP_WITH_TIMEZONE
                            : type;
            case Types.TIME ->
                    result.getColumnTypeName(column).equals("timetz")
                            ? Types.TIME_WITH_TIMEZONE
                            : type;
            default -> type;
        };
    }

    /**
     * Returns the SQL of a call. A function is called with a query for its rows, which contain its
     * value, its OUT parameters or its result set. A procedure call needs NULL for each OUT
     * parameter.
     */
    @Override
    String sql(ProcedureCall call) {
        boolean function = isFunction(call);
        String markers =
                call.parameters().stream()
                        .filter(p -> !function || p.direction() != Direction.OUT)
                        .map(p -> p.direction() == Direction.OUT ? "NULL" : "?")
                        .collect(Collectors.joining(", "));
        return (function ? "SELECT * FROM " : "CALL ") + call.name() + "(" + markers + ")";
    }

    private static boolean isFunction(ProcedureCall call) {
        return call.returns() != null || call.resultSets() > 0;
    }

    @Override
    ProcedureResult call(ProcedureCall call, Connection connection, Consumer<Statement> executing)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(call))) {
            executing.accept(statement);
            int index = 1;
            for (Parameter parameter : call.parameters()) {
                if (parameter.direction() != Direction.OUT) {
                    bind(statement, index++, parameter.value());
                }
            }
            boolean gives = statement.execute();
            List<Row> rows = new ArrayList<>();
            Value returned = null;
            List<Value> values = none(call.parameters().size());
            if (gives) {
                try (ResultSet result = statement.getResultSet()) {
                    if (call.resultSets() > 0) {
                        read(result, rows::add);
                    } else if (result.next()) {
                        returned = read(result, 1, call.returns());
                        values = values(call, result);
                    }
                }
            }
            List<List<Row>> results = new ArrayList<>();
            for (int i = 0; i < call.resultSets(); i++) {
                results.add(i == 0 ? rows : List.of());
            }
            return new ProcedureResult(returned, values, results, JdbcErrors.warning(statement));
        }
    }

    private static List<Value> values(ProcedureCall call, ResultSet row) throws SQLException {
        List<Value> values = none(call.parameters().size());
        int column = 1;
        for (int i = 0; i < values.size(); i++) {
            Parameter parameter = call.parameters().get(i);
            boolean in = parameter.direction() == Direction.IN;
            if (!in && column <= row.getMetaData().getColumnCount()) {
                values.set(i, read(row, column++, parameter.type()));
            }
        }
        return values;
    }

    private static Value read(ResultSet row, int column, ValueType type) throws SQLException {
        return type == null
                ? null
                : JdbcValues.read(row, column, JdbcValues.parameterType(column, type));
    }

    private static List<Value> none(int size) {
        List<Value> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(null);
        }
        return values;
    }
}
