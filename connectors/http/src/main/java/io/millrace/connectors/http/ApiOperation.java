package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * An operation of an OpenAPI document.
 *
 * @param id operationId, which is also the label name
 * @param path path relative to the path of the node
 */
record ApiOperation(
        String id, String method, PathPattern path, List<ApiParameter> parameters, ApiBody body) {

    /**
     * A value in a request that the document does not allow.
     *
     * @param location {@code path/NAME}, {@code query/NAME}, {@code header/NAME}, or {@code body}
     *     and a JSON pointer
     */
    record Fault(String location, String detail) {}

    private static final int MAX_LOCATION = 4096;

    private static final int MAX_DETAIL = 1024;

    /** The values of parameters in a request. */
    @FunctionalInterface
    interface Values {

        /**
         * Returns the parameter values with a name; empty if there is none.
         *
         * @param in {@code path}, {@code query} or {@code header}
         */
        List<String> of(String in, String name);
    }

    /** Returns the first faults of a request. The type of the body must have been accepted. */
    List<Fault> faults(Values values, MediaType type, Bytes content) {
        List<Fault> faults = new ArrayList<>();
        BiConsumer<String, String> report =
                (location, detail) -> {
                    if (faults.size() < SchemaCheck.MAX_ERRORS) {
                        faults.add(
                                new Fault(
                                        shortened(location, MAX_LOCATION),
                                        shortened(detail, MAX_DETAIL)));
                    }
                };
        for (ApiParameter parameter : parameters) {
            parameter.check(values.of(parameter.in(), parameter.name()), report);
        }
        body.check(type, content, report);
        return faults;
    }

    /** Returns the beginning of a string, which can contain names and values of a request. */
    private static String shortened(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "...";
    }
}
