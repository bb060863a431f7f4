package io.millrace.engine.esql;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A database that gives the same rows to every query, and writes down what it was asked. */
final class ScriptedDatabase implements DatabaseSession {

    /** SQL, and the values behind a bar. */
    final List<String> asked = new ArrayList<>();

    private final List<Row> rows;

    ScriptedDatabase(Row... rows) {
        this.rows = List.of(rows);
    }

    @Override
    public void query(String sql, List<Value> parameters, Consumer<Row> consumer) {
        ask(sql, parameters);
        rows.forEach(consumer);
    }

    @Override
    public long update(String sql, List<Value> parameters) {
        ask(sql, parameters);
        return 1;
    }

    private void ask(String sql, List<Value> parameters) {
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
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {}
}
