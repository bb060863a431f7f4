package io.millrace.connectors.http;

/** A version of OpenAPI. */
enum ApiVersion {
    /** Swagger 2.0. */
    V2,
    V3_0,
    V3_1;

    /**
     * Returns the version of a document.
     *
     * @throws IllegalArgumentException if the version is missing or not supported
     */
    static ApiVersion of(ApiDocument.Part document) {
        String swagger = document.text("swagger");
        String openApi = document.text("openapi");
        if (swagger.equals("2.0")) {
            return V2;
        }
        if (openApi.startsWith("3.0.") || openApi.equals("3.0")) {
            return V3_0;
        }
        if (openApi.startsWith("3.1.") || openApi.equals("3.1")) {
            return V3_1;
        }
        String found = swagger.isEmpty() ? openApi : swagger;
        throw new IllegalArgumentException(
                "the document must begin with swagger: \"2.0\", openapi: 3.0.x or openapi: 3.1.x"
                        + " (found "
                        + (found.isEmpty() ? "neither" : found)
                        + ")");
    }
}
