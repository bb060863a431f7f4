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
     * @throws io.millrace.engine.error.MillraceException of type DATABASE with DATABASE_ERROR; its
     *     inserts are SQLCODE, SQLSTATE, SQLNATIVEERROR and SQLERRORTEXT
     */
    void query(String sql, List<Value> parameters, Consumer<Row> rows);

    /**
     * Runs a statement that gives no rows; gives back how many rows it changed. Throws as {@link
     * #query} does.
     */
    long update(String sql, List<Value> parameters);

    @Override
    void close();

    /**
     * A row of a result.
     *
     * @param columns the labels, as the database writes them
     * @param values null elements are NULL
     */
    record Row(List<String> columns, List<Value> values) {}
}
