package io.millrace.administration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;

/**
 * An operation of the OpenAPI description of a server.
 *
 * @param method method in lower case
 * @param path path with the names of its parameters in braces
 * @param details the operation in the description
 */
record ApiOperation(String method, String path, JsonNode details) {

    /** Returns all operations of a description. */
    static List<ApiOperation> all(String description) {
        return new JsonMapper()
                .readTree(description).path("paths").properties().stream()
                        .flatMap(
                                path ->
                                        path.getValue().properties().stream()
                                                .map(
                                                        o ->
                                                                new ApiOperation(
                                                                        o.getKey(),
                                                                        path.getKey(),
                                                                        o.getValue())))
                        .toList();
    }

    String operationId() {
        return details.path("operationId").asString();
    }

    /** Returns the role that the operation requires; empty if it requires none. */
    String role() {
        return details.path("x-millrace-role").asString("");
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
