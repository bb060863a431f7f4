package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.List;

/**
 * A property that a subflow exposes to the flows that use it.
 *
 * @param name name of the property in those flows
 * @param place position of the name
 * @param targets {@code node.property} of the nodes in the subflow that receive the value
 */
public record Promotion(String name, Place place, List<Endpoint> targets) {

    /** Node of a target that is an EXTERNAL variable of the subflow itself. */
    public static final String EXTERNALS = "externals";

    public Promotion {
        targets = List.copyOf(targets);
    }
}
