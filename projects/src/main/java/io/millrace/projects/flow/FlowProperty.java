package io.millrace.projects.flow;

import io.millrace.engine.error.Place;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A property of a flow itself, not of its nodes.
 *
 * @param name name of the property
 * @param value default value; null if the property has no value
 * @param userDefined whether programs read it
 * @param links properties of nodes that it replaces
 */
public record FlowProperty(
        String name, @Nullable Attribute value, boolean userDefined, List<Link> links) {

    /** A property of a node, with the position of the link. */
    public record Link(String node, String property, Place place) {}
}
