package io.millrace.engine.esql;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Value;
import io.millrace.engine.runtime.Outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A database that gives the same rows to every query, and writes down what it was asked. */
final class ScriptedDatabase implements DatabaseSession {

    /** SQL, and the values behind a bar. */
    final List<String> asked = new ArrayList<>();

    /** What happens while it works. */
    Runnable meanwhile = () -> {};

    private final List<Row> rows;

    ScriptedDatabase(Row... rows) {
        this.rows = List.of(rows);
    }

    @Override
    public Outcome query(String sql, List<Value> parameters, Consumer<Row> consumer) {
        ask(sql, parameters);
        rows.forEach(consumer);
        return new Outcome(rows.size(), warning(sql));
    }

    @Override
    public Outcome update(String sql, List<Value> parameters) {
        ask(sql, parameters);
        return new Outcome(sql.contains("NOWHERE") ? 0 : 1, warning(sql));
    }

    private static Warning warning(String sql) {
        return sql.contains("DUBIOUS") ? new Warning("01004", 77, "text was cut off") : null;
    }

    /**
     * Gives OUT parameters and functions 42, adds one to INOUT ones, and its rows as each result.
     */
    @Override
    public ProcedureResult call(ProcedureCall call) {
        List<Value> given = new ArrayList<>();
        List<Value> values = new ArrayList<>();
        for (ProcedureCall.Parameter p : call.parameters()) {
            given.add(p.value());
            values.add(
                    switch (p.direction()) {
                        case IN -> null;
                        case OUT -> Value.of(42);
                        case INOUT -> Value.of(((Value.IntegerValue) p.value()).value() + 1);
                    });
        }
        ask("CALL " + call.name(), given);
        return new ProcedureResult(
                call.returns() == null ? null : Value.of(42),
                values,
                java.util.Collections.nCopies(call.resultSets(), rows),
                warning(call.name()));
    }

    private void ask(String sql, List<Value> parameters) {
        meanwhile.run();
        asked.add(
                sql
                        + " | "
                        + String.join(", ", parameters.stream().map(EsqlErrors::show).toList()));
        if (sql.contains("BROKEN")) {
            throw MillraceException.of(ErrorCode.DATABASE_ERROR, "table BROKEN not found")
                    .type(ExceptionType.DATABASE)
                    .inserts(
                            Insert.of(-204),
                            Insert.of("42704"),
                            Insert.of(204),
                            Insert.of("no BROKEN"))
                    .build();
        }
    }

    @Override
    public Kind kind() {
        return Kind.DATABASE;
    }

    @Override
    public String label() {
        return "data source TEST";
    }

    @Override
    public void commit() {
        asked.add("COMMIT");
    }

    @Override
    public void rollback() {
        asked.add("ROLLBACK");
    }

    @Override
    public void close() {}
}
