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
        final NodeEntry entry;
        final Map<String, PropertyText> properties;
        final List<Edge> edges = new ArrayList<>();

        /** Index of the node in the checked flow; -1 for terminals of subflows. */
        int node = -1;

        Vertex(String name, NodeEntry entry, Map<String, PropertyText> properties) {
            this.name = name;
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

    void add(Vertex vertex) {
        vertices.put(vertex.name, vertex);
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
