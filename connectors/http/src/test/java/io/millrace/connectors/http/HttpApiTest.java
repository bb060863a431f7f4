package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** HTTPInput nodes with an OpenAPI document. */
@Timeout(300)
class HttpApiTest {

    @TempDir Path folder;

    private final HttpBroker http = new HttpBroker();

    @AfterEach
    void stop() {
        http.close();
    }

    private static final String FLOW =
            """
            flow: main
            nodes:
              in:     {type: HTTPInput, path: /shop/*, openapi: FILE}
              route:  {type: RouteToLabel}
              list:   {type: Label, labelName: listOrders}
              get:    {type: Label, labelName: getOrder}
              create: {type: Label, labelName: createOrder}
              show:   {type: Compute, module: Show, computeMode: destinationAndMessage}
              reply:  {type: HTTPReply}
            connections:
              in.out: route
              list.out: show
              get.out: show
              create.out: show
              show.out: reply
            """;

    private static final String ESQL =
            HttpBroker.module(
                    "Show",
                    """
                    DECLARE rest REFERENCE TO InputLocalEnvironment.REST.Input;
                    DECLARE parameter REFERENCE TO rest.Parameters.*[1];
                    DECLARE text CHARACTER rest.Method || ' ' || rest.Operation || ' ' || rest.Path;
                    WHILE LASTMOVE(parameter) DO
                      SET text = text || ' ' || FIELDNAME(parameter) || '=' || parameter;
                      MOVE parameter NEXTSIBLING;
                    END WHILE;
                    SET text = text || ' ' || COALESCE(InputRoot.JSON.Data.article, '');
                    SET OutputRoot = NULL;
                    SET OutputRoot.BLOB.BLOB = CAST(text AS BLOB CCSID 1208);
                    """);

    private void deploy(String file, String document) throws IOException {
        Files.writeString(folder.resolve(file), document);
        Files.writeString(folder.resolve("main.flow.yaml"), FLOW.replace("FILE", file));
        Files.writeString(folder.resolve("main.esql"), ESQL);
        Files.writeString(
                folder.resolve("application.yaml"),
                "listeners: {http: {port: %d}}\n".formatted(http.port));
        http.broker.deploy(Application.load(folder));
    }

    private static final String V3 =
            """
            openapi: VERSION
            info: {title: Shop, version: "1"}
            paths:
              /orders:
                get:
                  operationId: listOrders
                  parameters:
                    - {name: limit, in: query, schema: {type: integer, minimum: 1}}
                    - {name: tag, in: query, schema: {type: array, items: {type: integer}}}
                    - {name: state, in: query, explode: false, schema: {type: array, items: {enum: [new, done]}}}
                    - $ref: '#/components/parameters/client'
                  responses: {}
                post:
                  operationId: createOrder
                  requestBody:
                    required: true
                    content:
                      application/json: {schema: {$ref: '#/components/schemas/order'}}
                      text/csv: {}
                  responses: {}
              /orders/{id}:
                parameters:
                  - {name: id, in: path, required: true, schema: {type: integer}}
                get: {operationId: getOrder, responses: {}}
                delete: {operationId: deleteOrder, responses: {}}
            components:
              parameters:
                client: {name: X-Client, in: header, required: true, schema: {type: string, maxLength: 5}}
              schemas:
                order:
                  type: object
                  required: [article, quantity]
                  properties:
                    article: {type: string}
                    quantity: {type: integer, minimum: 1}
                    note: {type: string, NULLABLE}
                    next: {$ref: '#/components/schemas/order'}
            """;

