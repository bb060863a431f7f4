package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.millrace.connectors.http.port.Exchange;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.resource.Credentials;

import org.slf4j.Logger;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipException;

/**
 * The receiver of the requests of an HTTPInput node. The call runs the flow and sends the reply.
 */
final class RequestCall implements RequestHandler {

    private static final Logger LOG = EventLog.of(RequestCall.class);
    private static final String RETRY_SECONDS = "1";

    private final HTTPInput.Plan plan;
    private final String label;
    private final FlowCalls calls;

    /** Credentials that clients must present; null for any. */
    private final Credentials credentials;

    RequestCall(HTTPInput.Plan plan, String label, FlowCalls calls, Credentials credentials) {
        this.plan = plan;
        this.label = label;
        this.calls = calls;
        this.credentials = credentials;
    }

    @Override
    public void handle(Exchange exchange, List<String> path) {
        ServerRequest request = exchange.request();
        Identity identity = identity(request);
        if (plan.authentication() != Identity.Kind.NONE && !isKnown(identity, exchange)) {
            return;
        }
        ApiRequests api = plan.api();
        ApiOperation operation = null;
        MediaType type = mediaType(request);
        if (api != null) {
            String method = request.prologue().method().text();
            MediaType sent = request.content().hasEntity() ? type : null;
            operation = api.operation(method, path, sent, exchange);
            if (operation == null) {
                return;
            }
        }
        Compression compression =
                plan.decompresses() ? Compression.of(request.headers()) : Compression.NONE;
        if (compression == Compression.OTHER) {
            exchange.response().header("Accept-Encoding", "gzip, deflate");
            end(exchange, Status.UNSUPPORTED_MEDIA_TYPE_415.code());
            return;
        }
        Bytes body;
        try {
            int max =
                    operation == null
                            ? plan.maxBytes()
                            : Math.min(plan.maxBytes(), operation.body().maxBytes(type));
            body = body(exchange, compression, max);
        } catch (ZipException | EOFException damaged) {
            end(exchange, Status.BAD_REQUEST_400.code());
            return;
        } catch (IOException e) {
            throw new CloseConnectionException("the body of a request is incomplete", e);
        }
        if (body == null) {
            end(exchange, Status.REQUEST_ENTITY_TOO_LARGE_413.code());
            return;
        }
        Headers headers = request.headers();
        if (compression != Compression.NONE) {
            headers = WritableHeaders.create(headers).remove(HeaderNames.CONTENT_ENCODING);
        }
        if (operation != null) {
            String query = request.query().rawValue();
            if (!ApiRequests.isValid(
                    api.faults(operation, path, query, headers, type, body), exchange)) {
                return;
            }
        }
        PendingRequest pending = PendingRequest.create();
        try {
            ReceivedRequest received =
                    received(pending, request, headers, path, body, identity, operation);
            ClientMessage message = new ClientMessage(pending, received, plan.defaults(), "out");
            answer(message, exchange);
        } finally {
            pending.end();
        }
    }

    /** Whether the client is permitted. Otherwise sends the response. */
    private boolean isKnown(Identity identity, Exchange exchange) {
        try {
            if (identity != null && (credentials == null || identity.matches(credentials))) {
                return true;
            }
            refuse(exchange);
        } catch (MillraceException noPassword) {
            LOG.warn(
                    "{} {}: a request cannot be authenticated: {}",
                    noPassword.code().id(),
                    label,
                    noPassword.getMessage());
            end(exchange, Status.INTERNAL_SERVER_ERROR_500.code());
        }
        return false;
    }

    private Identity identity(ServerRequest request) {
        ServerRequestHeaders headers = request.headers();
        String authorization =
                headers.contains(HeaderNames.AUTHORIZATION)
                        ? headers.get(HeaderNames.AUTHORIZATION).get()
                        : "";
        return switch (plan.authentication()) {
            case NONE -> null;
            case BASIC -> Identity.basic(authorization);
            case BEARER -> Identity.bearer(authorization);
            case CERTIFICATE ->
                    request.remotePeer().tlsCertificates().map(Identity::certificate).orElse(null);
        };
    }

    private void refuse(Exchange exchange) {
        ServerResponse response = exchange.response();
        switch (plan.authentication()) {
            case BASIC -> response.header("WWW-Authenticate", "Basic realm=\"Millrace\"");
            case BEARER -> response.header("WWW-Authenticate", "Bearer");
            default -> {
                // A certificate belongs to the connection.
            }
        }
        end(exchange, Status.UNAUTHORIZED_401.code());
    }

    private static void end(Exchange exchange, int status) {
        exchange.response().status(status);
        exchange.send();
    }

    /** Returns the body; null if the body exceeds the limit. */
    private static Bytes body(Exchange exchange, Compression compression, int limit)
            throws IOException {
        ServerRequest request = exchange.request();
        long length = request.headers().contentLength().orElse(-1);
        if (length > limit) {
            return null;
        }
        if (length == 0 || !request.content().hasEntity()) {
            return Bytes.EMPTY;
        }
        InputStream content = compression.decompressed(exchange.body());
        return compression == Compression.NONE && isSmall(length)
                ? body(content, (int) length)
                : unknownBody(content, limit);
    }

    /** Whether the array for a body can be allocated before the body has arrived. */
    static boolean isSmall(long length) {
        return length > 0 && length <= Exchange.PART_BYTES;
    }

