package io.millrace.benchmarks.http;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Requests of 1 KB of JSON over 64 keep-alive connections: HTTPInput and HTTPReply, Helidon, or the
 * component platform-http of Camel.
 */
public class HttpServerBenchmark extends EngineBenchmark {

    /** Number of requests of a measurement. */
    public static final int REQUESTS = 2_048;

    private static final int CONNECTIONS = 64;

    /** A server. */
    public enum Server {
        MILLRACE,
        HELIDON,
        CAMEL
    }

    @Param private Server server;

    private final List<HttpConnection> connections = new ArrayList<>();
    private ExecutorService clients;
    private Echo echo;

    @Setup
    public void open() throws Exception {
        echo =
                switch (server) {
                    case MILLRACE -> Echo.millrace();
                    case HELIDON -> Echo.helidon();
                    case CAMEL -> Echo.camel();
                };
        clients = Executors.newVirtualThreadPerTaskExecutor();
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(new HttpConnection(echo.port(), Echo.body()));
        }
    }

    @TearDown
    public void close() throws Exception {
        for (HttpConnection connection : connections) {
            connection.close();
        }
        clients.close();
        echo.close();
    }

    /** Sends the requests, each connection one after the other. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public int requests() throws Exception {
        List<Future<Integer>> all = new ArrayList<>();
        for (HttpConnection connection : connections) {
            all.add(clients.submit(() -> send(connection)));
        }
        int sent = 0;
        for (Future<Integer> each : all) {
            sent += each.get();
        }
        return sent;
    }

    private static int send(HttpConnection connection) throws Exception {
        int count = REQUESTS / CONNECTIONS;
        for (int i = 0; i < count; i++) {
            connection.send();
        }
        return count;
    }
}
