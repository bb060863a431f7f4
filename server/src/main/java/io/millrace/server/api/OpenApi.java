package io.millrace.server.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The OpenAPI description of the API, a resource. */
final class OpenApi {

    static final String PATH = "/openapi.json";

    private OpenApi() {}

    static Route route() {
        return new Route(
                "GET", PATH, true, request -> new ApiResponse(200, ApiResponse.JSON, text()));
    }

    static String text() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