    /** Returns the bytes of a stream with a length. */
    static Bytes body(InputStream in, int length) throws IOException {
        byte[] all = new byte[length];
        int read = 0;
        while (read < length) {
            int n = in.read(all, read, length - read);
            if (n < 0) {
                throw new EOFException("the body ends after %d bytes".formatted(read));
            }
            read += n;
        }
        // The connection can be used again only after the end has been read.
        return in.read() < 0 ? Bytes.of(all) : null;
    }

    /** Returns the bytes of a stream; null if there are more than the limit. */
    static Bytes unknownBody(InputStream in, int limit) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[8_192];
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
            if (out.size() + n > limit) {
                return null;
            }
            out.write(part, 0, n);
        }
        return Bytes.of(out.toByteArray());
    }

    private static MediaType mediaType(ServerRequest request) {
        return MediaType.of(
                request.headers().contains(HeaderNames.CONTENT_TYPE)
                        ? request.headers().get(HeaderNames.CONTENT_TYPE).get()
                        : null);
    }

    private ReceivedRequest received(
            PendingRequest pending,
            ServerRequest request,
            Headers headers,
            List<String> path,
            Bytes body,
            Identity identity,
            ApiOperation operation) {
        String query = request.query().rawValue();
        String rawPath = request.path().rawPath();
        return new ReceivedRequest(
                pending.id(),
                request.prologue().method().text(),
                query.isEmpty() ? rawPath : rawPath + "?" + query,
                query,
                request.prologue().rawProtocol(),
                request.remotePeer().host(),
                operation == null
                        ? plan.path().parameters(path)
                        : operation.path().parameters(plan.api().below(path)),
                headers,
                body,
                identity,
                operation);
    }

    private void answer(ClientMessage message, Exchange exchange) {
        long start = System.nanoTime();
        HttpReply reply = null;
        boolean late = false;
        boolean hasEnded = false;
        try {
            calls.call(message, plan.timeoutMillis());
            hasEnded = true;
            reply = message.request().await(start + plan.timeoutNanos() - System.nanoTime());
            late = reply == null;
        } catch (MillraceException e) {
            late = e.code() == ErrorCode.CALL_UNFINISHED;
            if (!late) {
                sendFailure(e, exchange);
                return;
            }
        }
        if (late) {
            reply = afterTimeout(message);
        }
        if (reply == null) {
            refuseLate(exchange, hasEnded);
            return;
        }
        send(reply, exchange, message.hasResponseBody());
    }

    /**
     * Reports that no reply was sent in time.
     *
     * @param hasEnded whether the flow has processed the message
     */
    private void refuseLate(Exchange exchange, boolean hasEnded) {
        String seconds = String.valueOf(plan.timeoutMillis() / 1e3);
        if (hasEnded) {
            LOG.warn(
                    "{} {}: no reply within {} s: the flow has processed the request without an"
                            + " HTTPReply node; connect all paths of {} to an HTTPReply node, or"
                            + " correct the flow that must reply with the RequestIdentifier",
                    ErrorCode.CALL_UNFINISHED.id(),
                    label,
                    seconds,
                    label);
        } else {
            LOG.warn(
                    "{} {}: no reply within {} s: the flow still processes the request; look for"
                            + " slow nodes, or increase timeout of {}",
                    ErrorCode.CALL_UNFINISHED.id(),
                    label,
                    seconds,
                    label);
        }
        String reason =
                hasEnded
                        ? "the flow has ended without a reply"
                        : "the flow still processes the request";
        ProblemDetails.send(
                exchange,
                Status.GATEWAY_TIMEOUT_504,
                "no reply was sent within %s s: %s; the log of the server names the flow"
                        .formatted(seconds, reason),
                List.of());
    }

    /** Propagates a late message to the terminal timeout, and returns the reply of that path. */
    private HttpReply afterTimeout(ClientMessage message) {
        if (!plan.hasTimeoutPath()) {
            return null;
        }
        try {
            long start = System.nanoTime();
            calls.call(message.at("timeout"), plan.timeoutMillis());
            return message.request().await(start + plan.timeoutNanos() - System.nanoTime());
        } catch (MillraceException e) {
            return message.request().await(0);
        }
    }

    private static void sendFailure(MillraceException failure, Exchange exchange) {
        switch (failure.code()) {
            case FLOW_BUSY, FLOW_STOPPED -> {
                exchange.response().header("Retry-After", RETRY_SECONDS);
                end(exchange, Status.SERVICE_UNAVAILABLE_503.code());
            }
            default ->
                    // The log contains the failure. Its text can contain data of the flow.
                    end(exchange, Status.INTERNAL_SERVER_ERROR_500.code());
        }
    }

    private static void send(HttpReply reply, Exchange exchange, boolean canHaveBody) {
        ServerResponse response = exchange.response();
        response.status(reply.status());
        Headers headers = reply.headers();
        headers.forEach(response.headers()::set);
        boolean withoutBody = reply.status() == 204 || reply.status() == 304;
        exchange.send(withoutBody || !canHaveBody ? Bytes.EMPTY : reply.body());
    }

    /**
     * Converts milliseconds to nanoseconds; {@link FlowCalls#NO_TIMEOUT} to a practically unlimited
     * time.
     */
    static long nanos(long millis) {
        return millis == FlowCalls.NO_TIMEOUT
                ? Long.MAX_VALUE / 2
                : TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
