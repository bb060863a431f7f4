package io.millrace.connectors.http;

import com.networknt.schema.Schema;

import io.millrace.connectors.http.ApiDocument.Part;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A reader of the operations of an OpenAPI document: Swagger 2.0, OpenAPI 3.0 and 3.1. All errors
 * are collected, as well as warnings about parts that are not checked.
 */
final class ApiReader {

    /** Keys of a path item that are not methods. */
    private static final Set<String> PATH_KEYS =
            Set.of("$ref", "summary", "description", "servers", "parameters");

    private static final List<String> METHODS =
            List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    /** Headers that are not parameters (OpenAPI 3.1, "Parameter Object"). */
    private static final Set<String> OTHER_HEADERS =
            Set.of("accept", "content-type", "authorization");

    private final String file;
    private final Consumer<String> errors;
    private final Consumer<String> warnings;
    private final Set<String> ids = new HashSet<>();
    private boolean isValid = true;
    private ApiVersion version;
    private ApiSchemas schemas;

    /**
     * @param file name of the document, for errors
     * @param errors receiver of errors
     * @param warnings receiver of parts of the document that are not checked
     */
    ApiReader(String file, Consumer<String> errors, Consumer<String> warnings) {
        this.file = file;
        this.errors =
                text -> {
                    isValid = false;
                    errors.accept(file + ": " + text);
                };
        this.warnings = text -> warnings.accept(file + ": " + text);
    }

    /** Reads a document. If an error was reported, the result must not be used. */
    RestApi read(byte[] bytes) {
        List<ApiOperation> operations = new ArrayList<>();
        isValid = true;
        try {
            ApiDocument document = ApiDocument.read(file, bytes);
            version = ApiVersion.of(document.top());
            document.checkReferences(errors);
            if (!isValid) {
                return new RestApi(file, List.of());
            }
            schemas = new ApiSchemas(document, version);
            Part paths = document.top().member("paths");
            for (String path : paths == null ? List.<String>of() : names(paths)) {
                if (!path.startsWith("/") && !path.startsWith("x-")) {
                    errors.accept("a path must begin with / (found " + path + ")");
                } else if (path.startsWith("/")) {
                    readPath(document.top(), path, paths.member(path).target(), operations);
                }
            }
            if (operations.isEmpty() && isValid) {
                errors.accept("the document has no operations, below paths");
            }
        } catch (IllegalArgumentException e) {
            errors.accept(e.getMessage());
        }
        return new RestApi(file, operations);
    }

    private static List<String> names(Part object) {
        return List.copyOf(object.node().propertyNames());
    }

    private void readPath(Part top, String path, Part item, List<ApiOperation> operations) {
        PathPattern pattern;
        try {
            pattern = PathPattern.of(path);
        } catch (IllegalArgumentException e) {
            errors.accept(e.getMessage());
            return;
        }
        if (path.endsWith("*")) {
            errors.accept("a path cannot end with an asterisk (found " + path + ")");
            return;
        }
        for (String key : names(item)) {
            if (!METHODS.contains(key) && !PATH_KEYS.contains(key) && !key.startsWith("x-")) {
                errors.accept(
                        "%s: %s is not a method; expected one of %s"
                                .formatted(path, key, String.join(", ", METHODS)));
                return;
            }
        }
        for (String method : METHODS) {
            Part found = item.member(method);
            if (found != null) {
                try {
                    operations.add(operation(top, method, pattern, item, found));
                } catch (IllegalArgumentException e) {
                    errors.accept(e.getMessage());
                }
            }
        }
    }

    private ApiOperation operation(
            Part top, String method, PathPattern path, Part item, Part operation) {
        String name = method.toUpperCase(Locale.ROOT) + " " + path.text();
        String id = operation.text("operationId");
        if (id.isEmpty()) {
            throw new IllegalArgumentException(
                    "the operation " + name + " must have an operationId, the name of its label");
        }
        if (!ids.add(id)) {
            throw new IllegalArgumentException(
                    "two operations have the operationId " + id + ", the last one is " + name);
        }
        Map<String, Part> given = new LinkedHashMap<>();
        collect(item.member("parameters"), given);
        collect(operation.member("parameters"), given);
        List<ApiParameter> parameters = new ArrayList<>();
        ApiBody body = version == ApiVersion.V2 ? ApiBody.NONE : body(name, operation);
        for (Part parameter : given.values()) {
            switch (parameter.text("in")) {
                case "path", "query", "header" -> {
                    if (!isIgnored(parameter)) {
                        parameters.add(parameter(name, parameter));
                    }
                }
                case "body" -> body = body(top, operation, parameter);
                default ->
                        warnings.accept(
                                "%s: the parameter %s in %s is not checked"
                                        .formatted(
                                                name,
                                                parameter.text("name"),
                                                parameter.text("in")));
            }
        }
        checkPath(name, path, parameters);
        return new ApiOperation(
                id, method.toUpperCase(Locale.ROOT), path, List.copyOf(parameters), body);
    }

    private static boolean isIgnored(Part parameter) {
        return parameter.text("in").equals("header")
                && OTHER_HEADERS.contains(parameter.text("name").toLowerCase(Locale.ROOT));
    }

    private static void collect(Part list, Map<String, Part> parameters) {
        for (int i = 0; list != null && i < list.node().size(); i++) {
            Part part =
                    new Part(list.document(), list.node().get(i), list.pointer() + "/" + i)
                            .target();
            parameters.put(part.text("in") + " " + part.text("name"), part);
        }
    }