    private static final String V2 =
            """
            {"swagger": "2.0", "info": {"title": "Shop", "version": "1"},
             "paths": {
              "/orders": {
               "get": {"operationId": "listOrders", "responses": {}, "parameters": [
                 {"name": "limit", "in": "query", "type": "integer", "minimum": 1},
                 {"name": "tag", "in": "query", "type": "array", "collectionFormat": "multi",
                  "items": {"type": "integer"}},
                 {"name": "state", "in": "query", "type": "array",
                  "items": {"type": "string", "enum": ["new", "done"]}},
                 {"name": "X-Client", "in": "header", "required": true, "type": "string",
                  "maxLength": 5}]},
               "post": {"operationId": "createOrder", "responses": {},
                 "consumes": ["application/json", "text/csv"], "parameters": [
                 {"name": "body", "in": "body", "required": true,
                  "schema": {"$ref": "#/definitions/order"}}]}},
              "/orders/{id}": {
               "parameters": [{"name": "id", "in": "path", "required": true, "type": "integer"}],
               "get": {"operationId": "getOrder", "responses": {}},
               "delete": {"operationId": "deleteOrder", "responses": {}}}},
             "definitions": {"order": {"type": "object", "required": ["article", "quantity"],
               "properties": {"article": {"type": "string"},
                 "quantity": {"type": "integer", "minimum": 1},
                 "next": {"$ref": "#/definitions/order"}}}}}
            """;

    private void deploy(String version) throws IOException {
        if (version.equals("2.0")) {
            deploy("orders.json", V2);
        } else {
            boolean isOld = version.startsWith("3.0");
            deploy(
                    "api/orders.openapi.yaml".replace("api/", ""),
                    V3.replace("VERSION", version)
                            .replace(
                                    "{type: string, NULLABLE}",
                                    isOld
                                            ? "{type: string, nullable: true}"
                                            : "{type: [string, 'null']}"));
        }
    }

    private HttpResponse<String> list(String query) {
        return http.send(http.request("/shop/orders" + query).header("X-Client", "me").GET());
    }

