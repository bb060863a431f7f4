package io.millrace.connectors.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An HTTP proxy that passes requests and tunnels to all hosts on to the same port of this machine.
 * It can require credentials, refuse all requests, and be silent.
 */
final class TestProxy implements AutoCloseable {

    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final int target;

    /** Request lines, and the Proxy-Authorization of each. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    /** Header that requests must contain; null for none. */
    volatile String required;

    /** Status line with which all requests are answered; null for none. */
    volatile String refusal;

    volatile boolean isSilent;

    TestProxy(int target) throws IOException {
        this.target = target;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int connections() {
        return open.size();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket peer = new Socket(InetAddress.getLoopbackAddress(), target)) {
            String head = head(client.getInputStream());
            while (!head.isEmpty() && answer(client, peer, head)) {
                head = head(client.getInputStream());
            }
        } catch (IOException closed) {
            // The client or the server has ended the connection.
        } finally {
            open.remove(client);
        }
    }

    /** Answers a request, and returns whether another one can follow in the connection. */
    private boolean answer(Socket client, Socket peer, String head) throws IOException {
        String line = head.substring(0, head.indexOf("\r\n"));
        requests.add(line);
        if (isSilent) {
            return client.getInputStream().read() >= 0;
        }
        String status =
                refusal != null
                        ? refusal
                        : required != null && !head.contains("Proxy-Authorization: " + required)
                                ? "407 Proxy Authentication Required"
                                : null;
        if (status != null) {
            write(client, "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
            return false;
        }
        if (line.startsWith("CONNECT ")) {
            write(client, "HTTP/1.1 200 Connection established\r\n\r\n");
        } else {
            String url = line.split(" ")[1];
            String own = head.replace(url, URI.create(url).getRawPath());
            write(
                    peer,
                    own.replaceAll("(?i)(Proxy-[^\r]*|Connection:[^\r]*)\r\n", "")
                            .replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n"));
        }
        Thread up = Thread.ofVirtual().start(() -> copy(client, peer));
        copy(peer, client);
        up.interrupt();
        return false;
    }

    private static void write(Socket to, String text) throws IOException {
        to.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException closed) {
            return;
        }
    }

    /** Reads to the end of the headers; empty at the end of the connection. */
    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.write(b);
            if (b == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
        }
        return "";
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