    private static void checkPath(String name, PathPattern path, List<ApiParameter> parameters) {
        List<String> names = path.names().stream().filter(n -> !n.isEmpty()).toList();
        List<String> declared =
                parameters.stream()
                        .filter(p -> p.in().equals("path"))
                        .map(ApiParameter::name)
                        .toList();
        for (String missing : names) {
            if (!declared.contains(missing)) {
                throw new IllegalArgumentException(
                        "%s: the parameter %s of the path is missing below parameters"
                                .formatted(name, missing));
            }
        }
        for (String other : declared) {
            if (!names.contains(other)) {
                throw new IllegalArgumentException(
                        "%s: the path does not contain the parameter {%s}".formatted(name, other));
            }
        }
    }

    private ApiParameter parameter(String operation, Part parameter) {
        String name = parameter.text("name");
        String in = parameter.text("in");
        boolean required = parameter.isTrue("required") || in.equals("path");
        Part schema = version == ApiVersion.V2 ? parameter : parameter.member("schema");
        if (schema == null) {
            warnings.accept(
                    "%s: the parameter %s has no schema, so its value is not checked"
                            .formatted(operation, name));
            return new ApiParameter(name, in, required, null, Set.of(), null, false);
        }
        Set<String> types = ApiSchemas.types(schema);
        boolean isList = types.contains("array");
        String separator = isList ? separator(parameter, in) : null;
        boolean isUnsupported =
                types.contains("object") || isList && separator == null || isOtherStyle(parameter);
        if (isUnsupported) {
            warnings.accept(
                    "%s: the value of the parameter %s is not checked: objects and the styles"
                                    .formatted(operation, name)
                            + " label, matrix and deepObject are not supported");
            return new ApiParameter(name, in, required, null, Set.of(), null, false);
        }
        Part items = isList ? schema.target().member("items") : null;
        return new ApiParameter(
                name,
                in,
                required,
                version == ApiVersion.V2
                        ? schemas.of(parameter, inline(parameter))
                        : compiled(schema),
                items == null ? types : ApiSchemas.types(items),
                separator,
                isList && isRepeated(parameter, in));
    }

    private static boolean isOtherStyle(Part parameter) {
        return Set.of("label", "matrix", "deepObject").contains(parameter.text("style"));
    }

    /** Returns the character between the items of a list; null for an unsupported style. */
    private String separator(Part parameter, String in) {
        if (version == ApiVersion.V2) {
            return switch (parameter.text("collectionFormat")) {
                case "", "csv", "multi" -> ",";
                case "ssv" -> " ";
                case "tsv" -> "\t";
                case "pipes" -> "|";
                default -> null;
            };
        }
        return switch (parameter.text("style")) {
            case "", "form", "simple" -> ",";
            case "spaceDelimited" -> " ";
            case "pipeDelimited" -> "|";
            default -> null;
        };
    }

    private boolean isRepeated(Part parameter, String in) {
        if (version == ApiVersion.V2) {
            return parameter.text("collectionFormat").equals("multi");
        }
        String style = parameter.text("style");
        boolean isForm = in.equals("query") && (style.isEmpty() || style.equals("form"));
        return parameter.node().has("explode")
                ? in.equals("query") && parameter.isTrue("explode")
                : isForm;
    }

    /** Returns the schema of a parameter of Swagger 2.0, which is mixed with other keys. */
    private static JsonNode inline(Part parameter) {
        ObjectNode schema = ((ObjectNode) parameter.node()).deepCopy();
        schema.remove(
                List.of(
                        "name",
                        "in",
                        "required",
                        "description",
                        "collectionFormat",
                        "allowEmptyValue"));
        return schema;
    }

    private Schema compiled(Part part) {
        return schemas.of(part);
    }

    /** Returns the body of an operation of OpenAPI 3. */
    private ApiBody body(String name, Part operation) {
        Part given = operation.member("requestBody");
        if (given == null) {
            return ApiBody.NONE;
        }
        Part body = given.target();
        Part content = body.member("content");
        Map<String, Optional<Schema>> byType = new LinkedHashMap<>();
        for (String type : content == null ? List.<String>of() : names(content)) {
            Part schema = content.member(type).member("schema");
            String essence = MediaType.of(type).essence();
            boolean isJson = MediaType.of(type).domain().equals("JSON");
            if (schema != null && !isJson) {
                warnings.accept("%s: bodies of the type %s are not checked".formatted(name, type));
            }
            byType.put(
                    essence,
                    schema == null || !isJson ? Optional.empty() : Optional.of(compiled(schema)));
        }
        return new ApiBody(body.isTrue("required"), Map.copyOf(byType));
    }

    /** Returns the body of an operation of Swagger 2.0. */
    private ApiBody body(Part top, Part operation, Part parameter) {
        Part consumes = operation.member("consumes");
        consumes = consumes == null ? top.member("consumes") : consumes;
        Part schema = parameter.member("schema");
        List<String> types = new ArrayList<>();
        if (consumes == null || consumes.node().isEmpty()) {
            types.add("application/json");
        } else {
            consumes.node().forEach(t -> types.add(MediaType.of(t.asString()).essence()));
        }
        Map<String, Optional<Schema>> byType = new LinkedHashMap<>();
        for (String type : types) {
            boolean isJson = MediaType.of(type).domain().equals("JSON");
            byType.put(
                    type,
                    schema == null || !isJson ? Optional.empty() : Optional.of(compiled(schema)));
        }
        return new ApiBody(parameter.isTrue("required"), Map.copyOf(byType));
    }
}
