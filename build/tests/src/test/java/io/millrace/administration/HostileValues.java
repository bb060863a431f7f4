package io.millrace.administration;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A generator of values that violate the schemas of an OpenAPI description. */
final class HostileValues {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int DEPTH = 20_000;

    private final JsonNode description;

    HostileValues(JsonNode description) {
        this.description = description;
    }

    /** Returns what a reference refers to, or the value itself. */
    JsonNode resolve(JsonNode value) {
        String reference = value.path("$ref").asString("");
        return reference.isEmpty() ? value : description.at(reference.substring(1));
    }

    /** Returns bodies that are not JSON of a schema, each with the reason. */
    Map<String, byte[]> bodies(JsonNode schema) {
        Map<String, byte[]> bodies = new LinkedHashMap<>();
        for (JsonNode wrong : wrong(resolve(schema))) {
            bodies.put(wrong.toString(), JSON.writeValueAsBytes(wrong));
        }
        String valid = valid(resolve(schema)).toString();
        bodies.put("empty body", new byte[0]);
        bodies.put("truncated", valid.substring(0, valid.length() - 1).getBytes(UTF_8));
        bodies.put("more than one value", (valid + valid).getBytes(UTF_8));
        bodies.put("not JSON", "<a/>".getBytes(UTF_8));
        bodies.put("deep", ("[".repeat(DEPTH) + "]".repeat(DEPTH)).getBytes(UTF_8));
        bodies.put("invalid UTF-8", invalidUtf8());
        bodies.put("too large", ("\"" + "a".repeat(70_000) + "\"").getBytes(UTF_8));
        return bodies;
    }

    private static byte[] invalidUtf8() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("{\"".getBytes(UTF_8));
        bytes.write(0xC3);
        bytes.write(0x28);
        bytes.writeBytes("\": 1}".getBytes(UTF_8));
        return bytes.toByteArray();
    }

    /** Returns a value of a schema. Objects have only their required members. */
    JsonNode valid(JsonNode given) {
        JsonNode schema = resolve(given);
        if (schema.has("enum")) {
            return schema.path("enum").get(0);
        }
        return switch (types(schema).stream().findFirst().orElse("string")) {
            case "object" -> {
                ObjectNode object = JSON.createObjectNode();
                Set<String> required = new TreeSet<>();
                schema.path("required").forEach(name -> required.add(name.asString()));
                schema.at("/oneOf/0/required").forEach(name -> required.add(name.asString()));
                required.forEach(
                        name -> object.set(name, valid(schema.path("properties").path(name))));
                yield object;
            }
            case "array" -> JSON.createArrayNode().add(valid(schema.path("items")));
            case "integer", "number" -> JSON.valueToTree(schema.path("minimum").asInt(1));
            case "boolean" -> JSON.valueToTree(true);
            default -> JSON.valueToTree("a");
        };
    }

    private static List<String> types(JsonNode schema) {
        List<String> types = new ArrayList<>();
        JsonNode type = schema.path("type");
        if (type.isString()) {
            types.add(type.asString());
        }
        type.forEach(t -> types.add(t.asString()));
        return types;
    }

    /** Returns values that violate a schema in one place each. */
    List<JsonNode> wrong(JsonNode given) {
        JsonNode schema = resolve(given);
        List<JsonNode> wrong = new ArrayList<>(ofOtherTypes(schema));
        List<String> types = types(schema);
        if (schema.has("enum")) {
            wrong.add(JSON.valueToTree("nonsense"));
            wrong.add(JSON.valueToTree(""));
        }
        if (types.contains("integer")) {
            wrong.add(JSON.readTree("1.5"));
            wrong.add(JSON.readTree("1e300"));
            wrong.add(JSON.readTree("99999999999999999999"));
            if (schema.has("minimum")) {
                wrong.add(JSON.valueToTree(schema.path("minimum").asLong() - 1));
            }
            if (schema.has("maximum")) {
                wrong.add(JSON.valueToTree(schema.path("maximum").asLong() + 1));
            }
        }
        if (schema.has("maxLength")) {
            wrong.add(JSON.valueToTree("x".repeat(schema.path("maxLength").asInt() + 1)));
        }
        if (types.contains("object")) {
            wrong.addAll(objects(schema));
        }
        if (types.contains("array")) {
            if (schema.path("minItems").asInt(0) > 0) {
                wrong.add(JSON.createArrayNode());
            }
            wrong(schema.path("items"))
                    .forEach(item -> wrong.add(JSON.createArrayNode().add(item)));
        }
        return wrong;
    }

    private static List<JsonNode> ofOtherTypes(JsonNode schema) {
        List<String> types = types(schema);
        if (types.isEmpty()) {
            return List.of();
        }
        Map<String, String> samples = new LinkedHashMap<>();
        samples.put("object", "{\"a\": 1}");
        samples.put("array", "[1, \"a\"]");
        samples.put("string", "\"\u2028nonsense\"");
        samples.put("integer", "7");
        samples.put("boolean", "true");
        samples.put("null", "null");
        if (types.contains("number")) {
            samples.remove("integer");
        }
        types.forEach(samples::remove);
        return samples.values().stream().map(JSON::readTree).toList();
    }

    private List<JsonNode> objects(JsonNode schema) {
        List<JsonNode> wrong = new ArrayList<>();
        ObjectNode valid = (ObjectNode) valid(schema);
        schema.path("required").forEach(name -> wrong.add(without(valid, name.asString())));
        schema.path("properties")
                .properties()
                .forEach(
                        member ->
                                wrong(member.getValue())
                                        .forEach(
                                                value ->
                                                        wrong.add(
                                                                valid.deepCopy()
                                                                        .set(
                                                                                member.getKey(),
                                                                                value))));
        JsonNode others = schema.path("additionalProperties");
        if (others.isBoolean()) {
            wrong.add(valid.deepCopy().put("unknwn", 1));
        } else {
            wrong(others).forEach(value -> wrong.add(valid.deepCopy().set("unknwn", value)));
        }
        if (schema.has("oneOf")) {
            ObjectNode all = valid.deepCopy();
            schema.path("oneOf")
                    .forEach(one -> one.path("required").forEach(n -> all.put(n.asString(), "00")));
            wrong.add(all);
        }
        return wrong;
    }

    private static JsonNode without(ObjectNode object, String name) {
        ObjectNode copy = object.deepCopy();
        copy.remove(name);
        return copy;
    }

    /** Returns values of a parameter of a query or header that violate its schema. */
    List<String> parameters(JsonNode schema) {
        List<String> wrong = new ArrayList<>();
        List<String> types = types(schema);
        if (types.contains("integer")) {
            wrong.addAll(List.of("x", "-1", "1.5", "99999999999999999999", "%31%00"));
            if (schema.has("maximum")) {
                wrong.add(Long.toString(schema.path("maximum").asLong() + 1));
            }
        } else if (types.contains("boolean")) {
            wrong.addAll(List.of("maybe", "TRUE", "1"));
        } else if (schema.has("enum")) {
            wrong.addAll(List.of("nonsense", "%00"));
        } else {
            wrong.add("%00%1B");
        }
        if (schema.has("maxLength")) {
            wrong.add("x".repeat(schema.path("maxLength").asInt() + 1));
        }
        return wrong;
    }
}
