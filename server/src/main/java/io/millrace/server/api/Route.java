package io.millrace.server.api;

import io.millrace.flows.application.Administrator.Role;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An operation of the API.
 *
 * @param operation name of the operation in the OpenAPI description and the audit log
 * @param method method of HTTP
 * @param path path as in the OpenAPI description, with parameters in braces
 * @param role role that the user needs; null for an operation without a token
 * @param scope objects for which the user needs the role
 * @param handler code of the operation
 */
record Route(
        String operation, String method, String path, Role role, Scope scope, Handler handler) {

    /** The objects for which a user needs the role of an operation. */
    enum Scope {
        /** All objects of the server. */
        SERVER("the server"),
        /** At least one object. The operation returns only objects that the user can view. */
        LISTED("the listed objects"),
        /** At least one object. The operation checks the application in the body of the request. */
        CONTENT("the application, or all execution groups of its flows"),
        /** The application of the path, or the execution groups of its flows. */
        APPLICATION("the application, or the execution groups of its flows"),
        /** The flow of the path. */
        FLOW("the application, or the execution groups of the flow"),
        /** The flows of the execution group of the path. */
        GROUP("the execution group, or the applications of its flows"),
        /** The queue of the path. */
        QUEUE("the queue");

        private final String description;

        Scope(String description) {
            this.description = description;
        }

        /** Returns the scope for the documentation. */
        String description() {
            return description;
        }
    }

    /** The code of an operation. Called on the virtual thread of the connection. */
    @FunctionalInterface
    interface Handler {
        ApiResponse handle(ApiRequest request);
    }

    /** Returns an operation that needs no token. */
    static Route open(String operation, String path, Handler handler) {
        return new Route(operation, "GET", path, null, Scope.SERVER, handler);
    }

    /** Returns an operation that makes no change. */
    static Route view(String operation, String path, Scope scope, Handler handler) {
        return new Route(operation, "GET", path, Role.VIEW, scope, handler);
    }

    /** Whether the operation needs no token. */
    boolean isOpen() {
        return role == null;
    }

    /** Whether the operation can make a change. */
    boolean isChange() {
        return !method.equals("GET");
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
