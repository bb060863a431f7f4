package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connectors.http.ApiOperation.Fault;
import io.millrace.engine.message.Bytes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The limits of the check of bodies against their schemas. */
@Timeout(300)
class SchemaCheckTest {

    private static final MediaType JSON = MediaType.of("application/json");

    /** Returns an operation whose body has a schema. */
    private static ApiOperation operation(String schema) {
        String document =
                """
                openapi: 3.1.0
                info: {title: a, version: a}
                paths:
                  /a:
                    post:
                      operationId: x
                      requestBody: {content: {application/json: {schema: %s}}}
                """
                        .formatted(schema);
        List<String> errors = new ArrayList<>();
        RestApi api =
                new ApiReader("a.yaml", errors::add, errors::add)
                        .read(document.getBytes(StandardCharsets.UTF_8));
        assertThat(errors).isEmpty();
        return api.operations().getFirst();
    }

    private static List<Fault> faults(ApiOperation operation, String body) {
        return operation.faults((in, name) -> List.of(), JSON, Bytes.utf8(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: array, items: {type: string}}",
                "{type: array, items: {oneOf: [{type: string}, {type: object}]}}",
                "{anyOf: [{type: array, items: {type: string}}, {type: string}]}"
            })
    void theCheckEndsWithTheFirstErrors(String schema) {
        ApiOperation operation = operation(schema);
        String body = "[" + "1,".repeat(100_000) + "1]";
        assertThat(faults(operation, body)).hasSize(20);
        JsonNode tree = JsonMapper.shared().readTree(body);
        assertThat(
                        SchemaCheck.errors(
                                operation.body().schemas().get(JSON.essence()).orElseThrow(), tree))
                .hasSize(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"^a*a*a*a*a*a*$", "^(a|b)*$"})
    void patternsHaveALimitOfSteps(String pattern) {
        ApiOperation operation = operation("{type: string, pattern: '" + pattern + "'}");
        assertThat(faults(operation, "\"aaaa\"")).isEmpty();
        String text = pattern.contains("b") ? "a".repeat(1_000_000) : "a".repeat(60) + "!";
        assertThat(faults(operation, "\"" + text + "\""))
                .singleElement()
                .extracting(Fault::detail)
                .asString()
                .contains("too many steps");
    }

    @Test
    void onlyBodiesWithASchemaHaveTheLimitOfCheckedBodies() {
        ApiOperation operation = operation("{type: integer}");
        String largest = "1" + " ".repeat(ApiBody.MAX_CHECKED_BYTES - 1);
        assertThat(faults(operation, largest)).isEmpty();
        assertThat(faults(operation, largest + " "))
                .singleElement()
                .extracting(Fault::detail)
                .asString()
                .contains("the maximum size is 4194304 bytes (found 4194305)");
        assertThat(operation.body().maxBytes(JSON)).isEqualTo(ApiBody.MAX_CHECKED_BYTES);
        assertThat(ApiBody.NONE.maxBytes(JSON)).isEqualTo(Integer.MAX_VALUE);
    }
}
