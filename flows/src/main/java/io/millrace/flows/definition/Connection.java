package io.millrace.flows.definition;

import java.util.List;

/**
 * An output terminal and the input terminals that receive its messages in order.
 *
 * @param from output terminal
 * @param to input terminals, in the order of the file
 */
public record Connection(Endpoint from, List<Endpoint> to) {

    public Connection {
        to = List.copyOf(to);
    }
}
