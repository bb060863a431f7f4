package io.millrace.administration;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import javax.net.ssl.SSLContext;

/** A collector that receives spans (OTLP over HTTP, protocol buffers), and requests of flows. */
final class SpanCollector implements AutoCloseable {

    /**
     * A span.
     *
     * @param kind number of the kind in OTLP: 1 internal, 2 server, 3 client, 4 producer, 5
     *     consumer
     * @param attributes strings, integers and booleans as text, by name
     * @param status 0 for none, 2 for an error
     */
    record Span(
            String trace,
            String id,
            String parent,
            String name,
            long kind,
            long start,
            long end,
            Map<String, String> attributes,
            long status) {}

    private final HttpServer server;
    private final String scheme;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> resources = new CopyOnWriteArrayList<>();

    /** Headers of the requests to {@code /target}: the first value by lower-case name. */
    private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();

    /** Headers of the requests with spans. */
    private final List<Map<String, String>> exports = new CopyOnWriteArrayList<>();

    /** Opens a collector without TLS. */
    SpanCollector() throws IOException {
        this(HttpServer.create(anyPort(), 0), "http");
    }

    private SpanCollector(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext(
                "/v1/traces",
                exchange -> {
                    exports.add(headers(exchange.getRequestHeaders()));
                    read(exchange.getRequestBody().readAllBytes());
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.createContext(
                "/target",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    requests.add(headers(exchange.getRequestHeaders()));
                    byte[] body = "<done/>".getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().add("Content-Type", "text/xml");
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    /** Opens a collector with TLS. */
    static SpanCollector secure(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(anyPort(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new SpanCollector(server, "https");
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static Map<String, String> headers(Map<String, List<String>> headers) {
        Map<String, String> found = new TreeMap<>();
        headers.forEach((name, values) -> found.put(name.toLowerCase(), values.getFirst()));
        return found;
    }

    String url() {
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Span> spans() {
        return List.copyOf(spans);
    }

    List<String> resources() {
        return List.copyOf(resources);
    }

    List<Map<String, String>> requests() {
        return List.copyOf(requests);
    }

    List<Map<String, String>> exports() {
        return List.copyOf(exports);
    }

    /** Waits for a number of spans with a name, and returns them. */
    List<Span> await(String name, int count) {
        Awaitility.await().until(() -> named(name).size() >= count);
        return named(name);
    }

    private List<Span> named(String name) {
        return spans().stream().filter(s -> s.name().equals(name)).toList();
    }

    private void read(byte[] request) {
        fields(
                ByteBuffer.wrap(request),
                (one, spansOfResource) ->
                        fields(
                                (ByteBuffer) spansOfResource,
                                (two, part) -> {
                                    if (two == 1) {
                                        resources.add(attributes((ByteBuffer) part, 1).toString());
                                    } else if (two == 2) {
                                        fields((ByteBuffer) part, this::readSpan);
                                    }
                                }));
    }

    private void readSpan(int field, Object value) {
        if (field != 2) {
            return;
        }
        Map<Integer, Object> found = new TreeMap<>();
        ByteBuffer bytes = (ByteBuffer) value;
        fields(bytes.duplicate(), found::put);
        long[] status = new long[1];
        if (found.get(15) instanceof ByteBuffer state) {
            fields(
                    state,
                    (f, v) -> {
                        if (f == 3) {
                            status[0] = (Long) v;
                        }
                    });
        }
        spans.add(
                new Span(
                        hex(found.get(1)),
                        hex(found.get(2)),
                        hex(found.get(4)),
                        text(found.get(5)),
                        (Long) found.getOrDefault(6, 0L),
                        (Long) found.get(7),
                        (Long) found.get(8),
                        attributes(bytes, 9),
                        status[0]));
    }

    private static Map<String, String> attributes(ByteBuffer bytes, int field) {
        Map<String, String> attributes = new TreeMap<>();
        fields(
                bytes.duplicate(),
                (number, pair) -> {
                    if (number == field) {
                        Map<Integer, Object> parts = new TreeMap<>();
                        fields((ByteBuffer) pair, parts::put);
                        fields(
                                (ByteBuffer) parts.get(2),
                                (kind, v) ->
                                        attributes.put(
                                                text(parts.get(1)),
                                                v instanceof ByteBuffer b
                                                        ? text(b)
                                                        : v.toString()));
                    }
                });
        return attributes;
    }

    private static String hex(Object bytes) {
        return bytes == null ? "" : HexFormat.of().formatHex(array((ByteBuffer) bytes));
    }

    private static String text(Object bytes) {
        return new String(array((ByteBuffer) bytes), StandardCharsets.UTF_8);
    }

    private static byte[] array(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return copy;
    }

    /** Passes the fields of a message of protocol buffers to an action. */
    private static void fields(ByteBuffer in, BiConsumer<Integer, Object> action) {
        while (in.hasRemaining()) {
            long key = variable(in);
            Object value =
                    switch ((int) (key & 7)) {
                        case 0 -> variable(in);
                        case 1 -> {
                            long number = in.order(ByteOrder.LITTLE_ENDIAN).getLong();
                            in.order(ByteOrder.BIG_ENDIAN);
                            yield number;
                        }
                        case 2 -> {
                            int length = (int) variable(in);
                            ByteBuffer part = in.slice(in.position(), length);
                            in.position(in.position() + length);
                            yield part;
                        }
                        default -> {
                            in.position(in.position() + 4);
                            yield 0L;
                        }
                    };
            action.accept((int) (key >>> 3), value);
        }
    }

    private static long variable(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
