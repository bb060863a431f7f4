package io.millrace.server.client;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Source;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An error that a server has returned. */
public final class ServerError extends MillraceException {

    private static final long serialVersionUID = 1L;

    private final transient JsonNode body;

    private ServerError(ErrorCode code, String text, JsonNode body) {
        super(code, text);
        this.body = body;
    }

    static MillraceException of(int status, JsonNode body) {
        String id = body.path("code").asString("");
        ErrorCode code =
                Arrays.stream(ErrorCode.values())
                        .filter(c -> c.id().equals(id))
                        .findFirst()
                        .orElse(ErrorCode.SERVER_UNREACHABLE);
        String detail = body.path("detail").asString("the server answered with status " + status);
        return new ServerError(code, detail, body);
    }

    /** Returns the problems of an application as text, each with its file and line. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        body.path("problems").forEach(p -> problems.add(p.path("rendered").asString("")));
        return problems;
    }

    /** Whether the error is that the requested environment does not exist. */
    public boolean isOfEnvironment() {
        for (JsonNode problem : body.path("problems")) {
            if (problem.path("file").asString("").equals(Source.ENVIRONMENT)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the response in the form of RFC 9457. */
    public JsonNode body() {
        return body;
    }
}
