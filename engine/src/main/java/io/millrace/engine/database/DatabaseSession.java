package io.millrace.engine.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.work.Participant;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * A database connection that takes part in the unit of work of one thread as a {@link Participant}.
 * The caller enlists the connection in the unit. For a node with {@code transaction} set to {@code
 * commit}, the caller calls {@link #commit} instead.
 */
public interface DatabaseSession extends Participant, AutoCloseable {

    /**
     * Runs a query and passes each row to the caller.
     *
     * @param parameters values of the parameter markers ({@code ?}); null elements are NULL
     * @return outcome with the number of rows
     * @throws io.millrace.engine.error.MillraceException of type DATABASE with DATABASE_ERROR; the
     *     inserts are SQLCODE, SQLSTATE, SQLNATIVEERROR and SQLERRORTEXT
     */
    Outcome query(String sql, List<Value> parameters, Consumer<Row> rows);

    /**
     * Runs a statement without result rows and counts the rows that it changes. Fails like {@link
     * #query}.
     */
    Outcome update(String sql, List<Value> parameters);

    /** Calls a stored procedure. Fails like {@link #query}. */
    ProcedureResult call(ProcedureCall call);

    /**
     * Sets whether the unit of work can continue after a failed statement. Some databases roll back
     * the complete unit after an error. If the value is true, such a database rolls back only the
     * failed statement, at the cost of slower statements. The default is true. The setting survives
     * the end of a unit.
     */
    default void survivesErrors(boolean value) {}

    /**
     * Checks that the database can be reached before a unit begins. Fails like {@link #query}, with
     * DATABASE_DOWN.
     */
    default void connect() {}

    /**
     * Makes the current statement fail. Does nothing if no statement is running. Safe for use by
     * several threads.
     */
    default void cancel() {}

    @Override
    void close();

    /**
     * A row of a result.
     *
     * @param columns labels as the database returns them
     * @param values values of the columns; null elements are NULL
     */
    record Row(List<String> columns, List<@Nullable Value> values) {}

    /**
     * Outcome of a successful statement.
     *
     * @param rows number of rows returned or changed
     * @param warning warning of the database; null if there is none
     */
    record Outcome(long rows, @Nullable Warning warning) {}

    /** A warning of the database about a statement. */
    record Warning(String state, int nativeError, String text) {}
}
