package io.millrace.server.api;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The OpenAPI description of the API: resources, one for each group of operations. */
final class OpenApi {

    static final String PATH = "/openapi.json";

    private static final JsonMapper JSON = new JsonMapper();

    /** The resources; the first has the general parts. */
    private static final List<String> FILES =
            List.of("openapi.json", "openapi-queues.json", "openapi-statistics.json");

    private OpenApi() {}

    static Route route() {
        return new Route(
                "GET", PATH, true, request -> new ApiResponse(200, ApiResponse.JSON, text()));
    }

    /** Returns the description as JSON. */
    static String text() {
        ObjectNode all = (ObjectNode) read(FILES.getFirst());
        FILES.stream().skip(1).forEach(file -> merge(all, (ObjectNode) read(file)));
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all);
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
