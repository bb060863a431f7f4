package io.millrace.engine.esql;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.time.ZonedDateTime;
import java.util.function.Consumer;

/**
 * What a running ESQL program needs of the node it runs in. Used by the thread of the message only.
 */
public interface EsqlEnvironment {

    /**
     * The top of a tree; never null for the correlations that the module's kind allows. May change
     * at a PROPAGATE.
     */
    Element tree(Correlation correlation);

    /** Gives the tops of all trees that the program can name, so that they can be measured. */
    default void forEachTree(Consumer<Element> action) {
        for (Correlation correlation : Correlation.values()) {
            action.accept(tree(correlation));
        }
    }

    /**
     * PROPAGATE. Returns when all nodes behind the target have; throws DownstreamException for what
     * they throw.
     */
    void propagate(Propagation propagation);

    /**
     * The instant of this call of the node, in the broker's time zone: the same however often it is
     * asked for.
     */
    ZonedDateTime now();

    /**
     * A broker property such as {@code NodeLabel} or {@code MessageFlowLabel}; null where it has no
     * value.
     */
    Value property(String name);

    /**
     * The connection to a data source, enlisted as the node's {@code transaction} property says.
     *
     * @param dataSource empty for the one that the node's property names
     */
    DatabaseSession database(String dataSource);

    /**
     * Whether the flow is being stopped and no longer waits for the program: it then ends where it
     * is.
     */
    default boolean isStopped() {
        return false;
    }

    /**
     * Sets whether an interrupt, when the flow is stopped, ends what the program does from now on.
     */
    default void interruptible(boolean value) {}

    /**
     * Whether an error that a database reports ends the program; else the program goes on, and
     * looks at SQLCODE.
     */
    default boolean throwsDatabaseErrors() {
        return true;
    }

    /** Whether what a database warns of is an error; rows that were not found are among that. */
    default boolean treatsWarningsAsErrors() {
        return false;
    }

    ParserRegistry parsers();

    Limits limits();

    /**
     * Where a message goes, and with which trees.
     *
     * @param terminal {@code out}, {@code out1} ... {@code failure}, {@code nowhere}; empty when a
     *     label is meant
     * @param label the label to go to; empty when a terminal is meant
     * @param message whether the output message goes, rather than the input message
     * @param environment whether the output local environment goes
     * @param exception whether the output exception list goes
     * @param asMode true where the statement names no trees: then the node's compute mode decides
     * @param tidyHeaders FINALIZE: whether headers are brought into order first
     * @param delete whether the output trees are emptied afterwards
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
