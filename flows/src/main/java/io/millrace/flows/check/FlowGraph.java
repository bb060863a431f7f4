package io.millrace.flows.check;

import io.millrace.engine.error.Place;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A flow with its subflows inlined. It contains nodes by their full names, and the terminals of
 * subflows as vertices that connections still pass through.
 */
final class FlowGraph {

    /** A node, or a terminal of a subflow. */
    static final class Vertex {
        final String name;

        /** Full name of the subflow instance; empty for nodes of the flow itself. */
        final String instance;

        final NodeEntry entry;
        final Map<String, PropertyText> properties;
        final List<Edge> edges = new ArrayList<>();

        /** Index of the node in the checked flow; -1 for terminals of subflows. */
        int node = -1;

        Vertex(String instance, NodeEntry entry, Map<String, PropertyText> properties) {
            this.name = instance.isEmpty() ? entry.name() : instance + "." + entry.name();
            this.instance = instance;
            this.entry = entry;
            this.properties = properties;
        }

        boolean isTerminal() {
            return entry.isTerminal();
        }
    }

    /** A connection to a vertex, as written in the file. */
    record Edge(String output, Vertex to, String input, Place place) {}

    private final Map<String, Vertex> vertices = new LinkedHashMap<>();
    private final Map<String, Map<String, PropertyText>> externals = new LinkedHashMap<>();

    void add(Vertex vertex) {
        vertices.put(vertex.name, vertex);
    }

    /** Adds a subflow instance, or the flow itself with an empty name. */
    void add(String instance, Map<String, PropertyText> values) {
        externals.put(instance, values);
    }

    /** Returns the values of EXTERNAL variables by the full names of the subflow instances. */
    Map<String, Map<String, PropertyText>> externals() {
        return externals;
    }

    Vertex vertex(String name) {
        return vertices.get(name);
    }

    /** Returns the vertices in the order of the files. */
    Collection<Vertex> vertices() {
        return vertices.values();
    }

    int size() {
        return vertices.size();
    }
}
