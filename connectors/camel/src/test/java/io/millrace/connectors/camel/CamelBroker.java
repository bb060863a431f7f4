package io.millrace.connectors.camel;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A broker with an application, and a gate: an HTTP server that a flow asks for each message. The
 * test decides when the gate answers, and whether it answers with an error.
 */
final class CamelBroker implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(4);

    final Broker broker = Broker.builder().memory().start();
    private final HttpServer gate;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Bodies that arrived at the gate. */
    final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();

    /** Permits of the gate to answer. */
    final Semaphore permits = new Semaphore(0);

    /** Number of further requests that the gate answers with status 500. */
    final AtomicInteger failures = new AtomicInteger();

    /** Number of zeros in further answers of the gate; 0 for the body of the request. */
    final AtomicInteger answerSize = new AtomicInteger();

    CamelBroker() {
        try {
            gate = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            gate.setExecutor(threads);
            gate.createContext("/", this::pass);
            gate.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        arrived.add(new String(body, StandardCharsets.UTF_8));
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        boolean fails = failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
        byte[] answer = answerSize.get() == 0 ? body : new byte[answerSize.get()];
        exchange.sendResponseHeaders(fails ? 500 : 200, fails ? -1 : answer.length);
        if (!fails) {
            exchange.getResponseBody().write(answer);
        }
        exchange.close();
    }

    /** Lets all requests pass the gate. */
    CamelBroker openGate() {
        permits.release(Integer.MAX_VALUE / 2);
        return this;
    }

    int gatePort() {
        return gate.getAddress().getPort();
    }

    String gateUri() {
        return "http://127.0.0.1:" + gatePort() + "/";
    }

    /** Returns a flow from a CamelInput node through the gate to the queue OUT. */
    String gated(String input) {
        return """
        flow: main
        nodes:
          in: {type: CamelInput, %s}
          gate: {type: CamelRequest, uri: "%s"}
          out: {type: MQOutput, queue: OUT}
        connections:
          in.out: gate
          gate.out: out
        """
                .formatted(input, gateUri());
    }

    /** Returns a flow from the queue IN to a node, whose failures are put on the queue FAILED. */
    static String sending(String node) {
        return """
        flow: main
        nodes:
          in: {type: MQInput, queue: IN}
          set: {type: Compute, module: Set, computeMode: destinationAndMessage}
          send: {%s}
          out: {type: MQOutput, queue: OUT}
          reason: {type: Compute, module: Reason}
          failed: {type: MQOutput, queue: FAILED}
        connections:
          in.out: set
          set.out: send
          send.out: out
          send.failure: reason
          reason.out: failed
        """
                .formatted(node);
    }

    /** Returns the modules of {@link #sending}, with statements that set headers. */
    static String modules(String statements) {
        return module("Set", "SET OutputLocalEnvironment = InputLocalEnvironment;\n" + statements)
                + module(
                        "Reason",
                        """
                        DECLARE r REFERENCE TO InputExceptionList.*[1];
                        DECLARE n INTEGER 0;
                        DECLARE t CHARACTER '';
                        WHILE LASTMOVE(r) DO
                          IF r.Number IS NOT NULL THEN
                            SET n = r.Number; SET t = r.Text;
                          END IF;
                          MOVE r LASTCHILD;
                        END WHILE;
                        SET OutputRoot.BLOB.BLOB = CAST(CAST(n AS CHARACTER) || ' ' || t AS BLOB CCSID 1208);
                        """);
    }

    /** A COMPUTE module that copies the message and runs statements. */
    static String module(String name, String statements) {
        return """
        CREATE COMPUTE MODULE %s
          CREATE FUNCTION Main() RETURNS BOOLEAN
          BEGIN
            SET OutputRoot = InputRoot;
            %s
            RETURN TRUE;
          END;
        END MODULE;
        """
                .formatted(name, statements);
    }

    CamelBroker deploy(String flow, String esql, String settings) {
        broker.deploy(application(flow, esql, settings));
        return this;
    }

    static Application application(String flow, String esql, String settings) {
        Map<String, String> files = new HashMap<>();
        files.put("main.flow.yaml", flow);
        if (!esql.isEmpty()) {
            files.put("main.esql", esql);
        }
        if (!settings.isEmpty()) {
            files.put("application.yaml", settings);
        }
        return Application.of("app", files);
    }

    /** Returns the problems of a flow whose only node of interest has these properties. */
    static List<Problem> problems(String flow, String settings) {
        try {
            application(flow, flow.contains("Reason") ? modules("") : "", settings);
            return List.of();
        } catch (ProblemsException e) {
            return e.problems();
        }
    }

    void put(String queue, String text) {
        broker.put(queue, new QueueMessage(new Mqmd().format("MQSTR"), Bytes.utf8(text)));
    }

    String take(String queue) {
        return broker.get(queue, LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "nothing on " + queue + ", failed: " + failed()));
    }

    /** Returns the text of the next message that is put on one of two queues. */
    String takeAny(String first, String second) {
        for (long end = System.nanoTime() + LONG.toNanos(); System.nanoTime() < end; ) {
            for (String queue : List.of(first, second)) {
                Optional<QueueMessage> message = broker.get(queue, Duration.ofMillis(10));
                if (message.isPresent()) {
                    return message.get().body().text(StandardCharsets.UTF_8);
                }
            }
        }
        throw new IllegalStateException("nothing on %s and %s".formatted(first, second));
    }

    private String failed() {
        return broker.get("FAILED", Duration.ZERO)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElse("nothing");
    }

    boolean isEmpty(String queue) {
        return broker.get(queue, Duration.ZERO).isEmpty();
    }

    /** Waits for the next message at the gate. */
    String awaitArrival() {
        try {
            String body = arrived.poll(LONG.toSeconds(), TimeUnit.SECONDS);
            if (body == null) {
                throw new MillraceException(ErrorCode.INTERNAL, "nothing arrived at the gate");
            }
            return body;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        openGate();
        broker.close();
        gate.stop(0);
        threads.shutdownNow();
    }
}
