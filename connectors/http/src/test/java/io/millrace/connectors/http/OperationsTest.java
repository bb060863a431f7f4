package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Flows whose operations are subflows. */
@Timeout(300)
class OperationsTest {

    @TempDir Path folder;

    private final HttpBroker http = new HttpBroker();

    @AfterEach
    void stop() {
        http.close();
    }

    private static final String FLOW =
            """
            flow: shop
            nodes:
              in:         {type: HTTPInput, path: /shop/*, openapi: shop.openapi.yaml}
              operations: {type: Operations}
              failed:     {type: Compute, module: Failed, computeMode: destinationAndMessage}
              reply:      {type: HTTPReply}
            connections:
              in.out: operations
              in.catch: failed
              failed.out: reply
              operations.out: reply
            """;

    private static final String DOCUMENT =
            """
            openapi: 3.0.3
            info: {title: Shop, version: "1"}
            paths:
              /orders:
                get: {operationId: list.orders, responses: {}}
                post: {operationId: create, responses: {}}
              /orders/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                get: {operationId: getOrder, responses: {}}
            """;

    private static final String SUBFLOW =
            """
            subflow: NAME
            nodes:
              in:    {type: Input}
              do:    {type: Compute, module: NAME, computeMode: destinationAndMessage}
              ok:    {type: Output}
              other: {type: Output}
            connections:
              in.out: do
              do.out: ok
              do.out1: other
            """;

    private static final String ESQL =
            HttpBroker.module("list_orders", "SET OutputRoot.JSON.Data.a = 'listed';")
                    + HttpBroker.module(
                            "getOrder",
                            """
                            IF InputLocalEnvironment.REST.Input.Parameters.id = 'bad' THEN
                              THROW USER EXCEPTION MESSAGE 3001 VALUES ('bad');
                            END IF;
                            SET OutputRoot.JSON.Data.a = InputLocalEnvironment.REST.Input.Parameters.id;
                            PROPAGATE TO TERMINAL 'out1';
                            RETURN FALSE;
                            """)
                    + HttpBroker.module(
                            "Failed",
                            "SET OutputLocalEnvironment.Destination.HTTP.ReplyStatusCode = 409;");

    private void write(String flow) throws IOException {
        Files.writeString(folder.resolve("shop.flow.yaml"), flow);
        Files.writeString(folder.resolve("shop.openapi.yaml"), DOCUMENT);
        Files.writeString(folder.resolve("shop.esql"), ESQL);
        for (String name : new String[] {"list_orders", "getOrder"}) {
            Files.writeString(
                    folder.resolve(name + ".subflow.yaml"), SUBFLOW.replace("NAME", name));
        }
        Files.writeString(
                folder.resolve("application.yaml"),
                "listeners: {http: {port: %d}}\n".formatted(http.port));
    }

    private String checked(String flow) throws IOException {
        write(flow);
        return String.join("\n", Application.check(folder).stream().map(Object::toString).toList());
    }

    @Test
    void eachOperationRunsTheSubflowOfItsName() throws IOException {
        write(FLOW);
        http.broker.deploy(Application.load(folder));
        assertThat(http.get("/shop/orders").body()).isEqualTo("{\"a\":\"listed\"}");
        assertThat(http.get("/shop/orders/47").body()).isEqualTo("{\"a\":\"47\"}");
        assertThat(http.get("/shop/orders/bad").statusCode()).isEqualTo(409);
        assertThat(http.post("/shop/orders", "text/plain", "").statusCode()).isEqualTo(501);
    }

    @Test
    void theCheckFindsOperationsWithoutSubflowsAndSubflowsWithoutOperations() throws IOException {
        Files.writeString(
                folder.resolve("creates.subflow.yaml"),
                "subflow: creates\nnodes: {in: {type: Input}, out: {type: Output}}\n"
                        + "connections: {in.out: out}\n");
        assertThat(checked(FLOW))
                .contains("the operation create of shop.openapi.yaml has no Label node")
                .contains("add the subflow create for an Operations node")
                .contains("no operation and no flow uses the subflow creates")
                .doesNotContain("severity=ERROR")
                .doesNotContain("list.orders of");
    }

    @Test
    void theCheckFindsOperationsNodesThatCannotBeExpanded() throws IOException {
        assertThat(checked(FLOW.replace(", openapi: shop.openapi.yaml", "")))
                .contains(
                        "an Operations node requires a flow with one HTTPInput node with openapi");
        assertThat(checked(FLOW.replace("Operations}", "Operations, mode: all}")))
                .contains("Operations has no properties (found mode)");
        assertThat(checked(FLOW.replace("failed", "getOrder")))
                .contains("the operation getOrder has the name of this node");
        assertThat(checked(FLOW.replace("shop.openapi", "../shop.openapi")))
                .contains("the application has no file ../shop.openapi.yaml");
    }
}
