package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A broker with an application whose listener has a free port, and a client. */
final class HttpBroker implements AutoCloseable {

    /** A module whose message is the number and text of the last exception. */
    static final String FAILED =
            module(
                    "Failed",
                    """
                    DECLARE e REFERENCE TO InputExceptionList.*[1];
                    DECLARE text CHARACTER '';
                    WHILE LASTMOVE(e) DO
                      IF e.Number IS NOT NULL THEN
                        SET text = CAST(e.Number AS CHARACTER) || ' ' || e.Text;
                      END IF;
                      MOVE e LASTCHILD;
                    END WHILE;
                    SET OutputRoot = NULL;
                    SET OutputRoot.BLOB.BLOB = CAST(text AS BLOB CCSID 1208);
                    """);

    static final Duration LONG = Duration.ofMinutes(2);

    /** Bytes of a body that is larger than the buffers of the sockets. */
    private static final int LARGE = 20_000_000;

    final int port = freePort();
    final Broker broker = Broker.builder().memory().start();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deploys a flow file with ESQL modules, whose listener is that of this broker. */
    HttpBroker deploy(String application, String flow, String esql) {
        return deploy(application, flow, esql, "");
    }

    /**
     * @param settings further lines of {@code application.yaml}
     */
    HttpBroker deploy(String application, String flow, String esql, String settings) {
        Map<String, String> files = new HashMap<>();
        files.put("main.flow.yaml", flow);
        files.put("main.esql", esql);
        String listener = settings.contains("listeners:") ? "" : "listeners: {http: {port: %d}}\n";
        files.put("application.yaml", listener.formatted(port) + settings);
        broker.deploy(Application.of(application, files));
        return this;
    }

    /** A COMPUTE module that copies the message and the LocalEnvironment and runs statements. */
    static String module(String name, String statements) {
        return """
        CREATE COMPUTE MODULE %s
          CREATE FUNCTION Main() RETURNS BOOLEAN
          BEGIN
            SET OutputRoot = InputRoot;
            SET OutputLocalEnvironment = InputLocalEnvironment;
            %s
            RETURN TRUE;
          END;
        END MODULE;
        """
                .formatted(name, statements);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(LONG);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    HttpResponse<String> post(String path, String type, String body) {
        return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    /**
     * Sends a body completely before the response is read, and returns the status.
     *
     * @param headers lines of headers
     */
    int statusOfLarge(String method, String path, String headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) LONG.toMillis());
            String head =
                    "%s %s HTTP/1.1\r\nHost: x\r\n%sContent-Length: %d\r\n\r\n"
                            .formatted(method, path, headers, LARGE);
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(new byte[LARGE]);
            byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            return Integer.parseInt(new String(line, 9, 3, StandardCharsets.US_ASCII));
        }
    }

    void put(String queue, String text) {
        Mqmd descriptor = new Mqmd().format("MQSTR");
        broker.put(queue, new QueueMessage(descriptor, Bytes.utf8(text)));
    }

    String take(String queue) {
        return broker.get(queue, LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Override
    public void close() {
        client.close();
        broker.close();
    }
}
