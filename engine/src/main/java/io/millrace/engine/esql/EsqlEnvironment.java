package io.millrace.engine.esql;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.time.ZonedDateTime;
import java.util.function.Consumer;

/**
 * The services of a node that an ESQL program uses at run time. Only for the thread that processes
 * the message.
 */
public interface EsqlEnvironment {

    /**
     * Returns the top of a tree; never null for correlations that are valid in the module kind.
     * PROPAGATE can replace the tree.
     */
    Element tree(Correlation correlation);

    /**
     * Passes the top of each tree that the program can access to an action, for memory measurement.
     */
    default void forEachTree(Consumer<Element> action) {
        for (Correlation correlation : Correlation.values()) {
            action.accept(tree(correlation));
        }
    }

    /**
     * Executes a PROPAGATE statement. Returns when all nodes after the target have returned. Throws
     * DownstreamException for errors in these nodes.
     */
    void propagate(Propagation propagation);

    /**
     * Reports the current state of a call that has run for longer than {@link
     * Limits#esqlReportMillis}, about once a second. The argument is null when the call has ended.
     */
    default void longExecution(@Nullable LongExecution execution) {}

    /**
     * Returns the start time of this node call in the broker's time zone. All calls within the same
     * node call return the same time.
     */
    ZonedDateTime now();

    /**
     * Returns a broker property such as {@code NodeLabel} or {@code MessageFlowLabel}; null if it
     * has no value.
     */
    @Nullable Value property(String name);

    /**
     * Returns the connection to a data source, enlisted as the node's {@code transaction} property
     * specifies.
     *
     * @param dataSource name of the data source; empty for the data source of the node
     */
    DatabaseSession database(String dataSource);

    /**
     * Whether the flow is being stopped without waiting for the program. The program must then end
     * at the current statement.
     */
    default boolean isStopped() {
        return false;
    }

    /** Sets whether the interrupt that stops the flow also ends subsequent operations. */
    default void interruptible(boolean value) {}

    /**
     * Whether an error reported by a database ends the program. Otherwise the program continues and
     * can check SQLCODE.
     */
    default boolean throwsDatabaseErrors() {
        return true;
    }

    /**
     * Whether a database warning is treated as an error. A statement that finds no rows is a
     * warning.
     */
    default boolean treatsWarningsAsErrors() {
        return false;
    }

    ParserRegistry parsers();

    /**
     * Returns the values of sensitive fields in the trees. Output must not contain these values.
     */
    default SensitiveValues sensitiveValues() {
        SensitiveValues values = new SensitiveValues(parsers().sensitiveFields());
        if (!parsers().sensitiveFields().isEmpty()) {
            forEachTree(values::add);
        }
        return values;
    }

    Limits limits();

    /**
     * The target of a message and the trees that are sent with it.
     *
     * @param terminal {@code out}, {@code out1} ... {@code failure}, {@code nowhere}; empty if a
     *     label is the target
     * @param label the target label; empty if a terminal is the target
     * @param message whether the output message is sent; otherwise the input message is sent
     * @param environment whether the output local environment is sent
     * @param exception whether the output exception list is sent
     * @param asMode whether the node's compute mode selects the trees, because the statement names
     *     none
     * @param tidyHeaders whether headers are put in order first (FINALIZE)
     * @param delete whether the output trees are cleared after the call
     */
    record Propagation(
            String terminal,
            String label,
            boolean message,
            boolean environment,
            boolean exception,
            boolean asMode,
            boolean tidyHeaders,
            boolean delete) {}
}
