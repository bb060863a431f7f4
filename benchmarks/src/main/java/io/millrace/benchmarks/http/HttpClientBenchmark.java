package io.millrace.benchmarks.http;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.webclient.http1.Http1Client;
import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests of 1 KB of JSON, one after the other: by an HTTPRequest node between two queues in
 * memory, or by the client of Helidon. The server is the same.
 */
public class HttpClientBenchmark extends EngineBenchmark {

    /** Number of requests of a measurement. */
    public static final int REQUESTS = 512;

    private static final String FLOW =
            """
            flow: ask
            nodes:
              in:  {type: MQInput, queue: IN, domain: JSON}
              ask: {type: HTTPRequest, url: "http://127.0.0.1:%d/echo"}
              out: {type: MQOutput, queue: OUT}
            connections: {in.out: ask, ask.out: out}
            """;

    /** A client. */
    public enum Client {
        MILLRACE,
        HELIDON
    }

    @Param private Client client;

    private final QueueMessage message =
            new QueueMessage(new Mqmd().format("MQSTR"), Bytes.of(Echo.body()));
    private Echo echo;
    private Broker broker;
    private QueueSession session;
    private Http1Client bare;

    @Setup
    public void open() {
        echo = Echo.helidon();
        if (client == Client.MILLRACE) {
            broker = Broker.builder().memory().start();
            String flow = FLOW.formatted(echo.port());
            broker.deploy(Application.of("ask", Map.of("ask.flow.yaml", flow)));
            session = broker.store().session();
        } else {
            bare =
                    Http1Client.builder()
                            .baseUri("http://127.0.0.1:" + echo.port())
                            .servicesDiscoverServices(false)
                            .sendExpectContinue(false)
                            .build();
        }
    }

    @TearDown
    public void close() {
        if (broker != null) {
            session.close();
            broker.close();
        } else {
            bare.closeResource();
        }
        echo.close();
    }

    /** Sends the requests and reads the responses. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long requests() {
        return client == Client.MILLRACE ? flow() : bare();
    }

    private long flow() {
        for (int i = 0; i < REQUESTS; i++) {
            session.put("IN", message, true);
        }
        session.commit();
        QueueStore store = broker.store();
        while (store.status("OUT").depth() < REQUESTS) {
            LockSupport.parkNanos(1_000_000);
        }
        return store.clear("OUT");
    }

    private long bare() {
        long bytes = 0;
        byte[] body = message.body().toArray();
        for (int i = 0; i < REQUESTS; i++) {
            try (var response =
                    bare.post("/echo").contentType(MediaTypes.APPLICATION_JSON).submit(body)) {
                bytes += response.entity().as(byte[].class).length;
            }
        }
        return bytes;
    }
}
