package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.connectors.http.ApiOperation.Fault;
import io.millrace.engine.message.Bytes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** Returns strings that differ and have the same hash code, as items of an array. */
    private static String collidingItems(int bits) {
        StringBuilder items = new StringBuilder();
        for (int i = 0; i < 1 << bits; i++) {
            items.append(i == 0 ? "\"" : ",\"");
            for (int bit = 0; bit < bits; bit++) {
                items.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            items.append('"');
        }
        return items.toString();
    }

    @Test
    void uniqueItemsAreFoundInLinearTime() {
        ApiOperation operation = operation("{type: array, uniqueItems: true}");
        String items = collidingItems(16);
        assertThat(faults(operation, "[" + items + "]")).isEmpty();
        assertThat(faults(operation, "[" + items + "," + items + "]")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2, 1] | 1",
                "[1, 1.0] | 1",
                "[10, 1e1] | 1",
                "[1, \"1\", true, \"true\", null, \"null\"] | 0",
                "[{\"a\": 1, \"b\": [2]}, {\"b\": [2], \"a\": 1}] | 1",
                "[{\"a\": 1, \"b\": 2}, {\"a\": 2, \"b\": 1}] | 0",
                "[[1, 2], [2, 1], [12], []] | 0",
                "[[\"a,b\"], [\"a\", \"b\"], \"[a]\", [\"a\"]] | 0",
                "{\"a\": 1} | 0",
                "[[1], [1]] | 1",
            })
    void equalItemsAreFaults(String body, int faults) {
        assertThat(faults(operation("{uniqueItems: true}"), body)).hasSize(faults);
        assertThat(faults(operation("{uniqueItems: false}"), body)).isEmpty();
    }

    /** The position of the schema in the document. */
    private static final String SELF =
            "{$ref: '#/paths/~1a/post/requestBody/content/application~1json/schema'}";

    private static String nested(int depth) {
        return "{\"a\":".repeat(depth) + "{}" + "}".repeat(depth);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anyOf", "oneOf"})
    void schemasThatReferToThemselvesHaveALimitOfSteps(String keyword) {
        String branch = "{type: object, properties: {a: " + SELF + "}, required: [b]}";
        ApiOperation operation =
                operation("{" + keyword + ": [" + branch + ", {type: object}, " + branch + "]}");
        assertThat(faults(operation, nested(100)))
                .isNotEmpty()
                .last()
                .extracting(Fault::detail)
                .asString()
                .contains("too many steps");
    }

    @Test
    void uniqueItemsOfNestedArraysHaveALimitOfSteps() {
        ApiOperation operation =
                operation(
                        "{type: array, uniqueItems: true, items: {anyOf: [{type: string}, "
                                + SELF
                                + "]}}");
        String wide = "\"" + "x".repeat(1000) + "\"";
        assertThat(faults(operation, "[".repeat(3) + wide + "]".repeat(3))).isEmpty();
        assertThat(
                        faults(
                                operation,
                                "[".repeat(400)
                                        + "\""
                                        + "x".repeat(3_000_000)
                                        + "\""
                                        + "]".repeat(400)))
                .singleElement()
                .extracting(Fault::detail)
                .asString()
                .contains("too many steps");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "email",
                "idn-email",
                "hostname",
                "idn-hostname",
                "ipv4",
                "ipv6",
                "json-pointer",
                "relative-json-pointer",
                "uri",
                "uri-reference",
                "iri",
                "iri-reference",
                "uri-template",
                "regex",
                "uuid",
                "date",
                "date-time",
                "time",
                "duration",
                "style",
                "color",
                "phone",
                "utc-millisec",
                "ip-address",
                "host-name"
            })
    void formatsHaveALimitOfTheirLength(String format) {
        ApiOperation operation = operation("{type: string, format: " + format + "}");
        for (String part : List.of("@", "a.", "/a", "(", ":", "1", "::", "a@", "{a}", "%41")) {
            for (String end : List.of("", " ", "!", "/")) {
                String body = "\"" + part.repeat(200_000 / part.length()) + end + "\"";
                assertThat(faults(operation, body)).hasSizeLessThanOrEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "email, a@example.com, a.example.com",
        "date, 2026-02-28, 2026-02-30",
        "ipv4, 1.2.3.4, 1.2.3.400",
        "hostname, a.example, -a",
        "uuid, 123e4567-e89b-12d3-a456-426614174000, 123e4567",
        "json-pointer, /a/b, a",
    })
    void formatsAreChecked(String format, String valid, String invalid) {
        ApiOperation operation = operation("{type: string, format: " + format + "}");
        assertThat(faults(operation, "\"" + valid + "\"")).isEmpty();
        assertThat(faults(operation, "\"" + invalid + "\"")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "1e-400", "1e999999999", "1e-999999999"})
    void numbersWithLargeExponentsAreChecked(String number) {
        for (String schema :
                List.of(
                        "{type: integer}",
                        "{type: number, multipleOf: 0.01}",
                        "{type: number, minimum: 1, maximum: 1000}",
                        "{enum: [1, 2]}",
                        "{const: 1}",
                        "{type: array, uniqueItems: true, items: {multipleOf: 3}}")) {
            faults(operation(schema), number);
            faults(operation(schema), "[" + number + "," + number + "]");
        }
    }

    @Test
    void faultsContainTheBeginningsOfLongNames() {
        ApiOperation operation = operation("{type: object, additionalProperties: {type: string}}");
        String name = "x".repeat(1_000_000);
        assertThat(faults(operation, "{\"" + name + "\": 1}"))
                .singleElement()
                .satisfies(fault -> assertThat(fault.location()).hasSizeLessThan(5_000))
                .satisfies(fault -> assertThat(fault.detail()).hasSizeLessThan(2_000));
    }

    @Test
    void schemasOfOtherDialectsHaveTheSameLimits() {
        ApiOperation operation =
                operation(
                        "{$schema: 'http://json-schema.org/draft-07/schema#', type: array,"
                                + " uniqueItems: true, items: {format: email}}");
        assertThat(faults(operation, "[" + collidingItems(12) + "]")).hasSize(20);
        assertThat(faults(operation, "[\"" + "@".repeat(1_000_000) + " \"]")).hasSize(1);
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
