package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.List;

/**
 * A property that a subflow shows to the flows that use it.
 *
 * @param name how it is called there
 * @param place where the name is written
 * @param targets {@code node.property} of nodes in the subflow that take the value
 */
public record Promotion(String name, Place place, List<Endpoint> targets) {

    public Promotion {
        targets = List.copyOf(targets);
    }
}
