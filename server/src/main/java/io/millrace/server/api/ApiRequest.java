package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.server.access.Caller;
import io.millrace.server.deploy.Approval;
import io.millrace.server.deploy.Condition;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A request of the API. Its values come from the network: they are checked when they are read.
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

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MAX_JSON_BYTES = 64 << 10;
    private static final int MAX_TEXT = 200;

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

    /** Returns the author of a change and the revision that the author has seen. */
    Condition condition() {
        long revision =
                header("if-match")
                        .map(tag -> number("the header If-Match", tag.replace("\"", "")))
                        .orElse(Condition.ANY);
        return new Condition(author(), revision, approval());
    }

    /**
     * Reads a body of JSON.
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
        } catch (JacksonException e) {
            throw invalid("the body is not valid JSON of this request: %s", e.getOriginalMessage());
        } catch (IOException e) {
            throw invalid("the body was not received completely");
        }
    }

    static MillraceException invalid(String text, Object... values) {
        return new MillraceException(ErrorCode.REQUEST_INVALID, text.formatted(values));
    }
}
