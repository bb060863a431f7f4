package io.millrace.benchmarks.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A keep-alive connection that sends the same request again and again. The connection does only the
 * minimum, so that the server accounts for most of the time. For one thread.
 */
final class HttpConnection implements AutoCloseable {

    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] request;
    private final int length;

    HttpConnection(int port, byte[] body) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
        out = socket.getOutputStream();
        length = body.length;
        String head =
                """
                POST /echo HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                """
                        .formatted(length);
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        request = new byte[start.length + length];
        System.arraycopy(start, 0, request, 0, start.length);
        System.arraycopy(body, 0, request, start.length, length);
    }

    /** Sends the request and reads the response. The two bodies must be equal. */
    void send() throws IOException {
        out.write(request);
        String status = line();
        int received = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                received = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(received);
        if (!status.startsWith("HTTP/1.1 200") || received != length) {
            throw new IOException("expected %d bytes (found %s)".formatted(length, status));
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the server has closed the connection");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
