package io.millrace.engine.runtime;

import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Data sources that can be taken down. */
final class FlakySources implements DataSources {

    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean down;

    void down(boolean value) {
        down = value;
    }

    /** How often nobody could connect. */
    int refused() {
        return refused.get();
    }

    @Override
    public Collection<String> names() {
        return List.of("STOCK");
    }

    @Override
    public DatabaseSession open(String name) {
        if (down) {
            refused.incrementAndGet();
            throw new MillraceException(
                    ErrorCode.DATABASE_DOWN, "data source " + name + " is down");
        }
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
            return new Outcome(0, null);
        }

        @Override
        public Outcome update(String sql, List<Value> parameters) {
            return new Outcome(0, null);
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
