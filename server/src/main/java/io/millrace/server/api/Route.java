package io.millrace.server.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An operation of the API.
 *
 * @param method method of HTTP
 * @param path path as in the OpenAPI description, with parameters in braces
 * @param open whether the operation needs no token
 * @param handler code of the operation
 */
record Route(String method, String path, boolean open, Handler handler) {

    /** The code of an operation. Called on the virtual thread of the connection. */
    @FunctionalInterface
    interface Handler {
        ApiResponse handle(ApiRequest request);
    }

    /** Returns the parameters in a path; null if the path does not match. */
    Map<String, String> match(List<String> segments) {
        List<String> own = segments(path);
        if (own.size() != segments.size()) {
            return null;
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < own.size(); i++) {
            String part = own.get(i);
            if (part.startsWith("{")) {
                parameters.put(part.substring(1, part.length() - 1), segments.get(i));
            } else if (!part.equals(segments.get(i))) {
                return null;
            }
        }
        return parameters;
    }

    /** Returns the segments of a path without decoding. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>(List.of(path.split("/", -1)));
        segments.removeFirst();
        return segments;
    }
}
