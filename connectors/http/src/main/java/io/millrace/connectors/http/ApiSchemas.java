package io.millrace.connectors.http;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectRegistry;
import com.networknt.schema.dialect.Dialects;

import io.millrace.connectors.http.ApiDocument.Part;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** The compiled schemas of an OpenAPI document. */
final class ApiSchemas {

    private static final String ID = "https://millrace.invalid/api";

    /** The types of JSON Schema, and the type of uploaded files in OpenAPI 2.0. */
    private static final List<String> TYPES =
            List.of("string", "number", "integer", "boolean", "array", "object", "null", "file");

    /** The keywords that contain schemas. */
    private static final List<String> SCHEMAS =
            List.of(
                    "properties",
                    "patternProperties",
                    "additionalProperties",
                    "items",
                    "prefixItems",
                    "allOf",
                    "anyOf",
                    "oneOf",
                    "not");

    /** Setting for the check of formats. The default depends on the version of OpenAPI. */
    private static final SchemaRegistryConfig FORMATS =
            SchemaRegistryConfig.builder()
                    .formatAssertionsEnabled(true)
                    .regularExpressionFactory(BoundedExpression::new)
                    .build();

    /** The dialects that a schema can name in {@code $schema}. */
    private static final DialectRegistry DIALECTS =
            new BasicDialectRegistry(
                    Stream.of(
                                    Dialects.getDraft4(),
                                    Dialects.getDraft6(),
                                    Dialects.getDraft7(),
                                    Dialects.getDraft201909(),
                                    Dialects.getDraft202012(),
                                    Dialects.getOpenApi30(),
                                    Dialects.getOpenApi31())
                            .map(ApiSchemas::bounded)
                            .toList());

    private final SchemaRegistry registry;

    ApiSchemas(ApiDocument document, ApiVersion version) {
        String text = document.root().toString();
        registry =
                SchemaRegistry.withDefaultDialect(
                        dialect(version),
                        builder ->
                                builder.schemas(Map.of(ID, text))
                                        .schemaRegistryConfig(FORMATS)
                                        .dialectRegistry(DIALECTS)
                                        .schemaLoader(
                                                loader -> loader.fetchRemoteResources(false)));
    }

    /** Returns a dialect with limited keywords and formats. */
    private static Dialect bounded(Dialect dialect) {
        return Dialect.builder(dialect)
                .keyword(new UniqueItems())
                .formats(formats -> formats.replaceAll((name, format) -> new BoundedFormat(format)))
                .build();
    }

    private static Dialect dialect(ApiVersion version) {
        return switch (version) {
            case V2 -> Dialects.getDraft4();
            case V3_0 -> Dialects.getOpenApi30();
            case V3_1 -> Dialects.getOpenApi31();
        };
    }

    /**
     * Returns the schema at a position of the document.
     *
     * @throws IllegalArgumentException if the value is not a schema
     */
    Schema of(Part part) {
        checkTypes(part, new HashSet<>());
        try {
            Schema schema = registry.getSchema(SchemaLocation.of(ID + "#" + part.pointer()));
            schema.initializeValidators();
            return schema;
        } catch (SchemaException | IllegalStateException | IllegalArgumentException e) {
            throw invalid(part, e);
        }
    }

    /** Returns a schema that was derived from a part of the document. */
    Schema of(Part part, JsonNode schema) {
        try {
            Schema made = registry.getSchema(schema);
            made.initializeValidators();
            return made;
        } catch (SchemaException | IllegalStateException | IllegalArgumentException e) {
            throw invalid(part, e);
        }
    }

    /** Rejects types that do not exist in JSON Schema, because no value can match them. */
    private static void checkTypes(Part part, Set<String> checked) {
        Part schema = part.target();
        if (!schema.node().isObject() || !checked.add(schema.pointer())) {
            return;
        }
        checkPattern(schema);
        JsonNode type = schema.node().get("type");
        for (JsonNode each :
                type == null ? List.<JsonNode>of() : type.isArray() ? type : List.of(type)) {
            if (!TYPES.contains(each.asString())) {
                throw new IllegalArgumentException(
                        "the schema at %s has the unknown type %s; expected one of %s"
                                .formatted(
                                        schema.pointer(),
                                        each.asString(),
                                        String.join(", ", TYPES)));
            }
        }
        for (String name : SCHEMAS) {
            Part member = schema.member(name);
            if (member == null) {
                continue;
            }
            if (name.equals("properties") || name.equals("patternProperties")) {
                for (String property : member.node().propertyNames()) {
                    checkTypes(member.member(property), checked);
                }
            } else if (member.node().isArray()) {
                for (int i = 0; i < member.node().size(); i++) {
                    checkTypes(
                            new Part(
                                    member.document(),
                                    member.node().get(i),
                                    member.pointer() + "/" + i),
                            checked);
                }
            } else {
                checkTypes(member, checked);
            }
        }
    }

    private static void checkPattern(Part schema) {
        JsonNode pattern = schema.node().get("pattern");
        if (pattern == null || !pattern.isString()) {
            return;
        }
        try {
            var _ = new BoundedExpression(pattern.asString());
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "the pattern of the schema at %s must be a regular expression (found '%s': %s)"
                            .formatted(schema.pointer(), pattern.asString(), e.getDescription()),
                    e);
        }
    }

    private static IllegalArgumentException invalid(Part part, RuntimeException cause) {
        return new IllegalArgumentException(
                "the schema at %s is invalid: %s".formatted(part.pointer(), cause.getMessage()),
                cause);
    }

    /** Returns the types that a schema allows; empty if the schema specifies no types. */
    static Set<String> types(Part schema) {
        return types(schema, 0);
    }

    private static Set<String> types(Part schema, int depth) {
        Part target = schema.target();
        Set<String> types = new LinkedHashSet<>();
        JsonNode type = target.node().get("type");
        if (type != null && type.isArray()) {
            type.forEach(t -> types.add(t.asString()));
        } else if (type != null) {
            types.add(type.asString());
        }
        for (String key : List.of("allOf", "oneOf", "anyOf")) {
            Part list = types.isEmpty() && depth < 8 ? target.member(key) : null;
            for (int i = 0; list != null && i < list.node().size(); i++) {
                Part item = new Part(list.document(), list.node().get(i), list.pointer() + "/" + i);
                types.addAll(types(item, depth + 1));
            }
        }
        return types;
    }
}
