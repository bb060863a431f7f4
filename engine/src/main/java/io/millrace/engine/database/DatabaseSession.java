package io.millrace.engine.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.work.Participant;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * A connection to a database in the unit of work of one thread. It is a {@link Participant}: the
 * caller enlists it in its unit, or calls {@link #commit} itself for a node whose {@code
 * transaction} is {@code commit}.
 */
public interface DatabaseSession extends Participant, AutoCloseable {

    /**
     * Runs a query and passes each row to the caller.
     *
     * @param parameters values of the markers {@code ?}; null elements are NULL
     * @return outcome with the number of rows
     * @throws io.millrace.engine.error.MillraceException of type DATABASE with DATABASE_ERROR; its
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
     * Sets whether the unit can continue after one of the following statements fails. Some
     * databases roll back the complete unit after an error. If the value is true, they roll back
     * only the failed statement; this makes each statement slower. The default is true. The end of
     * a unit does not change the value.
     */
    default void survivesErrors(boolean value) {}

    /**
     * Checks that the database can be reached before a unit begins. Fails like {@link #query}, with
     * DATABASE_DOWN.
     */
    default void connect() {}

    /**
     * Ends the current statement with an error. Does nothing if no statement is executed. Safe for
     * use by several threads.
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
     * @param warning warning of the database; null for none
     */
    record Outcome(long rows, @Nullable Warning warning) {}

    /** A warning of the database about a statement. */
    record Warning(String state, int nativeError, String text) {}
}
