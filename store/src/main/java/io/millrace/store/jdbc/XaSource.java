package io.millrace.store.jdbc;

import io.millrace.engine.database.CoordinatedSource;
import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.xa.XaRecoverable;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;

import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** A data source that takes part in coordinated units. */
final class XaSource implements CoordinatedSource, XaRecoverable, AutoCloseable {

    private final DataSourceDefinition definition;
    private final Dialect dialect;
    private final XaPool pool;

    XaSource(DataSourceDefinition definition, Dialect dialect, XADataSource source) {
        this.definition = definition;
        this.dialect = dialect;
        pool =
                new XaPool(
                        source,
                        definition.poolSize(),
                        definition.connectMillis(),
                        c -> {
                            String obstacle = dialect.obstacle(c);
                            if (obstacle != null) {
                                throw JdbcErrors.refused(label(), obstacle);
                            }
                        });
    }

    @Override
    public String label() {
        return "data source " + definition.name();
    }

    @Override
    public String resourceName() {
        return JdbcSession.resourceName(definition);
    }

    @Override
    public Map<String, Instant> preparedSince() {
        try {
            XaPool.Entry entry = pool.open();
            try {
                return dialect.preparedSince(entry.connection());
            } finally {
                entry.close();
            }
        } catch (SQLException e) {
            throw JdbcErrors.down(definition, e);
        }
    }

    @Override
    public DatabaseSession open(UnitOfWork unit) {
        return new JdbcSession(
                definition,
                new RetriedConnectionSource(new XaConnectionSource(pool), definition.retry()),
                unit);
    }

    @Override
    public Line connect() {
        try {
            return new Recovered(pool.open());
        } catch (SQLException e) {
            throw JdbcErrors.down(definition, e);
        }
    }

    @Override
    public MillraceException down(XAException error) {
        SQLException why =
                error.getCause() instanceof SQLException sql
                        ? sql
                        : new SQLException("its connection was lost", error);
        return JdbcErrors.down(definition, why);
    }

    private record Recovered(XaPool.Entry entry) implements Line {
        @Override
        public XAResource resource() {
            return entry.resource();
        }

        @Override
        public void close() {
            entry.close();
        }
    }

    /** Returns the number of connections in use. */
    int active() {
        return pool.active();
    }

    @Override
    public void close() {
        pool.close();
    }
}
