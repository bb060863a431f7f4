package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.millrace.connectors.http.ApiOperation.Fault;
import io.millrace.connectors.http.port.Exchange;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A checker of the requests of an HTTPInput node against the node's OpenAPI document.
 *
 * @param prefix number of path segments of the node, which precede the path segments of the
 *     operations
 * @param unimplemented operations without a label in the flow
 */
record ApiRequests(RestApi api, int prefix, Set<String> unimplemented) {

    /** Returns the segments of a path after the path of the node. */
    List<String> below(List<String> path) {
        return path.subList(Math.min(prefix, path.size()), path.size());
    }

    ApiOperation find(String method, List<String> path) {
        return api.find(method, below(path));
    }

    /**
     * Returns the operation of a request; null if the request was rejected.
     *
     * @param type type of the body; null if the request has no body
     */
    ApiOperation operation(String method, List<String> path, MediaType type, Exchange exchange) {
        ApiOperation operation = find(method, path);
        if (operation == null) {
            refuse(method, api.methods(below(path)), exchange);
            return null;
        }
        if (unimplemented.contains(operation.id())) {
            ProblemDetails.send(
                    exchange,
                    Status.NOT_IMPLEMENTED_501,
                    "the operation " + operation.id() + " is not implemented",
                    List.of());
            return null;
        }
        if (type != null && !operation.body().accepts(type)) {
            Set<String> types = operation.body().schemas().keySet();
            exchange.response().header(HeaderNames.ACCEPT, String.join(", ", types));
            ProblemDetails.send(
                    exchange,
                    Status.UNSUPPORTED_MEDIA_TYPE_415,
                    "the body must have one of the types %s (found %s)"
                            .formatted(
                                    String.join(", ", types),
                                    type.text().isEmpty() ? "no Content-Type" : type.essence()),
                    List.of());
            return null;
        }
        return operation;
    }

    private static void refuse(String method, Set<String> methods, Exchange exchange) {
        if (methods.isEmpty()) {
            ProblemDetails.send(
                    exchange, Status.NOT_FOUND_404, "no operation has this path", List.of());
            return;
        }
        exchange.response().header(HeaderNames.ALLOW, String.join(", ", methods));
        ProblemDetails.send(
                exchange,
                Status.METHOD_NOT_ALLOWED_405,
                "the path has no operation with the method " + method,
                List.of());
    }

    /** Whether a request is valid. Otherwise sends the response. */
    static boolean isValid(List<Fault> faults, Exchange exchange) {
        if (!faults.isEmpty()) {
            ProblemDetails.send(
                    exchange,
                    Status.BAD_REQUEST_400,
                    "the request is not valid: %s: %s"
                            .formatted(faults.getFirst().location(), faults.getFirst().detail()),
                    faults);
        }
        return faults.isEmpty();
    }

    /**
     * Returns the faults of a request.
     *
     * @param query received query; empty if there is none
     */
    List<Fault> faults(
            ApiOperation operation,
            List<String> path,
            String query,
            Headers headers,
            MediaType type,
            Bytes body) {
        Map<String, String> inPath = operation.path().parameters(below(path));
        Element fields = Element.of(ElementType.NAME, "query");
        FormFields.addQuery(query, fields);
        return operation.faults(
                (in, name) ->
                        switch (in) {
                            case "path" -> List.of(inPath.get(name));
                            case "query" -> values(fields, name);
                            default -> headerValues(headers, name);
                        },
                type,
                body);
    }

    private static List<String> values(Element fields, String name) {
        List<String> values = new ArrayList<>();
        for (Element field = fields.firstChild(); field != null; field = field.next()) {
            if (field.isNamed(name)) {
                values.add(field.text());
            }
        }
        return values;
    }

    private static List<String> headerValues(Headers headers, String name) {
        var header = HeaderNames.create(name);
        return headers.contains(header) ? headers.get(header).allValues() : List.of();
    }
}
