package io.millrace.connectors.http;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Ccsid;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;

/**
 * The body of the requests of an operation.
 *
 * @param required whether a request must have a body
 * @param schemas schemas by media type, for example {@code application/json} or {@code text/*};
 *     empty for bodies that are not checked
 */
record ApiBody(boolean required, Map<String, Optional<Schema>> schemas) {

    /** An operation without a described request body. */
    static final ApiBody NONE = new ApiBody(false, Map.of());

    /**
     * Maximum size of a body that is checked. The tree of the body can need 30 times as much
     * memory.
     */
    static final int MAX_CHECKED_BYTES = 4 << 20;

    /** The bytes of the bodies that are checked at the same time, in the process. */
    private static final Semaphore CHECKED_BYTES = new Semaphore(2 * MAX_CHECKED_BYTES, true);

    /** Whether bodies of a type are accepted. */
    boolean accepts(MediaType type) {
        return schemas.isEmpty() || key(type) != null;
    }

    private String key(MediaType type) {
        String essence = type.essence();
        if (schemas.containsKey(essence)) {
            return essence;
        }
        int slash = essence.indexOf('/');
        String range = slash < 0 ? "" : essence.substring(0, slash) + "/*";
        return schemas.containsKey(range) ? range : schemas.containsKey("*/*") ? "*/*" : null;
    }

    /** Returns the maximum size in bytes of a body with an accepted type. */
    int maxBytes(MediaType type) {
        return schema(type).isPresent() ? MAX_CHECKED_BYTES : Integer.MAX_VALUE;
    }

    /** Returns the schema of bodies of a type; empty if they are not checked. */
    private Optional<Schema> schema(MediaType type) {
        String key = type.domain().equals("JSON") ? key(type) : null;
        return key == null ? Optional.empty() : schemas.get(key);
    }

    /**
     * Checks a request body with an accepted type. Waits while other bodies are checked.
     *
     * @param report receiver of the location and the description of each fault
     */
    void check(MediaType type, Bytes body, BiConsumer<String, String> report) {
        if (body.isEmpty()) {
            if (required) {
                report.accept("body", "the body is required");
            }
            return;
        }
        Optional<Schema> schema = schema(type);
        if (schema.isEmpty()) {
            return;
        }
        if (body.length() > MAX_CHECKED_BYTES) {
            report.accept(
                    "body",
                    "the maximum size is %d bytes (found %d)"
                            .formatted(MAX_CHECKED_BYTES, body.length()));
            return;
        }
        CHECKED_BYTES.acquireUninterruptibly(body.length());
        try {
            check(schema.get(), type, body, report);
        } finally {
            CHECKED_BYTES.release(body.length());
        }
    }

    private static void check(
            Schema schema, MediaType type, Bytes body, BiConsumer<String, String> report) {
        String text = body.text(Ccsid.charset(type.ccsid()));
        try {
            JsonNode tree = JsonMapper.shared().readTree(text);
            List<Error> errors =
                    CheckSteps.limited(text.length(), () -> SchemaCheck.errors(schema, tree));
            for (Error error : errors) {
                report.accept("body" + error.getInstanceLocation(), error.getMessage());
            }
        } catch (CheckSteps.TooManySteps e) {
            report.accept("body", e.getMessage());
        } catch (JacksonException e) {
            report.accept("body", "the body is not valid JSON");
        }
    }
}
