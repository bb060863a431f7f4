package io.millrace.server.client;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.TlsFailures;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

/** A client of one server. For one thread. */
public final class AdministrationClient implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    /** Time limit of the connection, and of the first response. */
    private static final Duration REACH = Duration.ofSeconds(10);

    /** Time limit of a response. Changes wait for messages in progress. */
    private static final Duration ANSWER = Duration.ofMinutes(10);

    private static final int ERRORS = 400;
    private static final int NOT_FOUND = 404;

    /** Prefix of a line with the data of a server-sent event. */
    private static final String DATA = "data: ";

    private final ServerAddress server;
    private final Duration reach;
    private final HttpClient client;

    /** Whether an HTTP server has responded. */
    private boolean reached;

    public AdministrationClient(ServerAddress server) {
        this(server, REACH);
    }

    /**
     * @param reach time limit of the connection, and of the first response
     */
    AdministrationClient(ServerAddress server, Duration reach) {
        this.server = server;
        this.reach = reach;
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(reach);
        if (server.tls() != null) {
            builder.sslContext(server.tls());
        }
        client = builder.build();
    }

    /** Returns the user of this process in the form {@code user@host}. */
    public static String author() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "localhost";
        }
        String author = System.getProperty("user.name", "unknown") + "@" + host;
        return author.replaceAll("[^\\x21-\\x7e]", "_");
    }

    /** Returns a path to which a part is appended, with reserved characters escaped. */
    public static String path(String before, String part, String after) {
        return before + URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20") + after;
    }

    public JsonNode get(String path) {
        return send(request(path).GET());
    }

    /** Returns a response that is not JSON. */
    public String text(String path) {
        return answer(request(path).GET()).body();
    }

    public JsonNode delete(String path, long revision) {
        return send(change(path, revision).DELETE());
    }

    /** Posts a request without a body. */
    public JsonNode post(String path, long revision) {
        return send(change(path, revision).POST(BodyPublishers.noBody()));
    }

    /** Sends JSON. */
    public JsonNode put(String path, Object body, long revision) {
        return send(
                change(path, revision)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    /**
     * Sends a request with a body of JSON.
     *
     * @param method method of HTTP
     * @param revision revision that the user has seen; negative for any
     */
    public JsonNode send(String method, String path, Object body, long revision) {
        return send(
                change(path, revision)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    /**
     * Sends a file.
     *
     * @param method {@code PUT} or {@code POST}
     * @param revision revision on which the change is based; negative for any
     */
    public JsonNode sendFile(String method, String path, Path file, String sha256, long revision) {
        try {
            BodyPublisher body = BodyPublishers.ofFile(file);
            return send(
                    change(path, revision)
                            .header("Content-Type", "application/zip")
                            .header("Millrace-SHA256", sha256)
                            .method(method, body));
        } catch (FileNotFoundException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE, "the file " + file + " cannot be read", e);
        }
    }

    private HttpRequest.Builder change(String path, long revision) {
        HttpRequest.Builder request = request(path).header("Millrace-Author", author());
        return revision < 0 ? request : request.header("If-Match", "\"" + revision + "\"");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path))
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + server.token());
    }

    private URI uri(String path) {
        String base = server.url().toString();
        return URI.create(
                (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    /**
     * Receives events until the connection ends.
     *
     * @param connected called when the server sends events
     * @throws MillraceException with SERVER_UNREACHABLE when the connection ends
     */
    public void events(Runnable connected, Consumer<JsonNode> receiver) {
        reach();
        HttpResponse<Stream<String>> response =
                exchange(request("/v1/broker/events"), ANSWER, BodyHandlers.ofLines());
        try (Stream<String> lines = response.body()) {
            if (response.statusCode() >= ERRORS) {
                throw ServerError.of(
                        response.statusCode(), JSON.readTree(lines.collect(Collectors.joining())));
            }
            connected.run();
            lines.filter(line -> line.startsWith(DATA))
                    .map(line -> JSON.readTree(line.substring(DATA.length())))
                    .forEach(receiver);
        } catch (UncheckedIOException e) {
            throw ended(e);
        }
        throw ended(null);
    }

    private MillraceException ended(Throwable cause) {
        return unreachable(server.origin() + " has ended the connection", cause);
    }

    private void reach() {
        if (!reached) {
            // A port of another protocol never answers; a change can last longer than this limit.
            exchange(
                    HttpRequest.newBuilder(uri("/health/live")).timeout(reach),
                    reach,
                    BodyHandlers.ofString());
            reached = true;
        }
    }

    private JsonNode send(HttpRequest.Builder request) {
        return json(answer(request));
    }

    /** Returns a response of success. Otherwise throws the error in its body. */
    private HttpResponse<String> answer(HttpRequest.Builder request) {
        reach();
        HttpResponse<String> response = exchange(request, ANSWER, BodyHandlers.ofString());
        String path = server.url().getPath();
        if (response.statusCode() == NOT_FOUND && path.length() > 1) {
            throw unreachable(
                    "the server %s has no API at the path %s; remove the path from the URL of --server, unless a proxy requires it"
                            .formatted(server.url().getAuthority(), path),
                    null);
        }
        if (response.statusCode() >= ERRORS) {
            throw ServerError.of(response.statusCode(), json(response));
        }
        return response;
    }

    private <T> HttpResponse<T> exchange(
            HttpRequest.Builder request, Duration limit, BodyHandler<T> handler) {
        try {
            return client.send(request.build(), handler);
        } catch (SSLException e) {
            throw unreachable("TLS with %s failed: %s".formatted(server.origin(), tlsReason(e)), e);
        } catch (HttpTimeoutException e) {
            throw unreachable(
                    "%s does not answer at %s within %s; %s"
                            .formatted(
                                    server.origin(),
                                    server.url(),
                                    seconds(limit),
                                    server.silentAdvice()),
                    e);
        } catch (IOException e) {
            if (TlsFailures.isTls(e)) {
                throw unreachable(
                        "%s requires TLS; write https:// in the URL".formatted(server.origin()), e);
            }
            if (e.getCause() instanceof UnresolvedAddressException
                    || e.getCause() != null
                            && e.getCause().getCause() instanceof UnresolvedAddressException) {
                throw unreachable(
                        "the host %s is unknown; correct the URL of --server"
                                .formatted(server.url().getHost()),
                        e);
            }
            throw unreachable(
                    "%s does not answer at %s%s; %s"
                            .formatted(
                                    server.origin(),
                                    server.url(),
                                    e.getMessage() == null ? "" : ": " + e.getMessage(),
                                    server.advice()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable("the command was interrupted; the change can have been made", e);
        }
    }

    private String tlsReason(SSLException failure) {
        if (server.ofHome() && TlsFailures.isOtherHost(failure)) {
            return "its certificate is not for the host %s; replace --home with --server https://HOST:%d --token-file %s, with a host name of the certificate, or replace the certificate on the server"
                    .formatted(server.url().getHost(), server.url().getPort(), server.tokenFile());
        }
        return TlsFailures.reason(failure, server.url(), server.trust(), ServerAddress.TRUST);
    }

    private static String seconds(Duration limit) {
        return limit.toSeconds() + (limit.toSeconds() == 1 ? " second" : " seconds");
    }

    private JsonNode json(HttpResponse<String> response) {
        if (response.body().isEmpty()) {
            return JSON.createObjectNode();
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw unreachable(
                    "%s answered with status %d, but not with JSON; check that the URL leads to a Millrace server"
                            .formatted(server.origin(), response.statusCode()),
                    e);
        }
    }

    private static MillraceException unreachable(String text, Throwable cause) {
        return new MillraceException(ErrorCode.SERVER_UNREACHABLE, text, cause);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
