package io.millrace.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The OpenAPI description compared with the operations of the server. */
class OpenApiTest {

    static List<Route> routes() {
        return AdministrationServer.routes(
                null,
                null,
                null,
                null,
                new Health(null),
                null,
                new EventStream(null, null, caller -> true),
                "");
    }

    private final JsonNode description = new JsonMapper().readTree(OpenApi.text(routes()));

    @Test
    void theDescriptionHasExactlyTheOperationsOfTheServer() {
        Set<String> described = new TreeSet<>();
        description
                .path("paths")
                .properties()
                .forEach(
                        path ->
                                path.getValue()
                                        .properties()
                                        .forEach(
                                                operation ->
                                                        described.add(
                                                                operation
                                                                                .getKey()
                                                                                .toUpperCase(
                                                                                        Locale.ROOT)
                                                                        + " "
                                                                        + path.getKey()
                                                                        + " "
                                                                        + operation
                                                                                .getValue()
                                                                                .path("operationId")
                                                                                .asString()
                                                                        + (operation
                                                                                        .getValue()
                                                                                        .has(
                                                                                                "security")
                                                                                ? " open"
                                                                                : ""))));
        Set<String> routes =
                routes().stream()
                        .map(
                                r ->
                                        r.method()
                                                + " "
                                                + r.path()
                                                + " "
                                                + r.operation()
                                                + (r.isOpen() ? " open" : ""))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(described).isEqualTo(routes);
    }

    @Test
    void allParametersOfAPathAreDescribed() {
        description
                .path("paths")
                .properties()
                .forEach(
                        path ->
                                path.getValue()
                                        .forEach(
                                                operation ->
                                                        assertThat(names(operation))
                                                                .containsAll(
                                                                        inPath(path.getKey()))));
    }

    private Set<String> names(JsonNode operation) {
        Set<String> names = new TreeSet<>();
        for (JsonNode parameter : operation.path("parameters")) {
            String pointer = parameter.path("$ref").asString().substring(1);
            names.add(description.at(pointer).path("name").asString());
        }
        return names;
    }

    private static Set<String> inPath(String path) {
        return Route.segments(path).stream()
                .filter(s -> s.startsWith("{"))
                .map(s -> s.substring(1, s.length() - 1))
                .collect(Collectors.toSet());
    }

    @Test
    void theDelayOfAWrongTokenDoublesUpToALimit() {
        assertThat(TokenGuard.delayMillis(1)).isZero();
        assertThat(TokenGuard.delayMillis(2)).isEqualTo(100);
        assertThat(TokenGuard.delayMillis(5)).isEqualTo(800);
        assertThat(TokenGuard.delayMillis(1_000_000)).isEqualTo(5_000);
    }
}
