package io.millrace.engine.node;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.resource.ResourceKind;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The part of the application that a node type can access while a flow is compiled. */
public interface DeployContext {

    Problems problems();

    /** Returns the compiled ESQL of the application. */
    EsqlProgram esql();

    ParserRegistry parsers();

    Limits limits();

    /** Returns the labels of all Label nodes of the flow. */
    Set<String> labels();

    /** Returns the types of all nodes of the flow, as in their descriptions. */
    Set<String> nodeTypes();

    /**
     * Returns the names of the fields that nodes read from the LocalEnvironment, by the path of
     * their folder.
     */
    default Map<String, Set<String>> environmentFields() {
        return Map.of();
    }

    /**
     * Returns the templates of the input nodes whose messages a node receives unchanged; empty if
     * another node can change the messages first.
     */
    default List<MessageTemplate> received(String node) {
        return List.of();
    }

    /** Whether the units of work of the flow are coordinated. */
    boolean coordinated();

    /** Whether an output terminal of a node of the flow is connected. */
    boolean isConnected(String node, String terminal);

    /** Whether an input terminal of a node of the flow is connected. */
    boolean isInputConnected(String node, String terminal);

    /**
     * Records the name of a queue that a node uses. Reports a problem if the application has a list
     * of queues without this name. Without such a list, the queue will be created.
     */
    void useQueue(String queue, Place place);

    /**
     * Records the endpoint of a callable flow. Reports a problem if another node of the application
     * has the same endpoint.
     */
    void declareEndpoint(String endpoint, Place place);

    /**
     * Records that a node calls an endpoint. Reports a problem if the endpoint belongs to this
     * application and does not exist.
     *
     * @param application name of the application; empty for this application
     */
    void useEndpoint(String application, String endpoint, Place place);

    /**
     * Records a resource that a node uses. Reports a warning if the application declares resources
     * of this kind but not this one: the broker must then declare it.
     */
    void useResource(ResourceKind kind, String name, Place place);

    /**
     * Records the schemes that the URL of an endpoint must have. Reports a problem if the
     * application declares the endpoint with another scheme.
     *
     * @param schemes schemes, for example {@code http}
     */
    void requireScheme(String endpoint, List<String> schemes, Place place);

    /**
     * Records a listener at which a node requires certificates of clients. Reports a problem if the
     * application declares the listener without {@code tls} or {@code clientAuth}.
     */
    void requireClientAuth(String listener, Place place);

    /**
     * Records an address at which a node receives messages. Reports a problem if another node of
     * the application has the same address and method.
     *
     * @param address description of the address, for example {@code /orders at the listener http}
     * @param methods methods of requests to the address; empty for all
     */
    void declareAddress(String address, Set<String> methods, Place place);

    /**
     * Records the unique identifier of an input node to which other nodes of the application refer.
     * Reports a problem if another node of the type has the same identifier.
     *
     * @param nodeType type of the node
     * @param obstacle reason why other nodes cannot refer to the node, as the end of a sentence;
     *     empty if they can
     */
    void declareIdentifier(String nodeType, String identifier, String obstacle, Place place);

    /**
     * Records that a node refers to an input node. Reports a problem if the application has no node
     * of the type with the identifier.
     */
    void useIdentifier(String nodeType, String identifier, Place place);

    /**
     * Returns the contents of the files of the application whose names have one of the suffixes, by
     * their paths relative to the folder of the application, with {@code /}. Reports files that
     * cannot be read.
     */
    Map<String, byte[]> files(Set<String> suffixes);

    /**
     * Returns a class of the jars in the {@code lib} folders of the application and of the home,
     * without running any of its code. Reports a problem if it cannot be found.
     */
    @Nullable Class<?> javaClass(String name, Place place);

    /**
     * Returns a class loader that finds classes and resources in another loader first, and then in
     * the jars in the {@code lib} folders of the home and of the application. For node types that
     * load parts of a library by their names. The classes of these jars can use all classes of the
     * other loader.
     */
    ClassLoader jars(ClassLoader parent);

    /** Records that a node uses a data source. Reports a problem if it does not exist. */
    void useDataSource(String name, Place place);
}
