package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.Set;

/**
 * One end of a connection, as written: {@code node.terminal}, or only {@code node} for its first
 * input terminal.
 *
 * @param node part before the dot
 * @param terminal part after the dot; empty without a dot
 * @param place position of the whole endpoint
 */
public record Endpoint(String node, String terminal, Place place) {

    /** Splits the text at the first dot. */
    public static Endpoint parse(String text, Place place) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new Endpoint(text, "", place)
                : new Endpoint(text.substring(0, dot), text.substring(dot + 1), place);
    }

    /**
     * Splits the text after the longest name of a node with which it begins. Without such a name,
     * splits it at the first dot.
     *
     * @param names names of the nodes, which can contain dots
     * @param isComplete whether the text can be the name of a node, without a terminal
     */
    public static Endpoint parse(String text, Place place, Set<String> names, boolean isComplete) {
        if (isComplete && names.contains(text)) {
            return new Endpoint(text, "", place);
        }
        int dot = text.lastIndexOf('.');
        while (dot > 0) {
            if (names.contains(text.substring(0, dot))) {
                return new Endpoint(text.substring(0, dot), text.substring(dot + 1), place);
            }
            dot = text.lastIndexOf('.', dot - 1);
        }
        return parse(text, place);
    }

    public String text() {
        return terminal.isEmpty() ? node : node + "." + terminal;
    }

    /** Returns the position of the node's name. */
    public Place nodePlace() {
        return ValuePosition.of(place, text(), 0, node.length());
    }

    /** Returns the position of the terminal's name. */
    public Place terminalPlace() {
        return terminal.isEmpty()
                ? place
                : ValuePosition.of(place, text(), node.length() + 1, terminal.length());
    }
}
