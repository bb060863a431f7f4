package io.millrace.projects.flow;

import io.millrace.engine.error.Place;

/**
 * A connection between two nodes.
 *
 * @param from identifier of the node
 * @param output output terminal, without the prefix that files write
 * @param to identifier of the node
 * @param input input terminal, without the prefix that files write
 */
public record FlowConnection(
        String from,
        String output,
        String to,
        String input,
        Place fromPlace,
        Place outputPlace,
        Place toPlace,
        Place inputPlace) {}
