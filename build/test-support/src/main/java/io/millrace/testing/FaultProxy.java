package io.millrace.testing;

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
 * A proxy for connections to a port of this machine. It can cut, reset, delay, refuse and silence
 * them.
 */
public final class FaultProxy implements AutoCloseable {

    /** What happens to an answer of the server that contains a word. */
    public enum Fault {
        /** The answer and all further ones are lost, but the connection stays open. */
        KEEP,
        /** The connection is closed after the first two bytes of the answer. */
        CUT,
        /** The connection is reset after the first two bytes of the answer. */
        RESET
    }

    /** A fault and the word in an answer that triggers it. */
    private record Trap(String word, Fault fault) {

        boolean matches(byte[] data, int length) {
            return new String(data, 0, length, StandardCharsets.ISO_8859_1).contains(word);
        }
    }

    private final ServerSocket server;
    private final int target;
    private final Thread acceptor;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean refuses;
    private volatile int delayMillis;
    private volatile boolean isSilent;
    private volatile Trap trap;
    private final AtomicBoolean hasKept = new AtomicBoolean();

    public FaultProxy(int target) throws IOException {
        this(target, 0);
    }

    /**
     * Creates a proxy.
     *
     * @param port port for clients; 0 for any free port
     */
    public FaultProxy(int target, int port) throws IOException {
        this.target = target;
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        acceptor = Thread.ofPlatform().daemon().name("proxy").start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Sets whether connections are closed as soon as they begin. */
    public void refuse(boolean value) {
        refuses = value;
    }

    public int refused() {
        return refused.get();
    }

    /** Sets the time by which data is delayed. */
    public void delay(int millis) {
        delayMillis = millis;
    }

    /**
     * Passes nothing from the server after an answer that contains a word. This answer is lost too.
     */
    public void keepAnswer(String word) {
        answer(word, Fault.KEEP);
    }

    public boolean hasKeptAnswer() {
        return hasKept.get();
    }

    /** Causes a fault of all answers that contain a word. */
    public void answer(String word, Fault fault) {
        trap = new Trap(word, fault);
    }

    /** Accepts connections, but passes no data in either direction. */
    public void silence() {
        isSilent = true;
    }

    /** Ends all faults. Connections that had one stay as they are. */
    public void heal() {
        refuses = false;
        delayMillis = 0;
        isSilent = false;
        trap = null;
        hasKept.set(false);
    }

    /** Returns the number of open connections of clients. */
    public int connections() {
        return open.size() / 2;
    }

    /** Ends all connections in order. */
    public void cut() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    /** Resets all connections. */
    public void reset() throws IOException {
        for (Socket socket : open) {
            reset(socket);
        }
    }

    private static void reset(Socket socket) throws IOException {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException e) {
            // It was closed by its other side meanwhile.
        }
        socket.close();
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
                                    if (answers) {
                                        answer(buffer, n, to);
                                    } else if (!isSilent) {
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

    /** Passes an answer of the server to a client, or causes its fault. */
    private void answer(byte[] data, int length, Socket client) throws IOException {
        Trap current = trap;
        OutputStream out = client.getOutputStream();
        Fault fault = current != null && current.matches(data, length) ? current.fault() : null;
        if (fault == Fault.KEEP) {
            hasKept.set(true);
        }
        if (isSilent || hasKept.get()) {
            return;
        }
        out.write(data, 0, fault == null ? length : Math.min(2, length));
        if (fault == Fault.CUT) {
            client.close();
        } else if (fault == Fault.RESET) {
            reset(client);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        try {
            // The port is closed only when the thread no longer waits at it.
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cut();
    }
}
