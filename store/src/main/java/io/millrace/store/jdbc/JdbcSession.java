package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;
import io.millrace.engine.resource.Secret;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.xa.XaParticipant;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * The session of one thread with a data source. It takes a connection from the pool with the first
 * statement of a unit and returns it when the unit ends. So idle flow instances use no connection.
 * A unit whose connection was lost can only be rolled back.
 */
final class JdbcSession implements DatabaseSession, XaParticipant {

    /** Number of seconds to wait for an answer from a database that may be down. */
    private static final int ALIVE_SECONDS = 2;

    private final DataSourceDefinition definition;
    private final ConnectionSource link;

    /** Unit that ends this session's work; null if the session ends it itself. */
    private final UnitOfWork coordinated;

    private final Dialect dialect;
    private Connection connection;
    private MillraceException broken;

    /** Statement that is running; null if there is none. */
    private volatile Statement executing;

    /** Whether a statement of the unit has succeeded. */
    private boolean worked;

    private boolean survivesErrors = true;
    private boolean guarded;

    JdbcSession(DataSourceDefinition definition, ConnectionSource link, UnitOfWork coordinated) {
        this.definition = definition;
        this.link = link;
        this.coordinated = coordinated;
        this.dialect = Dialect.of(definition.url());
    }

    @Override
    public Kind kind() {
        return Kind.DATABASE;
    }

    @Override
    public String label() {
        return "data source " + definition.name();
    }

    @Override
    public void survivesErrors(boolean value) {
        survivesErrors = value;
    }

    /** An operation on a connection. */
    private interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** An operation on a prepared statement. */
    private interface Execution {
        Outcome run(PreparedStatement statement) throws SQLException;
    }

    private Outcome run(String sql, List<Value> parameters, Execution execution) {
        return run(
                sql,
                c -> {
                    try (PreparedStatement statement = c.prepareStatement(sql)) {
                        for (int i = 0; i < parameters.size(); i++) {
                            dialect.bind(statement, i + 1, parameters.get(i));
                        }
                        executing = statement;
                        return execution.run(statement);
                    } finally {
                        executing = null;
                    }
                });
    }

    private <T> T run(String sql, Work<T> work) {
        if (broken != null) {
            throw broken;
        }
        try {
            if (connection == null) {
                begin();
            }
            guard(survivesErrors && (worked || coordinated != null));
            T done = work.run(connection);
            worked = true;
            return done;
        } catch (SQLException e) {
            MillraceException failure = failed(sql, e);
            boolean first = !worked && broken == null && coordinated == null;
            if (first && dialect.errorsEndUnits()) {
                // The ended unit contained no other work, so the rollback loses nothing and the
                // next unit can start.
                rollback();
            }
            throw failure;
        }
    }

    private void begin() throws SQLException {
        if (coordinated == null) {
            connection = link.take();
        } else {
            try {
                // The coordinator requests the resource.
                coordinated.enlist(this);
            } catch (RuntimeException e) {
                abandon();
                throw e;
            }
        }
    }

    /**
     * Marks the connection as lost and returns it, because the state of its open work is unknown.
     */
    private void abandon() {
        if (connection != null) {
            link.broke();
            giveBack();
        }
    }

    @Override
    public String resourceName() {
        return resourceName(definition);
    }

    /**
     * Returns the masked URL as the name of the database. Two data sources with different names can
     * refer to the same database, and data sources with the same name to different databases.
     */
    static String resourceName(DataSourceDefinition definition) {
        return Secret.masked(definition.url());
    }

    @Override
    public XAResource resource() {
        try {
            if (connection == null) {
                connection = link.take();
            }
            return link.resource();
        } catch (SQLException e) {
            throw JdbcErrors.down(definition, e);
        }
    }

    @Override
    public Optional<MillraceException> passing(XAException error) {
        if (error.getCause() instanceof SQLException why) {
            String obstacle = dialect.obstacle(why);
            if (obstacle != null) {
                return Optional.of(JdbcErrors.refused(label(), obstacle));
            }
            return Optional.of(failed("the end of the unit of work", why))
                    .filter(UnitOfWork::isPassing);
        }
        return error.errorCode == XAException.XAER_RMFAIL
                ? Optional.of(
                        JdbcErrors.down(definition, new SQLException("its connection was lost")))
                : Optional.empty();
    }

    @Override
    public void connect() {
        if (connection == null) {
            try {
                link.take();
            } catch (SQLException e) {
                throw JdbcErrors.down(definition, e);
            }
            link.giveBack();
        }
    }

    @Override
    public void ended(boolean committed) {
        broken = null;
        if (connection != null) {
            if (committed || isAlive()) {
                unguard();
            } else {
                link.broke();
            }
            giveBack();
        }
    }

    /**
     * Whether the connection still works. The connection may have been lost during a failed unit,
     * and only the coordinator detected it.
     */
    private boolean isAlive() {
        try {
            return connection.isValid(ALIVE_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    private void unguard() {
        try {
            guard(false);
        } catch (SQLException e) {
            link.broke();
        }
    }

    /**
     * Guards the following statements if the dialect needs it and earlier work must be kept. The
     * first statement of a unit has no earlier work.
     */
    private void guard(boolean value) throws SQLException {
        if (guarded != value && dialect.errorsEndUnits()) {
            dialect.guard(connection, value);
            guarded = value;
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
                            count = dialect.read(result, rows);
                        }
                    }
                    return new Outcome(count, JdbcErrors.warning(statement));
                });
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
        return run(
                dialect.sql(call),
                c -> {
                    try {
                        return dialect.call(call, c, statement -> executing = statement);
                    } finally {
                        executing = null;
                    }
                });
    }

    @Override
    public void cancel() {
        Statement statement = executing;
        try {
            if (statement != null) {
                statement.cancel();
            }
        } catch (SQLException e) {
            // The statement has ended, or its connection is lost.
        }
    }

    private void refuseToEndAlone(String statement) {
        if (coordinated != null) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    statement
                            + " cannot end the work on "
                            + label()
                            + """
                             separately: the unit of work is coordinated and ends for all its \
                             resources together\
                            """);
        }
    }

    @Override
    public void commit() {
        refuseToEndAlone("COMMIT");
        if (broken != null) {
            throw broken;
        }
        if (connection == null) {
            return;
        }
        try {
            guard(false);
            connection.commit();
        } catch (SQLException e) {
            throw failed("COMMIT", e);
        }
        giveBack();
    }

    @Override
    public void rollback() {
        refuseToEndAlone("ROLLBACK");
        broken = null;
        if (connection == null) {
            return;
        }
        try {
            guard(false);
            connection.rollback();
        } catch (SQLException e) {
            // If a connection cannot roll back, it is lost, and the database has rolled back.
        }
        giveBack();
    }

    @Override
    public void close() {
        if (coordinated == null) {
            rollback();
        } else {
            // The unit was not ended. The database rolls it back when the connection ends.
            abandon();
        }
    }

    private void giveBack() {
        connection = null;
        worked = false;
        guarded = false;
        link.giveBack();
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
                link.broke();
            }
            return down;
        }
        return JdbcErrors.error(definition, sql, e);
    }
}
