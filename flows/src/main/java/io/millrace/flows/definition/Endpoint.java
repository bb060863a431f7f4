package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

/**
 * One end of a connection, as written: {@code node.terminal}, or {@code node} alone for its first
 * input terminal.
 *
 * @param node the part before the dot
 * @param terminal the part behind the dot; empty where there is none
 * @param place where the whole is written
 */
public record Endpoint(String node, String terminal, Place place) {

    /** Splits at the first dot: node names have none. */
    public static Endpoint parse(String text, Place place) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new Endpoint(text, "", place)
                : new Endpoint(text.substring(0, dot), text.substring(dot + 1), place);
    }

    public String text() {
        return terminal.isEmpty() ? node : node + "." + terminal;
    }

    /** Where the node's name is written. */
    public Place nodePlace() {
        return ValuePosition.of(place, text(), 0, node.length());
    }

    /** Where the terminal's name is written. */
    public Place terminalPlace() {
        return terminal.isEmpty()
                ? place
                : ValuePosition.of(place, text(), node.length() + 1, terminal.length());
    }
}
