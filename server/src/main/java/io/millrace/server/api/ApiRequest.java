package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.Problems;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.server.access.Caller;
import io.millrace.server.deploy.Approval;
import io.millrace.server.deploy.Condition;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A request to the API. Values come from the network and are therefore validated when they are
 * read.
 *
 * @param caller authenticated user
 * @param role role that the operation needs; null for an operation without a token
 * @param method method of HTTP
 * @param parameters decoded parameters of the path
 * @param query decoded parameters of the query
 * @param headers values of headers by name in lower case
 * @param body body, which can be read once
 */
record ApiRequest(
        Caller caller,
        Role role,
        String method,
        Map<String, String> parameters,
        Map<String, String> query,
        Map<String, String> headers,
        Supplier<InputStream> body) {

    /** Mapper that rejects values of the wrong type and unknown or repeated members. */
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                    .withCoercionConfig(
                            LogicalType.Textual,
                            config ->
                                    config.setCoercion(
                                                    CoercionInputShape.Integer, CoercionAction.Fail)
                                            .setCoercion(
                                                    CoercionInputShape.Float, CoercionAction.Fail)
                                            .setCoercion(
                                                    CoercionInputShape.Boolean,
                                                    CoercionAction.Fail))
                    .build();

    private static final int MAX_JSON_BYTES = 64 << 10;
    private static final int MAX_TEXT = 200;
    private static final String DOCS = "see " + OpenApi.PATH + " for the operation";

    /** Returns a parameter of the path. */
    String path(String name) {
        return checked(name, parameters.get(name));
    }

    /** Returns a parameter of the query; empty if it is missing. */
    String query(String name) {
        return checked(name, query.getOrDefault(name, ""));
    }

    boolean flag(String name) {
        String text = query(name);
        if (!Set.of("", "true", "false").contains(text)) {
            throw invalid("the parameter %s must be true or false (found %s)", name, text);
        }
        return text.equals("true");
    }

    long number(String name, long missing) {
        String text = query(name);
        return text.isEmpty() ? missing : number(name, text);
    }

    private static long number(String name, String text) {
        if (!text.matches("[0-9]{1,15}")) {
            throw invalid("%s must be a number of 1 to 15 digits (found %s)", name, text);
        }
        return Long.parseLong(text);
    }

    private static String checked(String name, String text) {
        if (text.length() > MAX_TEXT || text.chars().anyMatch(Character::isISOControl)) {
            throw invalid(
                    "the parameter %s must have %s characters or fewer and no control characters",
                    name, MAX_TEXT);
        }
        return text;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Returns the decision whether the user may make a change. */
    Approval approval() {
        return new RoleApproval(caller, role);
    }

    /**
     * Returns the author of a change: the authenticated user or, for the local administrator, the
     * user that the command reports.
     */
    String author() {
        if (!caller.isLocal()) {
            return caller.name();
        }
        String author = header("millrace-author").orElse("unknown");
        if (!author.matches("[\\x21-\\x7e]{1,100}")) {
            throw invalid(
                    "the header Millrace-Author must have 1 to 100 printable ASCII characters"
                            + " without blanks");
        }
        return author;
    }

    /** Returns the author of a change and the revision on which the change is based. */
    Condition condition() {
        long revision =
                header("if-match")
                        .map(tag -> number("the header If-Match", tag.replace("\"", "")))
                        .orElse(Condition.ANY);
        return new Condition(author(), revision, approval());
    }

    /**
     * Reads a JSON body.
     *
     * @throws MillraceException with REQUEST_INVALID
     */
    <T> T json(Class<T> type) {
        try (InputStream in = body.get()) {
            byte[] bytes = in.readNBytes(MAX_JSON_BYTES + 1);
            if (bytes.length > MAX_JSON_BYTES) {
                throw invalid("a body of JSON must have %s bytes or less", MAX_JSON_BYTES);
            }
            T value = bytes.length == 0 ? null : MAPPER.readValue(bytes, type);
            if (value == null) {
                throw invalid("the request must have a body of JSON");
            }
            return value;
        } catch (UnrecognizedPropertyException e) {
            throw invalid(
                    "the body has an unknown member %s; %s",
                    e.getPropertyName(), Problems.didYouMean(e.getPropertyName(), known(e), DOCS));
        } catch (MismatchedInputException e) {
            throw invalid("%s has a wrong type or value; %s", place(e), DOCS);
        } catch (JacksonException e) {
            throw invalid("the body is not valid JSON of this request: %s", e.getOriginalMessage());
        } catch (IOException e) {
            throw invalid("the body was not received completely");
        }
    }

    private static List<String> known(UnrecognizedPropertyException e) {
        return e.getKnownPropertyIds() == null
                ? List.of()
                : e.getKnownPropertyIds().stream().map(String::valueOf).toList();
    }

    /** Returns the member of the body that could not be read. */
    private static String place(MismatchedInputException e) {
        String path =
                e.getPath().stream()
                        .map(r -> r.getPropertyName() == null ? "" : r.getPropertyName())
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.joining("."));
        return path.isEmpty() ? "the body" : "the member " + path + " of the body";
    }

    /**
     * Rejects unknown query parameters, so that a misspelled filter is not ignored.
     *
     * @param known names of all parameters in the query of the operation
     */
    void requireKnown(Set<String> known) {
        for (String name : query.keySet()) {
            if (!known.contains(name)) {
                throw invalid(
                        "unknown parameter %s in the query; %s",
                        PrintableText.line(name), Problems.didYouMean(name, known, DOCS));
            }
        }
    }

    static MillraceException invalid(String text, Object... values) {
        return new MillraceException(ErrorCode.REQUEST_INVALID, text.formatted(values));
    }
}
