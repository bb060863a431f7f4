package io.millrace.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;

import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.FaultProxy;
import io.millrace.testing.FaultProxy.Fault;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.server.SMTPServer;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all nodes keep to that call a server: each fault of the network takes the failure path with
 * the code that states whether the server can have received the call, no message is lost, the next
 * message is not affected, and no connection remains when the flow has ended.
 */
@Timeout(300)
class NodeFaultsTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String NOT_SENT = "4032";
    private static final String UNKNOWN = "4033";

    /** A node that calls a server. */
    private enum Caller {
        HTTP_REQUEST("type: HTTPRequest, url: /orders", "http", "HTTP/1.1 200", UNKNOWN),
        REST_REQUEST("type: RESTRequest, operation: POST /orders", "http", "HTTP/1.1 200", UNKNOWN),
        HTTP_ASYNC_REQUEST(
                "type: HTTPAsyncRequest, uniqueIdentifier: A, url: /orders",
                "http",
                "HTTP/1.1 200",
                UNKNOWN),
        EMAIL_OUTPUT(
                "type: EmailOutput, from: a@example.org, to: b@example.org",
                "smtp",
                "250 accepted",
                NOT_SENT);

        private final String properties;
        private final String scheme;

        /** Words in the answer to the complete call. */
        private final String answer;

        /** Code for a server that accepts a connection and never answers. */
        private final String silence;

        Caller(String properties, String scheme, String answer, String silence) {
            this.properties = properties;
            this.scheme = scheme;
            this.answer = answer;
            this.silence = silence;
        }

        /** Returns the flow. The outcome of an asynchronous call is received by another node. */
        String flow() {
            String flow = FLOW.formatted(properties);
            return this == HTTP_ASYNC_REQUEST
                    ? flow.replace("call: ", "send: ")
                            .replace("in.out: call", "in.out: send")
                            .replace(
                                    "  done: ",
                                    "  call: {type: HTTPAsyncResponse, uniqueIdentifier: A}\n"
                                            + "  done: ")
                    : flow;
        }
    }

    private static final String FLOW =
            """
            flow: calls
            nodes:
              in:     {type: MQInput, queue: IN, backoutQueue: BAD}
              call:   {%s, endpoint: peer, timeout: 0.5}
              done:   {type: Compute, module: Done}
              out:    {type: MQOutput, queue: OUT}
              failed: {type: Compute, module: Failed}
            connections:
              in.out: call
              call.out: done
              done.out: out
              failed.out: out
            """;

    private static final String FAILURE = "  call.failure: failed\n";

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Done
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot.BLOB.BLOB = CAST('done' AS BLOB CCSID 1208);
                RETURN TRUE;
              END;
            END MODULE;
            CREATE COMPUTE MODULE Failed
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE e REFERENCE TO InputExceptionList.*[1];
                DECLARE code CHARACTER '';
                WHILE LASTMOVE(e) DO
                  SET code = COALESCE(CAST(e.Number AS CHARACTER), code);
                  MOVE e LASTCHILD;
                END WHILE;
                SET OutputRoot.BLOB.BLOB = CAST(code AS BLOB CCSID 1208);
                RETURN TRUE;
              END;
            END MODULE;
            """;

    /** Number of calls that the server has received completely. */
    private final AtomicInteger received = new AtomicInteger();

    private final Broker broker =
            Broker.builder()
                    .memory()
                    .retryDelay(Duration.ofMillis(10), Duration.ofMillis(100))
                    .start();
    private int target;
    private Runnable stopServer = () -> {};
    private FaultProxy proxy;

    @AfterEach
    void stop() throws IOException {
        broker.close();
        if (proxy != null) {
            proxy.close();
        }
        stopServer.run();
    }

    private void deploy(Caller caller, String connections) throws IOException {
        target = caller.scheme.equals("smtp") ? startMail() : startHttp();
        proxy = new FaultProxy(target);
        broker.deploy(
                Application.of(
                        "calls",
                        Map.of(
                                "calls.flow.yaml",
                                caller.flow() + connections,
                                "calls.esql",
                                ESQL,
                                "application.yaml",
                                """
                                endpoints:
                                  peer: {url: "%s://127.0.0.1:%d", connectTimeout: 1}
                                """
                                        .formatted(caller.scheme, proxy.port()))));
    }

    private int startHttp() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(any, 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/orders",
                e -> {
                    e.getRequestBody().readAllBytes();
                    received.incrementAndGet();
                    e.sendResponseHeaders(200, 4);
                    e.getResponseBody().write("done".getBytes(StandardCharsets.US_ASCII));
                    e.close();
                });
        server.start();
        stopServer = () -> server.stop(0);
        return server.getAddress().getPort();
    }

    private int startMail() {
        SMTPServer server =
                SMTPServer.port(0)
                        .bindAddress(InetAddress.getLoopbackAddress())
                        .messageHandlerFactory(context -> new Mailbox())
                        .build();
        server.start();
        stopServer = server::stop;
        return server.getPortAllocated();
    }

    private final class Mailbox implements MessageHandler {

        @Override
        public void from(String from) {}

        @Override
        public void recipient(String recipient) {}

        @Override
        public String data(InputStream data) throws IOException {
            data.readAllBytes();
            received.incrementAndGet();
            return "accepted";
        }

        @Override
        public void done() {}
    }

    private String called() {
        broker.put("IN", "text");
        return broker.get("OUT", LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    /** Calls the server after a fault has ended, and undeploys the flow. */
    private void assertRecovered() {
        proxy.heal();
        int before = received.get();
        assertThat(called()).isEqualTo("done");
        assertThat(received).hasValue(before + 1);
        broker.undeploy("calls");
        await().atMost(LONG).until(() -> proxy.connections() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void aPortAtWhichNothingListensReceivesNothing(Caller caller) throws IOException {
        deploy(caller, FAILURE);
        proxy.close();
        assertThat(called()).isEqualTo(NOT_SENT);
        assertThat(received).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatClosesConnectionsFailsTheCall(Caller caller) throws IOException {
        deploy(caller, FAILURE);
        proxy.refuse(true);
        assertThat(called()).isEqualTo(caller.silence);
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void aHalfOpenConnectionFailsTheCall(Caller caller) throws IOException {
        deploy(caller, FAILURE);
        proxy.silence();
        assertThat(called()).isEqualTo(caller.silence);
        assertThat(received).hasValue(0);
        assertRecovered();
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP_REQUEST, KEEP", "HTTP_REQUEST, CUT", "HTTP_REQUEST, RESET",
        "REST_REQUEST, KEEP", "REST_REQUEST, CUT", "REST_REQUEST, RESET",
        "HTTP_ASYNC_REQUEST, KEEP", "HTTP_ASYNC_REQUEST, CUT", "HTTP_ASYNC_REQUEST, RESET",
        "EMAIL_OUTPUT, KEEP", "EMAIL_OUTPUT, CUT", "EMAIL_OUTPUT, RESET"
    })
    void theOutcomeIsUnknownIfTheAnswerIsLost(Caller caller, Fault fault) throws IOException {
        deploy(caller, FAILURE);
        proxy.answer(caller.answer, fault);
        assertThat(called()).isEqualTo(UNKNOWN);
        assertThat(received).hasValue(1);
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void delaysBelowTheTimeOutDoNotFailTheCall(Caller caller) throws IOException {
        deploy(caller, FAILURE);
        proxy.delay(20);
        assertThat(called()).isEqualTo("done");
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void delaysAboveTheTimeOutFailTheCall(Caller caller) throws IOException {
        deploy(caller, FAILURE);
        proxy.delay(2_000);
        assertThat(called()).isEqualTo(caller.silence);
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatEndsBetweenTwoCallsIsReplaced(Caller caller) throws IOException {
        deploy(caller, FAILURE);
        assertThat(called()).isEqualTo("done");
        proxy.cut();
        await().atMost(LONG).until(() -> proxy.connections() == 0);
        assertThat(called()).isEqualTo("done");
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HTTP_ASYNC_REQUEST")
    void aMessageIsProcessedWhenItsServerCanBeReachedAgain(Caller caller) throws IOException {
        deploy(caller, "");
        int port = proxy.port();
        proxy.close();
        broker.put("IN", "text");
        await().atMost(LONG).until(() -> broker.statistics().getFirst().messages() > 5);
        assertThat(broker.browse("BAD", 1)).as("backed out").isEmpty();
        proxy = new FaultProxy(target, port);
        assertThat(broker.get("OUT", LONG)).isPresent();
        assertThat(received).hasValue(1);
    }
}
