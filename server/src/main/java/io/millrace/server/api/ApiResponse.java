package io.millrace.server.api;

/**
 * The response of an operation.
 *
 * @param status status of HTTP
 * @param type media type
 * @param body object that is written as JSON, or a string; null for none
 */
record ApiResponse(int status, String type, Object body) {

    static final String JSON = "application/json";

    static ApiResponse ok(Object body) {
        return new ApiResponse(200, JSON, body);
    }

    static ApiResponse of(int status, Object body) {
        return new ApiResponse(status, JSON, body);
    }
}
