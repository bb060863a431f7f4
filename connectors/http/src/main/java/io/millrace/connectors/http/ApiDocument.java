package io.millrace.connectors.http;

import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An OpenAPI document as a tree of JSON. References to other documents are not read.
 *
 * @param root root of the document
 */
record ApiDocument(JsonNode root) {

    static final int MAX_BYTES = 4 << 20;
    static final int MAX_VALUES = 500_000;
    static final int MAX_DEPTH = 200;

    /** Maximum number of references that lead to one another. */
    static final int MAX_REFERENCES = 32;

    private static final String REF = "$ref";

    /** Keys of message examples, which can contain any value. */
    private static final Set<String> EXAMPLES =
            Set.of("example", "examples", "default", "enum", "const");

    /** A value in the document, with the position as a JSON pointer (RFC 6901). */
    record Part(ApiDocument document, JsonNode node, String pointer) {

        /** Returns a member of an object; null if the member is missing. */
        Part member(String name) {
            JsonNode child = node.get(name);
            return child == null
                    ? null
                    : new Part(
                            document,
                            child,
                            pointer + "/" + name.replace("~", "~0").replace("/", "~1"));
        }

        /** Returns the text of a member; empty if the member is missing. */
        String text(String name) {
            JsonNode child = node.get(name);
            return child == null || child.isContainer() ? "" : child.asString();
        }

        boolean isTrue(String name) {
            JsonNode child = node.get(name);
            return child != null && child.isBoolean() && child.asBoolean();
        }

        /** Resolves a reference. Returns this value if it is not a reference. */
        Part target() {
            Part part = this;
            for (int i = 0; i < MAX_REFERENCES && part != null; i++) {
                JsonNode reference = part.node.get(REF);
                if (reference == null || !reference.isString()) {
                    return part;
                }
                part = document.at(reference.asString());
            }
            // Reported by checkReferences.
            return new Part(document, JsonNodeFactory.instance.objectNode(), pointer);
        }
    }

    /**
     * Reads a document.
     *
     * @param name name of the file; the suffix {@code .json} selects JSON, any other name selects
     *     YAML
     * @throws IllegalArgumentException with a description of the error
     */
    static ApiDocument read(String name, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "the document has %d bytes; the maximum is %d"
                            .formatted(bytes.length, MAX_BYTES));
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        JsonNode root;
        try {
            root = name.endsWith(".json") ? json(text) : new Conversion().of(yaml(text), 0);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "the document is not valid JSON: line %d, column %d: %s"
                            .formatted(
                                    e.getLocation().getLineNr(),
                                    e.getLocation().getColumnNr(),
                                    e.getOriginalMessage()),
                    e);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException("the document is not valid YAML: " + text(e), e);
        }
        if (root == null || !root.isObject()) {
            throw new IllegalArgumentException("the document must be an object");
        }
        return new ApiDocument(root);
    }

    private static String text(YamlEngineException e) {
        if (e instanceof MarkedYamlEngineException marked && marked.getProblemMark().isPresent()) {
            Mark at = marked.getProblemMark().get();
            return "line %d, column %d: %s"
                    .formatted(at.getLine() + 1, at.getColumn() + 1, marked.getProblem());
        }
        return e.getMessage().strip();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static Object yaml(String text) {
        LoadSettings settings =
                LoadSettings.builder()
                        .setCodePointLimit(MAX_BYTES)
                        .setMaxAliasesForCollections(100)
                        .build();
        return new Load(settings).loadFromString(text);
    }

    /** A conversion from YAML, in which several places can refer to one value. */
    private static final class Conversion {

        private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

        private int count;

        JsonNode of(Object value, int depth) {
            if (++count > MAX_VALUES || depth > MAX_DEPTH) {
                throw new IllegalArgumentException(
                        depth > MAX_DEPTH
                                ? "the document has more than %d levels".formatted(MAX_DEPTH)
                                : "the document has more than %d values".formatted(MAX_VALUES));
            }
            return switch (value) {
                case null -> NODES.nullNode();
                case Map<?, ?> map -> {
                    ObjectNode object = NODES.objectNode();
                    map.forEach((k, v) -> object.set(String.valueOf(k), of(v, depth + 1)));
                    yield object;
                }
                case Collection<?> list -> {
                    ArrayNode array = NODES.arrayNode();
                    list.forEach(v -> array.add(of(v, depth + 1)));
                    yield array;
                }
                case Boolean b -> NODES.booleanNode(b);
                case Integer i -> NODES.numberNode(i);
                case Long l -> NODES.numberNode(l);
                case BigInteger i -> NODES.numberNode(i);
                case BigDecimal d -> NODES.numberNode(d);
                case Double d -> NODES.numberNode(d);
                default -> NODES.stringNode(value.toString());
            };
        }
    }

    Part top() {
        return new Part(this, root, "");
    }

    /** Returns the target of a reference within the document; null if there is none. */
    private Part at(String reference) {
        if (!reference.startsWith("#")) {
            return null;
        }
        Part part = top();
        String[] names = decoded(reference.substring(1)).split("/", -1);
        for (int i = 1; i < names.length && part != null; i++) {
            String name = names[i].replace("~1", "/").replace("~0", "~");
            part = part.node.isArray() ? item(part, name) : part.member(name);
        }
        return names[0].isEmpty() ? part : null;
    }

    private static Part item(Part array, String index) {
        JsonNode found = index.matches("\\d{1,6}") ? array.node.get(Integer.parseInt(index)) : null;
        return found == null ? null : new Part(array.document, found, array.pointer + "/" + index);
    }

    private static String decoded(String pointer) {
        try {
            return URLDecoder.decode(pointer.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return pointer;
        }
    }

    /** Reports references that cannot be resolved in the document. */
    void checkReferences(Consumer<String> report) {
        check(top(), report);
    }

    private void check(Part part, Consumer<String> report) {
        JsonNode node = part.node;
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                check(new Part(this, node.get(i), part.pointer + "/" + i), report);
            }
        } else if (node.isObject()) {
            JsonNode reference = node.get(REF);
            if (reference != null && reference.isString()) {
                check(part.pointer, reference.asString(), report);
            }
            boolean isNames = part.pointer.endsWith("/properties");
            for (String name : node.propertyNames()) {
                if (isNames || !EXAMPLES.contains(name)) {
                    check(part.member(name), report);
                }
            }
        }
    }

    private void check(String pointer, String reference, Consumer<String> report) {
        if (!reference.startsWith("#")) {
            report.accept(
                    "the reference %s at %s leads to another document, which is not read; copy"
                                    .formatted(reference, pointer)
                            + " its target into this document");
            return;
        }
        Part part = at(reference);
        for (int i = 0; part != null; i++) {
            JsonNode next = part.node.get(REF);
            if (next == null || !next.isString()) {
                return;
            }
            if (i >= MAX_REFERENCES) {
                report.accept(
                        "the reference %s at %s leads to more than %d further references"
                                .formatted(reference, pointer, MAX_REFERENCES));
                return;
            }
            part = at(next.asString());
        }
        report.accept(
                "the reference %s at %s leads to no value; the form is #/components/schemas/NAME"
                        .formatted(reference, pointer));
    }
}
