package io.millrace.store.artemis;

import io.millrace.engine.queue.Acceptor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a client and a port, and passes on what both say until it falls silent: then it
 * swallows everything and keeps the connections, as a network does that is cut.
 */
public final class SilentProxy implements AutoCloseable {

    private final ServerSocket server;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean silent;

    private SilentProxy(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    public static SilentProxy to(int target) throws IOException {
        InetAddress loopback = InetAddress.getByName(Acceptor.LOOPBACK);
        SilentProxy proxy = new SilentProxy(new ServerSocket(0, 10, loopback), target);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    public int port() {
        return server.getLocalPort();
    }

    public void fallSilent() {
        silent = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket broker = new Socket(server.getInetAddress(), target);
                sockets.addAll(List.of(client, broker));
                Thread.ofVirtual().start(() -> pass(client, broker));
                Thread.ofVirtual().start(() -> pass(broker, client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (!silent) {
                    out.write(buffer, 0, n);
                    out.flush();
                }
            }
        } catch (IOException ended) {
            // One of the two has gone.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
