package io.millrace.server.api;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.millrace.connectors.http.port.Exchange;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.server.access.Caller;

import org.slf4j.Logger;

import tools.jackson.databind.json.JsonMapper;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A handler of API requests. It finds the operation of a request, checks the token and role, and
 * writes the response.
 */
final class ApiHandler {

    private static final Logger LOG = EventLog.of(ApiHandler.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int NO_CONTENT = 204;
    private static final int UNAUTHORIZED = 401;

    private final List<Route> routes;
    private final TokenGuard guard;
    private final AccessCheck access;
    private final ApiAudit audit;
    private final UnaryOperator<String> fileNames;

    /**
     * @param fileNames replaces the paths of unpacked files by those in their archives
     */
    ApiHandler(
            List<Route> routes,
            TokenGuard guard,
            AccessCheck access,
            ApiAudit audit,
            UnaryOperator<String> fileNames) {
        this.routes = routes;
        this.guard = guard;
        this.access = access;
        this.audit = audit;
        this.fileNames = fileNames;
    }

    /** The operation of a request with the parameters in its path. */
    private record Match(Route route, Map<String, String> parameters) {}

    void handle(Exchange exchange) {
        ServerResponse response = exchange.response();
        ApiResponse result;
        try {
            result = result(exchange);
        } catch (RuntimeException | Error e) {
            result = failure(e, response);
        }
        response.status(Status.create(result.status()))
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .header("X-Content-Type-Options", "nosniff");
        if (result.body() == null || result.status() == NO_CONTENT) {
            exchange.send();
            return;
        }
        response.header(HeaderNames.CONTENT_TYPE, result.type());
        if (result.body() instanceof ApiResponse.Stream stream) {
            exchange.stream(stream);
            return;
        }
        exchange.send(
                result.body() instanceof String text
                        ? Bytes.utf8(text)
                        : Bytes.of(JSON.writeValueAsBytes(result.body())));
    }

    private ApiResponse failure(Throwable thrown, ServerResponse response) {
        ProblemBody body = ProblemBody.of(thrown, fileNames);
        if (body.code().equals(ErrorCode.INTERNAL.id())) {
            LOG.error("{} a request of the administration API failed", body.code(), thrown);
        }
        if (body.status() == UNAUTHORIZED) {
            response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        return new ApiResponse(body.status(), ProblemBody.TYPE, body);
    }

    private ApiResponse result(Exchange exchange) {
        ServerRequest request = exchange.request();
        String method = request.prologue().method().text();
        String path = request.path().rawPath();
        List<String> segments = segments(path);
        Match match = find(method, segments);
        String address = request.remotePeer().host();
        Caller caller = Caller.NOBODY;
        if (match == null || !match.route().isOpen()) {
            caller =
                    guard.check(
                            request.headers().first(HeaderNames.AUTHORIZATION).orElse(null),
                            address);
        }
        if (match == null) {
            return unknown(method, path, segments, exchange.response());
        }
        return call(
                match.route(),
                new ApiRequest(
                        caller,
                        match.route().role(),
                        method,
                        match.parameters(),
                        query(request.query().rawValue()),
                        headers(request),
                        exchange::body),
                address);
    }

    private ApiResponse call(Route route, ApiRequest request, String address) {
        if (route.isOpen()) {
            return route.handler().handle(request);
        }
        boolean success = false;
        boolean isRefused = false;
        try {
            access.check(route, request);
            if (!request.query().isEmpty()) {
                request.requireKnown(OpenApi.queryOf(route.operation()));
            }
            ApiResponse response = route.handler().handle(request);
            success = true;
            return response;
        } catch (MillraceException e) {
            isRefused = e.code() == ErrorCode.NOT_AUTHORIZED;
            if (isRefused) {
                audit.refused(route, request, address, e);
            }
            throw e;
        } finally {
            if (!isRefused) {
                audit.called(route, request, address, success);
            }
        }
    }

    private Match find(String method, List<String> segments) {
        for (Route route : routes) {
            Map<String, String> parameters =
                    route.method().equals(method) ? route.match(segments) : null;
            if (parameters != null) {
                return new Match(route, parameters);
            }
        }
        return null;
    }

    private ApiResponse unknown(
            String method, String path, List<String> segments, ServerResponse response) {
        TreeSet<String> methods = new TreeSet<>();
        routes.stream()
                .filter(r -> r.match(segments) != null)
                .forEach(r -> methods.add(r.method()));
        boolean known = !methods.isEmpty();
        if (known) {
            response.header(HeaderNames.ALLOW, String.join(", ", methods));
        }
        int status = known ? METHOD_NOT_ALLOWED : NOT_FOUND;
        return new ApiResponse(
                status,
                ProblemBody.TYPE,
                ProblemBody.of(
                        ErrorCode.REQUEST_INVALID,
                        status,
                        known
                                ? "the path %s has the methods %s (found %s)"
                                        .formatted(path, String.join(", ", methods), method)
                                : "the path %s does not exist".formatted(path),
                        "see %s for all operations".formatted(OpenApi.PATH)));
    }

    private static List<String> segments(String path) {
        return Route.segments(path).stream().map(ApiHandler::decoded).toList();
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new MillraceException(
                    ErrorCode.REQUEST_INVALID,
                    "the URL contains an invalid escape sequence (found %s)".formatted(text));
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String pair : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            query.put(decoded(name), decoded(value.replace('+', ' ')));
        }
        return query;
    }

    private static Map<String, String> headers(ServerRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        request.headers()
                .forEach(
                        header ->
                                headers.put(header.name().toLowerCase(Locale.ROOT), header.get()));
        return headers;
    }
}
