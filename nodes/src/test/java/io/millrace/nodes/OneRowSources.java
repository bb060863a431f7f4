package io.millrace.nodes;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.message.Value;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Data sources in which each query finds one row with one column, and each change changes one. */
final class OneRowSources implements DataSources {

    @Override
    public Collection<String> names() {
        return List.of("STOCK");
    }

    @Override
    public DatabaseSession open(String name) {
        return new Session();
    }

    @Override
    public void close() {}

    private static final class Session implements DatabaseSession {
        @Override
        public Kind kind() {
            return Kind.DATABASE;
        }

        @Override
        public String label() {
            return "data source";
        }

        @Override
        public Outcome query(String sql, List<Value> parameters, Consumer<Row> rows) {
            rows.accept(new Row(List.of("A"), List.of(Value.of(1))));
            return new Outcome(1, null);
        }

        @Override
        public Outcome update(String sql, List<Value> parameters) {
            return new Outcome(1, null);
        }

        @Override
        public ProcedureResult call(ProcedureCall call) {
            return new ProcedureResult(null, List.of(), List.of(), null);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }
}
