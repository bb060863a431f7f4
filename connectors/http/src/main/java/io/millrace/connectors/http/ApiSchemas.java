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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The compiled schemas of an OpenAPI document. */
final class ApiSchemas {

    private static final String ID = "https://millrace.invalid/api";

    /** The default depends on the version of OpenAPI. */
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

    /** Returns a dialect whose keywords and formats have limits. */
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
     * @throws IllegalArgumentException if it is not a schema
     */
    Schema of(Part part) {
        try {
            Schema schema = registry.getSchema(SchemaLocation.of(ID + "#" + part.pointer()));
            schema.initializeValidators();
            return schema;
        } catch (SchemaException | IllegalStateException | IllegalArgumentException e) {
            throw invalid(part, e);
        }
    }

    /** Returns a schema that is not in the document in this form. */
    Schema of(Part part, JsonNode schema) {
        try {
            Schema made = registry.getSchema(schema);
            made.initializeValidators();
            return made;
        } catch (SchemaException | IllegalStateException | IllegalArgumentException e) {
            throw invalid(part, e);
        }
    }

    private static IllegalArgumentException invalid(Part part, RuntimeException cause) {
        return new IllegalArgumentException(
                "the schema at %s is invalid: %s".formatted(part.pointer(), cause.getMessage()),
                cause);
    }

    /** Returns the types that a schema allows; empty if it names none. */
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
