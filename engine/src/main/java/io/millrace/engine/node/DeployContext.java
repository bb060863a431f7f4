package io.millrace.engine.node;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;

import java.util.Set;

/** What a node type can see of the application while a flow is compiled. */
public interface DeployContext {

    Problems problems();

    /** All ESQL of the application, compiled. */
    EsqlProgram esql();

    ParserRegistry parsers();

    Limits limits();

    /** The labels of all Label nodes of the flow. */
    Set<String> labels();

    /** The types of all nodes of the flow, as their descriptions name them. */
    Set<String> nodeTypes();

    /** Whether the flow's definition says that its units of work are coordinated. */
    boolean coordinated();

    /** Whether anything is connected to an output terminal of a node of the flow. */
    boolean isConnected(String node, String terminal);

    /**
     * Says that a node uses a queue by a name written in the flow. Adds a problem where the
     * application's list of queues does not have it; without such a list the queue will be created.
     */
    void useQueue(String queue, Place place);

    /** Says that a node uses a data source. Adds a problem where there is none of this name. */
    void useDataSource(String name, Place place);
}
