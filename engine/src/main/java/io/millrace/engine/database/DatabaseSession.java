package io.millrace.engine.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.work.Participant;

import java.util.List;
import java.util.function.Consumer;

/**
 * A connection to a database within the unit of work of one thread. It is a {@link Participant}:
 * the caller enlists it in its unit, or calls {@link #commit} itself for a node whose {@code
 * transaction} is {@code commit}.
 */
public interface DatabaseSession extends Participant, AutoCloseable {

    /**
     * Runs a query and gives each row to the caller.
     *
     * @param parameters the values of the statement's {@code ?}; null elements are NULL
     * @return how it went; its rows are counted
     * @throws io.millrace.engine.error.MillraceException of type DATABASE with DATABASE_ERROR; its
     *     inserts are SQLCODE, SQLSTATE, SQLNATIVEERROR and SQLERRORTEXT
     */
    Outcome query(String sql, List<Value> parameters, Consumer<Row> rows);

    /**
     * Runs a statement that gives no rows; those that it changed are counted. Throws as {@link
     * #query} does.
     */
    Outcome update(String sql, List<Value> parameters);

    /** Calls a stored procedure. Throws as {@link #query} does. */
    ProcedureResult call(ProcedureCall call);

    /**
     * Says whether the unit may go on where one of the statements that follow fails. A database
     * that undoes a whole unit at an error is then made to undo the statement alone, which costs
     * something with each statement. It may, until said otherwise; a unit's end changes nothing.
     */
    default void survivesErrors(boolean value) {}

    /**
     * Sees that the database can be reached, before something is done in a unit. Throws as {@link
     * #query} does, with DATABASE_DOWN.
     */
    default void connect() {}

    /** Ends the statement that is executed, with an error; does nothing without. For any thread. */
    default void cancel() {}

    @Override
    void close();

    /**
     * A row of a result.
     *
     * @param columns the labels, as the database writes them
     * @param values null elements are NULL
     */
    record Row(List<String> columns, List<Value> values) {}

    /**
     * How a statement went that did not fail.
     *
     * @param rows how many rows it gave or changed
     * @param warning null for none
     */
    record Outcome(long rows, Warning warning) {}

    /** What a database remarked on a statement that it executed. */
    record Warning(String state, int nativeError, String text) {}
}