    private void assertProblem(HttpResponse<String> response, int status, String text) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(response.body()).contains("\"status\":" + status).contains(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "3.0.3", "3.1.0"})
    void operationsAreRoutedToTheirLabelsWithTheirParameters(String version) throws IOException {
        deploy(version);
        assertThat(http.get("/shop/orders/47").body())
                .isEqualTo("GET getOrder /shop/orders/47 id=47 ");
        assertThat(list("?limit=5&tag=1&tag=2&state=new,done").body())
                .isEqualTo(
                        "GET listOrders /shop/orders limit=5 tag=1 tag=2 state=new,done"
                                + " X-Client=me ");
        assertThat(
                        http.post(
                                        "/shop/orders",
                                        "application/json; charset=utf-8",
                                        "{\"article\":\"A1\",\"quantity\":2,\"note\":null}")
                                .body())
                .isEqualTo("POST createOrder /shop/orders A1");
        assertThat(http.post("/shop/orders", "text/csv", "A1,2").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "3.0.3", "3.1.0"})
    void invalidRequestsAreRejected(String version) throws IOException {
        deploy(version);
        assertProblem(http.get("/shop/orders/x"), 400, "path/id");
        assertProblem(http.get("/shop/orders"), 400, "header/X-Client");
        assertProblem(
                http.send(http.request("/shop/orders").header("X-Client", "longer").GET()),
                400,
                "header/X-Client");
        assertProblem(list("?limit=0"), 400, "query/limit");
        assertProblem(list("?limit=1&limit=2"), 400, "must occur once");
        assertProblem(list("?tag=1&tag=x"), 400, "query/tag/1");
        assertProblem(list("?state=new,old"), 400, "query/state/1");
        assertProblem(http.get("/shop/customers"), 404, "no operation has this path");
        HttpResponse<String> put =
                http.send(http.request("/shop/orders/1").PUT(BodyPublishers.noBody()));
        assertProblem(put, 405, "PUT");
        assertThat(put.headers().firstValue("Allow")).contains("DELETE, GET");
        assertProblem(http.send(http.request("/shop/orders/1").DELETE()), 501, "deleteOrder");
        String json = "application/json";
        assertProblem(http.post("/shop/orders", "text/xml", "<a/>"), 415, "application/json");
        assertProblem(http.post("/shop/orders", json, ""), 400, "the body is required");
        assertProblem(http.post("/shop/orders", json, "{\"article\":"), 400, "not valid JSON");
        assertProblem(
                http.post(
                        "/shop/orders",
                        json,
                        "{\"article\":\"A\",\"quantity\":0,\"next\":{\"quantity\":1}}"),
                400,
                "body/quantity");
        assertProblem(
                http.send(
                        http.request("/shop/orders")
                                .POST(BodyPublishers.ofString("{\"article\":1,\"quantity\":1}"))),
                415,
                "no Content-Type");
    }

    @Test
    void aClientThatSendsARefusedBodyCompletelyReceivesTheStatus() throws IOException {
        deploy("3.1.0");
        assertThat(http.statusOfLarge("DELETE", "/shop/orders/1", "")).isEqualTo(501);
        assertThat(http.statusOfLarge("PUT", "/shop/orders/1", "")).isEqualTo(405);
        assertThat(http.statusOfLarge("POST", "/shop/customers", "")).isEqualTo(404);
        String xml = "Content-Type: text/xml\r\n";
        assertThat(http.statusOfLarge("POST", "/shop/orders", xml)).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "3.0.3", "3.1.0"})
    void formatsOfStringsAreChecked(String version) throws IOException {
        String date = "article: {type: string, format: date}";
        deploy(
                version.equals("2.0") ? "orders.json" : "orders.openapi.yaml",
                version.equals("2.0")
                        ? V2.replace(
                                "\"article\": {\"type\": \"string\"}",
                                "\"article\": {\"type\": \"string\", \"format\": \"date\"}")
                        : V3.replace("VERSION", version)
                                .replace(", NULLABLE", "")
                                .replace("article: {type: string}", date));
        String json = "application/json";
        assertProblem(
                http.post("/shop/orders", json, "{\"article\":\"2026-02-30\",\"quantity\":1}"),
                400,
                "body/article");
        assertThat(
                        http.post(
                                        "/shop/orders",
                                        json,
                                        "{\"article\":\"2026-02-28\",\"quantity\":1}")
                                .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aBodyCanHaveManyLevels() throws IOException {
        deploy("3.1.0");
        String open = "{\"article\":\"A\",\"quantity\":1,\"next\":";
        String last = "{\"article\":\"A\",\"quantity\":LAST}";
        String body = open.repeat(300) + last + "}".repeat(300);
        String json = "application/json";
        assertThat(http.post("/shop/orders", json, body.replace("LAST", "1")).statusCode())
                .isEqualTo(200);
        assertProblem(
                http.post("/shop/orders", json, body.replace("LAST", "0")),
                400,
                "body" + "/next".repeat(300) + "/quantity");
    }

    @ParameterizedTest
    @CsvSource({
        "[,]",
        "'{\"article\":\"A\",\"quantity\":1,\"next\":',}",
    })
    void deeplyNestedBodiesAreRejected(String open, String close) throws IOException {
        deploy("3.1.0");
        assertProblem(
                http.post(
                        "/shop/orders",
                        "application/json",
                        open.repeat(100_000) + "1" + close.repeat(100_000)),
                400,
                "body");
        assertProblem(
                http.post(
                        "/shop/orders",
                        "application/json",
                        "{\"article\":\"A\",\"quantity\":1e999999999}"),
                400,
                "body");
        assertProblem(list("?limit=1e999999999"), 400, "query/limit");
        assertProblem(list("?" + "tag=x&".repeat(600)), 400, "query/tag/19");
        assertThat(http.get("/shop/orders/1").statusCode()).isEqualTo(200);
    }

    /** Sends only the header of a request and returns the status line of the response. */
    private String statusOfHeader(String type) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", http.port)) {
            String header =
                    "POST /shop/orders HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\nContent-Length: %d"
                            .formatted(type, ApiBody.MAX_CHECKED_BYTES + 1);
            OutputStream out = socket.getOutputStream();
            out.write((header + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    @Test
    void checkedBodiesAboveTheirLimitAreStatus413() throws IOException {
        deploy("3.1.0");
        assertThat(statusOfHeader("application/json")).startsWith("HTTP/1.1 413 ");
        String large = "x".repeat(ApiBody.MAX_CHECKED_BYTES + 1);
        assertThat(http.post("/shop/orders", "text/csv", large).statusCode()).isEqualTo(200);
    }

    /** Returns the report of {@code check}. */
    private String checked(String document) throws IOException {
        Files.writeString(folder.resolve("orders.openapi.yaml"), document);
        Files.writeString(
                folder.resolve("main.flow.yaml"), FLOW.replace("FILE", "orders.openapi.yaml"));
        Files.writeString(folder.resolve("main.esql"), ESQL);
        return String.join("\n", Application.check(folder).stream().map(Object::toString).toList());
    }

    private static String document(String paths) {
        return "openapi: 3.1.0\ninfo: {title: a, version: a}\npaths:\n" + paths.indent(2);
    }

    @Test
    void theCheckFindsOperationsWithoutLabelsAndLabelsWithoutOperations() throws IOException {
        assertThat(checked(V3.replace("VERSION", "3.1.0").replace(", NULLABLE", "")))
                .contains("the operation deleteOrder of orders.openapi.yaml has no Label node");
        assertThat(checked(document("/a: {get: {operationId: listOrder}}")))
                .contains("the operation listOrder of")
                .contains("the label createOrder is not an operation of orders.openapi.yaml");
        assertThat(checked(document("/a/{id}: {get: {operationId: createOrder}}")))
                .contains("the parameter id of the path is missing")
                .doesNotContain("the label");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/a: {get: {}} | GET /a must have an operationId",
                "/a: {get: {operationId: x}, put: {operationId: x}} | two operations have the"
                        + " operationId x",
                "/a/{id}: {get: {operationId: x}} | the parameter id of the path is missing",
                "/a-{id}: {get: {operationId: x}} | a path can have parameters {name} as whole"
                        + " segments",
                "/a: {$ref: 'https://host/x.yaml'} | leads to another document",
                "/a: {get: {operationId: x, parameters: [{$ref: '#/nowhere'}]}} | leads to no"
                        + " value",
                "/a: {$ref: '#/paths/~1b'}\\n"
                        + "/b: {$ref: '#/paths/~1a'} | more than 32 further references",
                "/a: {get: {operationId: x, parameters: [{name: p, in: query, schema: {pattern:"
                        + " '['}}]}} | must be a regular expression (found '[': Unclosed"
                        + " character class)",
                "/a: {get: {operationId: x, parameters: [{name: p, in: query, schema: {type:"
                        + " interger}}]}} | has the unknown type interger; expected one of string",
                "/a: {put: {operationId: x, requestBody: {content: {application/json: {schema:"
                        + " {properties: {n: {type: [string, nul]}}}}}}}} | the unknown type nul",
                "/a: {get: {operationId: x, parameters: [{name: p, in: cookie}]}} | the parameter p"
                        + " in cookie is not checked",
                "/a: {get: {operationId: x, parameters: [{name: p, in: query, schema: {type:"
                        + " object}}]}} | the value of the parameter p is not checked",
                "/a: {put: {operationId: x, requestBody: {content: {text/xml: {schema: {type:"
                        + " string}}}}}} | bodies of the type text/xml are not checked",
            })
    void theCheckFindsErrorsAndUnsupportedParts(String paths, String expected) throws IOException {
        assertThat(checked(document(paths.replace("\\n", "\n")))).contains(expected);
    }

    @Test
    void theCheckFindsDocumentsThatAreTooLargeOrNotSupported() throws IOException {
        assertThat(checked("openapi: 4.0.0")).contains("the document must begin with swagger");
        assertThat(checked("- a")).contains("the document must be an object");
        assertThat(checked("a: [")).contains("the document is not valid YAML");
        assertThat(checked("openapi: 3.1.0\nx: &a [*a]"))
                .contains("orders.openapi.yaml: the document");
        assertThat(checked("openapi: 3.1.0\nx: " + "[".repeat(5_000)))
                .contains("orders.openapi.yaml: the document");
        StringBuilder bomb = new StringBuilder("openapi: 3.1.0\na0: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertThat(checked(bomb.toString())).contains("orders.openapi.yaml: the document");
        assertThat(checked("# " + "x".repeat(ApiDocument.MAX_BYTES)))
                .contains("the maximum is " + ApiDocument.MAX_BYTES);
    }
}
