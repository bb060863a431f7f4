package io.millrace.connectors.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

import java.util.List;

/** The receiver of the requests of a path. Called on the virtual thread of the connection. */
interface RequestHandler {

    /**
     * Processes a request and sends the response.
     *
     * @param path decoded segments of the path
     * @param slowClients monitor of the reading of the body
     */
    void handle(
            ServerRequest request,
            ServerResponse response,
            List<String> path,
            SlowClients slowClients);
}
