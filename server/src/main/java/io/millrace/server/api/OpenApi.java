package io.millrace.server.api;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The OpenAPI description of the API: resources, one for each group of operations. */
final class OpenApi {

    static final String PATH = "/openapi.json";

    private static final JsonMapper JSON = new JsonMapper();

    /** The resource files. The first contains the general parts. */
    private static final List<String> FILES =
            List.of(
                    "openapi.json",
                    "openapi-queues.json",
                    "openapi-repository.json",
                    "openapi-resources.json",
                    "openapi-statistics.json",
                    "openapi-users.json");

    private OpenApi() {}

    /**
     * The names of query parameters. They are loaded when the first request with a query arrives.
     */
    private static final class Queries {
        static final Map<String, Set<String>> NAMES = read();

        private static Map<String, Set<String>> read() {
            JsonNode all = merged();
            Map<String, Set<String>> names = new HashMap<>();
            all.path("paths")
                    .forEach(
                            path ->
                                    path.forEach(
                                            operation ->
                                                    names.put(
                                                            operation
                                                                    .path("operationId")
                                                                    .asString(),
                                                            names(all, operation))));
            return names;
        }

        private static Set<String> names(JsonNode all, JsonNode operation) {
            Set<String> names = new TreeSet<>();
            for (JsonNode reference : operation.path("parameters")) {
                JsonNode parameter = all.at(reference.path("$ref").asString().substring(1));
                if (parameter.path("in").asString().equals("query")) {
                    names.add(parameter.path("name").asString());
                }
            }
            return names;
        }
    }

    /** Returns the names of the parameters in the query of an operation. */
    static Set<String> queryOf(String operation) {
        return Queries.NAMES.getOrDefault(operation, Set.of());
    }

    private static ObjectNode merged() {
        ObjectNode all = (ObjectNode) read(FILES.getFirst());
        FILES.stream().skip(1).forEach(file -> merge(all, (ObjectNode) read(file)));
        return all;
    }

    /**
     * Returns the operation that returns the description.
     *
     * @param routes all operations of the server
     */
    static Route route(List<Route> routes) {
        return Route.open(
                "getDescription",
                PATH,
                request -> new ApiResponse(200, ApiResponse.JSON, text(routes)));
    }

    /** Returns the description as JSON. It contains the role that each operation needs. */
    static String text(List<Route> routes) {
        ObjectNode all = merged();
        for (Route route : routes) {
            JsonNode operation =
                    all.path("paths")
                            .path(route.path())
                            .path(route.method().toLowerCase(Locale.ROOT));
            if (!route.isOpen() && operation instanceof ObjectNode described) {
                describe(route, described);
            }
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all);
    }

    private static void describe(Route route, ObjectNode operation) {
        String role = route.role().word();
        String needs = "Requires the role %s for %s.".formatted(role, route.scope().description());
        String text = operation.path("description").asString("");
        operation.put("description", text.isEmpty() ? needs : text + " " + needs);
        operation.put("x-millrace-role", role);
        ObjectNode responses = operation.withObject("/responses");
        error(responses.putObject("403"), "The user lacks the role");
        if (!responses.has("400")) {
            error(responses.putObject("400"), "A parameter is unknown or invalid");
        }
    }

    private static void error(ObjectNode response, String description) {
        response.put("description", description);
        response.putObject("content")
                .putObject(ProblemBody.TYPE)
                .putObject("schema")
                .put("$ref", "#/components/schemas/Problem");
    }

    /** Adds members of objects, recursively. */
    private static void merge(ObjectNode to, ObjectNode from) {
        for (Map.Entry<String, JsonNode> member : from.properties()) {
            if (to.get(member.getKey()) instanceof ObjectNode both
                    && member.getValue() instanceof ObjectNode added) {
                merge(both, added);
            } else {
                to.set(member.getKey(), member.getValue());
            }
        }
    }

    private static JsonNode read(String file) {
        try (InputStream in = OpenApi.class.getResourceAsStream(file)) {
            return JSON.readTree(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
