package io.millrace.databases;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes connections on to a port of this machine, until it is told to cut, reset, delay or refuse
 * them.
 */
final class FaultProxy implements AutoCloseable {

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean refuses;
    private volatile int delayMillis;
    private volatile String kept;
    private final AtomicBoolean hasKept = new AtomicBoolean();

    FaultProxy(int target) throws IOException {
        this.target = target;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("proxy").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Whether connections are ended as soon as they begin. */
    void refuse(boolean value) {
        refuses = value;
    }

    int refused() {
        return refused.get();
    }

    /** How long each piece of data is held back. */
    void delay(int millis) {
        delayMillis = millis;
    }

    /** Passes nothing on from the server any more from an answer on that has this word in it. */
    void keepAnswer(String word) {
        kept = word;
    }

    boolean hasKeptAnswer() {
        return hasKept.get();
    }

    private boolean isKept(byte[] data, int length) {
        String word = kept;
        if (word != null
                && new String(data, 0, length, StandardCharsets.ISO_8859_1).contains(word)) {
            hasKept.set(true);
        }
        return hasKept.get();
    }

    /** Ends all connections in order. */
    void cut() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    /** Breaks all connections with a reset. */
    void reset() throws IOException {
        for (Socket socket : open) {
            try {
                socket.setSoLinger(true, 0);
            } catch (SocketException e) {
                // It was closed by its other side meanwhile.
            }
            socket.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                if (refuses) {
                    refused.incrementAndGet();
                    client.close();
                    continue;
                }
                Socket after = new Socket();
                // Data is passed on as it came: held back until what went before is acknowledged,
                // which may take 40 ms, each question of a client would last as long.
                client.setTcpNoDelay(true);
                after.setTcpNoDelay(true);
                after.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                open.add(client);
                open.add(after);
                pass(client, after, false);
                pass(after, client, true);
            } catch (IOException e) {
                // The proxy was closed, or nobody listens behind it: the client sees its connection
                // end.
                refused.incrementAndGet();
            }
        }
    }

    private void pass(Socket from, Socket to, boolean answers) {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try (from;
                                    to) {
                                InputStream in = from.getInputStream();
                                OutputStream out = to.getOutputStream();
                                byte[] buffer = new byte[8192];
                                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                                    if (delayMillis > 0) {
                                        Thread.sleep(delayMillis);
                                    }
                                    if (!answers || !isKept(buffer, n)) {
                                        out.write(buffer, 0, n);
                                    }
                                }
                            } catch (IOException | InterruptedException e) {
                                // Both ends are closed with this one.
                            } finally {
                                open.remove(from);
                                open.remove(to);
                            }
                        });
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
