package io.millrace.connectors.http.port;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.millrace.engine.message.Bytes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A request and the response, used by the virtual thread of the connection. Clients that do not
 * send the body or do not read the response within the idle timeout of the listener are
 * disconnected.
 */
public final class Exchange {

    /** Size of the parts in which large bodies are read and written. */
    public static final int PART_BYTES = 1 << 16;

    /** Maximum number of bytes of a refused body that are read. */
    private static final long MAX_DISCARDED = 256L << 20;

    private final ServerRequest request;
    private final ServerResponse response;
    private final SlowClients slowClients;
    private InputStream body;

    Exchange(ServerRequest request, ServerResponse response, SlowClients slowClients) {
        this.request = request;
        this.response = response;
        this.slowClients = slowClients;
    }

    /** Returns the request. The body must be read with {@link #body}. */
    public ServerRequest request() {
        return request;
    }

    /** Returns the response. The response must be sent with the methods of this object. */
    public ServerResponse response() {
        return response;
    }

    /**
     * Returns the body of the request; the same stream each time. A client that expects the status
     * 100 receives this status first.
     */
    public InputStream body() {
        if (body == null) {
            body = slowClients.reading(request.content().inputStream());
        }
        return body;
    }

    /**
     * Sends the response without a body.
     *
     * @throws CloseConnectionException as {@link #send(Bytes)}
     */
    public void send() {
        send(Bytes.EMPTY);
    }

    /**
     * Sends the response.
     *
     * @throws CloseConnectionException if the client does not read it, or after it was sent if the
     *     body of the request was not read or the request ends the connection. The handler must not
     *     catch it.
     */
    public void send(Bytes content) {
        send(() -> write(content));
    }

    /**
     * Sends a response of unknown length. The client receives a part when the stream is flushed.
     *
     * @throws CloseConnectionException as {@link #send(Bytes)}
     */
    public void stream(Content content) {
        send(
                () -> {
                    try (OutputStream out = slowClients.writing(response.outputStream())) {
                        content.write(out);
                    }
                });
    }

    /** The content of a response. */
    @FunctionalInterface
    public interface Content {

        /**
         * Writes the content. An exception from the stream means that the client does not read the
         * response.
         */
        void write(OutputStream out) throws IOException;
    }

    /** The sending of a response. */
    @FunctionalInterface
    private interface Sending {
        void send() throws IOException;
    }

    private void send(Sending sending) {
        boolean isUnread = request.content().hasEntity() && !request.content().consumed();
        if (isUnread) {
            response.header(HeaderNames.CONNECTION, "close");
        }
        try {
            sending.send();
        } catch (IOException e) {
            throw new CloseConnectionException("the client does not read the response", e);
        }
        if (isUnread) {
            if (body != null || !request.headers().contains(HeaderValues.EXPECT_100)) {
                discardBody();
            }
            throw new CloseConnectionException("the body of a request was not read");
        }
        if (request.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
            // Helidon waits for another request until the idle timeout.
            throw new CloseConnectionException(
                    "the client has requested the end of the connection");
        }
    }

    private void write(Bytes content) throws IOException {
        if (content.length() > PART_BYTES) {
            response.contentLength(content.length());
            try (OutputStream out = slowClients.writing(response.outputStream())) {
                for (int at = 0; at < content.length(); at += PART_BYTES) {
                    int end = Math.min(content.length(), at + PART_BYTES);
                    out.write(content.slice(at, end).toArray());
                }
            }
            return;
        }
        slowClients.begin();
        try {
            if (content.isEmpty()) {
                response.send();
            } else {
                response.send(content.toArray());
            }
        } finally {
            slowClients.end();
        }
    }

    /**
     * Reads the rest of the body. A connection that is closed with unread data is reset, and the
     * client, which still sends, loses the response.
     */
    private void discardBody() {
        byte[] buffer = new byte[PART_BYTES];
        long left = MAX_DISCARDED;
        try {
            if (body == null) {
                body = request.content().inputStream();
            }
            InputStream rest = slowClients.discarding(body);
            long start = System.nanoTime();
            for (int n = 0; n >= 0 && left > 0; left -= n) {
                n = rest.read(buffer);
                if (System.nanoTime() - start > slowClients.idleNanos()) {
                    return;
                }
            }
        } catch (IOException | RuntimeException e) {
            // The client has read the response and closed the connection.
        }
    }
}
