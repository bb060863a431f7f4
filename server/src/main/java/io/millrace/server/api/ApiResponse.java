package io.millrace.server.api;

import io.millrace.connectors.http.port.Exchange;

/**
 * The response of an operation.
 *
 * @param status status of HTTP
 * @param type media type
 * @param body object that is written as JSON, a string, or a {@link Stream}; null for none
 */
record ApiResponse(int status, String type, Object body) {

    /** A body that is written while the client reads it. */
    @FunctionalInterface
    interface Stream extends Exchange.Content {}

    static final String JSON = "application/json";

    static ApiResponse ok(Object body) {
        return new ApiResponse(200, JSON, body);
    }

    static ApiResponse of(int status, Object body) {
        return new ApiResponse(status, JSON, body);
    }
}
