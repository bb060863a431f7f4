package io.millrace.store.artemis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client of STOMP on a socket. */
public final class StompClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;

    public StompClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends a frame and returns the answer; empty where the broker ends the connection. */
    public String exchange(String frame) throws IOException {
        socket.getOutputStream().write((frame + "\0").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            for (int b = in.read(); b > 0; b = in.read()) {
                answer.write(b);
            }
        } catch (IOException ended) {
            // What came before is the answer.
        }
        return answer.toString(StandardCharsets.UTF_8).strip();
    }

    public String connect(String user, String password) throws IOException {
        String login = user == null ? "" : "login:" + user + "\npasscode:" + password + "\n";
        return exchange("CONNECT\naccept-version:1.2\nhost:localhost\n" + login + "\n");
    }

    public String send(String destination, String body) throws IOException {
        return exchange("SEND\ndestination:" + destination + "\nreceipt:r\n\n" + body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
