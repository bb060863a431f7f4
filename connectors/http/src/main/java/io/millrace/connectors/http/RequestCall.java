package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.resource.Credentials;

import org.slf4j.Logger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The receiver of the requests of an HTTPInput node. It calls the flow and sends the reply. */
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
    public void handle(
            ServerRequest request,
            ServerResponse response,
            List<String> path,
            SlowClients slowClients) {
        Identity identity = identity(request);
        boolean isKnown =
                identity != null && (credentials == null || identity.matches(credentials));
        if (plan.authentication() != Identity.Kind.NONE && !isKnown) {
            refuse(response);
            return;
        }
        Bytes body;
        slowClients.begin();
        try {
            body = body(request, plan.maxBytes(), slowClients);
        } catch (UncheckedIOException | IOException e) {
            throw new CloseConnectionException("the body of a request is incomplete", e);
        } finally {
            slowClients.end();
        }
        if (body == null) {
            end(response, Status.REQUEST_ENTITY_TOO_LARGE_413.code());
            return;
        }
        PendingRequest pending = PendingRequest.create();
        try {
            ReceivedRequest received = received(pending, request, path, body, identity);
            HttpMessage message =
                    new HttpMessage(pending, received, plan.defaults(), "out", false);
            answer(message, response);
        } finally {
            pending.end();
        }
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
                    request.remotePeer()
                            .tlsCertificates()
                            .map(Identity::certificate)
                            .orElse(null);
        };
    }

    private void refuse(ServerResponse response) {
        switch (plan.authentication()) {
            case BASIC -> response.header("WWW-Authenticate", "Basic realm=\"Millrace\"");
            case BEARER -> response.header("WWW-Authenticate", "Bearer");
            default -> {
                // A certificate belongs to the connection.
            }
        }
        end(response, Status.UNAUTHORIZED_401.code());
    }

    /** Sends a status and closes the connection, because the body was not read. */
    private static void end(ServerResponse response, int status) {
        response.status(status).header("Connection", "close").send();
    }

    /** Returns the body; null if it exceeds the limit. */
    private static Bytes body(ServerRequest request, int limit, SlowClients slowClients) throws IOException {
        long length = request.headers().contentLength().orElse(-1);
        if (length > limit) {
            return null;
        }
        if (length == 0 || !request.content().hasEntity()) {
            return Bytes.EMPTY;
        }
        return body(request.content().inputStream(), limit, slowClients::progress);
    }

    /** Returns the bytes of a stream; null if there are more than the limit. */
    static Bytes body(InputStream in, int limit, Runnable progress) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[8_192];
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
            if (out.size() + n > limit) {
                return null;
            }
            out.write(part, 0, n);
            progress.run();
        }
        return Bytes.of(out.toByteArray());
    }

    private ReceivedRequest received(
            PendingRequest pending,
            ServerRequest request,
            List<String> path,
            Bytes body,
            Identity identity) {
        String query = request.query().rawValue();
        String rawPath = request.path().rawPath();
        return new ReceivedRequest(
                pending.id(),
                request.prologue().method().text(),
                query.isEmpty() ? rawPath : rawPath + "?" + query,
                query,
                request.prologue().rawProtocol(),
                request.remotePeer().host(),
                plan.path().parameters(path),
                request.headers(),
                body,
                identity);
    }

    private void answer(HttpMessage message, ServerResponse response) {
        long start = System.nanoTime();
        HttpReply reply = null;
        boolean late = false;
        try {
            calls.call(message, plan.timeoutMillis());
            reply = message.request().await(start + plan.timeoutNanos() - System.nanoTime());
            late = reply == null;
        } catch (MillraceException e) {
            late = e.code() == ErrorCode.CALL_UNFINISHED;
            if (!late) {
                sendFailure(e, response);
                return;
            }
        }
        if (late) {
            reply = afterTimeout(message);
        }
        if (reply == null) {
            LOG.warn(
                    "{} {}: no reply within {} s",
                    ErrorCode.CALL_UNFINISHED.id(),
                    label,
                    plan.timeoutMillis() / 1e3);
            response.status(Status.GATEWAY_TIMEOUT_504).send();
            return;
        }
        send(reply, response, message.hasResponseBody());
    }

    /** Propagates a late message to the terminal timeout, and returns the reply of that path. */
    private HttpReply afterTimeout(HttpMessage message) {
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

    private void sendFailure(MillraceException failure, ServerResponse response) {
        switch (failure.code()) {
            case FLOW_BUSY, FLOW_STOPPED ->
                    response.status(Status.SERVICE_UNAVAILABLE_503)
                            .header("Retry-After", RETRY_SECONDS)
                            .send();
            default ->
                    // The log contains the failure. Its text can contain data of the flow.
                    response.status(Status.INTERNAL_SERVER_ERROR_500).send();
        }
    }

    private static void send(HttpReply reply, ServerResponse response, boolean canHaveBody) {
        response.status(reply.status());
        Headers headers = reply.headers();
        headers.forEach(response.headers()::set);
        Bytes body = reply.body();
        boolean withoutBody = reply.status() == 204 || reply.status() == 304;
        if (body.isEmpty() || withoutBody || !canHaveBody) {
            response.send();
        } else {
            response.send(body.toArray());
        }
    }

    /** Converts milliseconds, of which {@link FlowCalls#NO_TIMEOUT} is without a limit. */
    static long nanos(long millis) {
        return millis == FlowCalls.NO_TIMEOUT
                ? Long.MAX_VALUE / 2
                : TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
