package io.millrace.engine.node;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Set;

/**
 * A node as its flow defines it, after its properties were checked against the type's description:
 * every property has a value of its kind, given or default.
 */
public interface NodeDefinition {

    /**
     * The node's name in the flow, for example {@code price}; within subflows {@code
     * subflow.price}.
     */
    String name();

    /** {@code flow.node}, as ExceptionLists and statistics call it. */
    String label();

    /** Where the flow defines the node. */
    Place place();

    /** Whether the flow gives the property itself, rather than leaving the default. */
    boolean isGiven(String property);

    /** The text of a property; empty where not given and without default. */
    String text(String property);

    /** A BOOLEAN property. */
    boolean flag(String property);

    /** An INTEGER property. */
    int integer(String property);

    /** A SECONDS property, in milliseconds. */
    long millis(String property);

    /** A LIST property. */
    List<String> list(String property);

    /** Where the flow gives the property, or the node's place where it does not. */
    Place place(String property);

    /** The output terminals that are wired. */
    Set<String> wired();
}
