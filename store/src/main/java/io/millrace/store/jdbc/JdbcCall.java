package io.millrace.store.jdbc;

import io.millrace.engine.database.DatabaseSession.Row;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureCall.Direction;
import io.millrace.engine.database.ProcedureCall.Parameter;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.message.Value;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** A call of stored procedures with the escape syntax of JDBC, which every driver accepts. */
final class JdbcCall {

    /** SQLSTATE of an unexpected result. */
    private static final String TOO_MANY_RESULTS = "0100E";

    private JdbcCall() {}

    static String sql(ProcedureCall call) {
        String markers = String.join(", ", Collections.nCopies(call.parameters().size(), "?"));
        String result = call.returns() == null ? "" : "? = ";
        return "{" + result + "call " + call.name() + "(" + markers + ")}";
    }

    static ProcedureResult run(
            ProcedureCall call,
            Dialect dialect,
            Connection connection,
            Consumer<Statement> executing)
            throws SQLException {
        try (CallableStatement statement = connection.prepareCall(sql(call))) {
            executing.accept(statement);
            int first = call.returns() == null ? 1 : 2;
            if (call.returns() != null) {
                statement.registerOutParameter(1, JdbcValues.parameterType(1, call.returns()));
            }
            for (int i = 0; i < call.parameters().size(); i++) {
                pass(call.parameters().get(i), first + i, statement);
            }
            boolean isResult = statement.execute();
            // Results are read before output parameters, because some drivers do not return them
            // afterwards.
            List<List<Row>> results =
                    call.resultSets() == 0
                            ? List.of()
                            : results(call, dialect, isResult, statement);
            List<Value> values = new ArrayList<>();
            for (int i = 0; i < call.parameters().size(); i++) {
                Parameter parameter = call.parameters().get(i);
                boolean in = parameter.direction() == Direction.IN;
                values.add(in ? null : JdbcValues.read(statement, first + i, parameter.type()));
            }
            Value returned =
                    call.returns() == null ? null : JdbcValues.read(statement, 1, call.returns());
            return new ProcedureResult(returned, values, results, JdbcErrors.warning(statement));
        }
    }

    private static void pass(Parameter parameter, int index, CallableStatement statement)
            throws SQLException {
        int type = JdbcValues.parameterType(index, parameter.type());
        if (parameter.direction() != Direction.IN) {
            statement.registerOutParameter(index, type);
        }
        if (parameter.direction() == Direction.OUT) {
            return;
        }
        if (parameter.value() == null) {
            statement.setNull(index, type);
        } else {
            JdbcValues.bind(statement, index, parameter.value());
        }
    }

    private static List<List<Row>> results(
            ProcedureCall call, Dialect dialect, boolean first, CallableStatement statement)
            throws SQLException {
        List<List<Row>> results = new ArrayList<>();
        boolean isResult = first;
        while (isResult || statement.getUpdateCount() >= 0) {
            if (isResult && results.size() == call.resultSets()) {
                throw new SQLException(
                        "the procedure returned more than " + call.resultSets() + " result sets",
                        TOO_MANY_RESULTS);
            }
            if (isResult) {
                List<Row> rows = new ArrayList<>();
                try (ResultSet result = statement.getResultSet()) {
                    dialect.read(result, rows::add);
                }
                results.add(rows);
            }
            isResult = statement.getMoreResults();
        }
        while (results.size() < call.resultSets()) {
            results.add(List.of());
        }
        return results;
    }
}
