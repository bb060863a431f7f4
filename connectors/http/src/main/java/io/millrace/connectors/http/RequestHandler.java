package io.millrace.connectors.http;

import io.millrace.connectors.http.port.Exchange;

import java.util.List;

/** The receiver of the requests of a path. Called on the virtual thread of the connection. */
interface RequestHandler {

    /**
     * Processes a request and sends the response.
     *
     * @param path decoded segments of the path
     */
    void handle(Exchange exchange, List<String> path);
}
