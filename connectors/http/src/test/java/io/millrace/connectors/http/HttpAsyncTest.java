package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.millrace.engine.error.ProblemsException;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** HTTPAsyncRequest and HTTPAsyncResponse. */
@Timeout(300)
class HttpAsyncTest {

    private static final String FLOW =
            """
            flow: main
            nodes:
              in:       {type: MQInput, queue: IN, domain: JSON, backoutQueue: BAD}
              note:     {type: Compute, module: Note, computeMode: destinationAndMessage}
              send:     {type: HTTPAsyncRequest, uniqueIdentifier: A, endpoint: peer, url: /echo}
              sent:     {type: MQOutput, queue: SENT}
              ok:       {type: Filter, expression: "Root.JSON.Data.bad IS NULL"}
              bad:      {type: Throw, messageText: bad}
              web:      {type: HTTPInput, path: /web, domain: JSON}
              later:    {type: Compute, module: Later, computeMode: destinationAndMessage}
              answered: {type: HTTPAsyncResponse, uniqueIdentifier: A}
              isWeb:    {type: Filter, expression: "LocalEnvironment.HTTP.Response.UserContext.id IS NULL"}
              identify: {type: Compute, module: Identify, computeMode: destinationAndMessage}
              reply:    {type: HTTPReply}
              join:     {type: Compute, module: Join}
              out:      {type: MQOutput, queue: OUT}
              join2:    {type: Compute, module: Join}
              errors:   {type: MQOutput, queue: ERRORS}
              join3:    {type: Compute, module: Join}
              late:     {type: MQOutput, queue: LATE}
              reason:   {type: Compute, module: Reason}
              failed:   {type: MQOutput, queue: FAILED}
            connections:
              in.out: note
              note.out: send
              send.out: [sent, ok]
              ok.false: bad
              web.out: later
              later.out: send
              answered.out: isWeb
              isWeb.true: identify
              identify.out: reply
              isWeb.false: join
              join.out: out
              answered.error: join2
              join2.out: errors
              answered.timeout: join3
              join3.out: late
              answered.failure: reason
              reason.out: failed
            """;

    private static final String ESQL =
            HttpBroker.module(
                            "Note",
                            """
                            SET OutputLocalEnvironment.Destination.HTTP.UserContext.id =
                              InputRoot.JSON.Data.id;
                            IF InputRoot.JSON.Data.path IS NOT NULL THEN
                              SET OutputLocalEnvironment.Destination.HTTP.RequestURL =
                                InputRoot.JSON.Data.path;
                            END IF;
                            """)
                    + HttpBroker.module(
                            "Later",
                            """
                            SET OutputLocalEnvironment.Destination.HTTP.UserContext.request =
                              InputLocalEnvironment.Destination.HTTP.RequestIdentifier;
                            """)
                    + HttpBroker.module(
                            "Identify",
                            """
                            SET OutputLocalEnvironment.Destination.HTTP.RequestIdentifier =
                              InputLocalEnvironment.HTTP.Response.UserContext.request;
                            """)
                    + HttpBroker.module(
                            "Join",
                            """
                            SET OutputRoot.JSON.Data.id =
                              InputLocalEnvironment.HTTP.Response.UserContext.id;
                            """)
                    + HttpBroker.module(
                            "Reason",
                            """
                            DECLARE inner REFERENCE TO InputExceptionList;
                            WHILE LASTMOVE(inner) DO
                              SET OutputRoot.JSON.Data.code =
                                COALESCE(inner.Number, OutputRoot.JSON.Data.code);
                              MOVE inner LASTCHILD;
                            END WHILE;
                            SET OutputRoot.JSON.Data.text =
                              CAST(InputRoot.BLOB.BLOB AS CHARACTER CCSID 1208);
                            SET OutputRoot.BLOB = NULL;
                            SET OutputRoot.JSON.Data.user =
                              InputLocalEnvironment.HTTP.Response.UserContext.id;
                            """);

    private final HttpBroker http = new HttpBroker();
    private final AtomicInteger received = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private HttpServer server;
    private String base;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        base = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/echo", e -> answer(e, 200));
        server.createContext("/refuse", e -> answer(e, 422));
        server.createContext(
                "/wait",
                e -> {
                    try {
                        released.await();
                    } catch (InterruptedException interrupted) {
                        throw new IOException(interrupted);
                    }
                    answer(e, 200);
                });
        server.start();
    }

    @AfterEach
    void stop() {
        released.countDown();
        http.close();
        server.stop(0);
    }

    private void answer(HttpExchange e, int status) throws IOException {
        byte[] body = e.getRequestBody().readAllBytes();
        received.incrementAndGet();
        String text =
                "{\"status\":%d,\"request\":%s}"
                        .formatted(status, new String(body, StandardCharsets.UTF_8));
        e.getResponseHeaders().set("Content-Type", "application/json");
        e.sendResponseHeaders(status, text.length());
        e.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        e.close();
    }

    private HttpBroker deploy(String flow) {
        return http.deploy(
                "shop",
                flow,
                ESQL,
                "endpoints: {peer: {url: \"%s\", timeout: 60}}\n".formatted(base));
    }

    private void send(int id, String path) {
        http.put("IN", "{\"id\":%d,\"path\":\"%s\"}".formatted(id, path));
    }

    @Test
    void theResponseIsReceivedLaterWithTheUserContext() {
        deploy(FLOW);
        send(7, base + "/wait");
        assertThat(http.take("SENT")).as("the flow has ended").contains("7");
        released.countDown();
        assertThat(http.take("OUT"))
                .startsWith("{\"status\":200,\"request\":{\"id\":7,")
                .endsWith(",\"id\":7}");
    }

    @Test
    void theResponseCanReplyToAClientOfTheFlowThatSent() {
        deploy(FLOW);
        HttpResponse<String> reply = http.post("/web", "application/json", "{\"a\":1}");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("{\"status\":200,\"request\":{\"a\":1}}");
    }

    @Test
    void errorResponsesAreSeparate() {
        deploy(FLOW);
        send(3, base + "/refuse");
        assertThat(http.take("ERRORS")).startsWith("{\"status\":422,").endsWith("\"id\":3}");
        assertThat(http.broker.browse("OUT", 1)).isEmpty();
    }

    @Test
    void anErrorResponseFailsIfErrorIsNotConnected() {
        deploy(FLOW.replace("  answered.error: join2\n", ""));
        send(3, base + "/refuse");
        assertThat(http.take("FAILED"))
                .startsWith("{\"code\":4034,\"text\":\"{\\\"status\\\":422,")
                .endsWith("\"user\":3}");
    }

    @Test
    void aRequestThatIsNotAnsweredInTimeHasATerminal() {
        String shortly = "url: /echo, timeout: 0.2}";
        deploy(FLOW.replace("url: /echo}", shortly));
        send(4, base + "/wait");
        assertThat(http.take("LATE")).startsWith("{\"id\":4,\"path\"");
    }

    @Test
    void aTimeoutFailsIfItsTerminalIsNotConnected() {
        String shortly = "url: /echo, timeout: 0.2}";
        deploy(FLOW.replace("url: /echo}", shortly).replace("  answered.timeout: join3\n", ""));
        send(4, base + "/wait");
        assertThat(http.take("FAILED"))
                .startsWith("{\"id\":4,\"path\"")
                .contains("\"code\":4033")
                .endsWith("\"user\":4}");
    }

    @Test
    void anUnreachableServerTakesTheFailurePathWithTheMessageThatWasNotSent() {
        deploy(FLOW);
        send(5, "http://127.0.0.1:" + HttpBroker.freePort() + "/");
        assertThat(http.take("FAILED"))
                .startsWith("{\"id\":5,\"path\"")
                .contains("\"code\":4032")
                .endsWith("\"user\":5}");
    }

    @Test
    void aMessageThatIsRolledBackSendsNothing() {
        deploy(FLOW);
        http.put("IN", "{\"id\":1,\"bad\":true}");
        assertThat(http.take("BAD")).contains("bad");
        send(2, base + "/echo");
        assertThat(http.take("OUT")).endsWith("\"id\":2}");
        assertThat(http.broker.awaitIdle(HttpBroker.LONG)).isTrue();
        assertThat(received).hasValue(1);
    }

    @Test
    void messagesFailWhileTooManyRequestsAreOutstanding() {
        deploy(FLOW.replace("url: /echo}", "url: /echo, maxOutstanding: 2}"));
        send(1, base + "/wait");
        send(2, base + "/wait");
        assertThat(http.take("SENT")).contains("1");
        assertThat(http.take("SENT")).contains("2");
        HttpResponse<String> third = http.post("/web", "application/json", "{}");
        assertThat(third.statusCode()).isEqualTo(500);
        released.countDown();
        assertThat(http.take("OUT")).isNotEmpty();
        assertThat(http.take("OUT")).isNotEmpty();
        assertThat(http.broker.awaitIdle(HttpBroker.LONG)).isTrue();
        assertThat(http.post("/web", "application/json", "{}").statusCode()).isEqualTo(200);
    }

    @Test
    void allResponsesArriveOnce() {
        deploy(FLOW.replace("flow: main", "flow: main\nadditionalInstances: 3"));
        IntStream.range(0, 60).forEach(i -> send(i, base + "/echo"));
        TreeSet<String> ids = new TreeSet<>();
        for (int i = 0; i < 60; i++) {
            ids.add(http.take("OUT").replaceAll(".*\"id\":(\\d+)}$", "$1"));
        }
        assertThat(ids).hasSize(60);
        assertThat(http.broker.awaitIdle(HttpBroker.LONG)).isTrue();
        assertThat(http.broker.browse("OUT", 1)).isEmpty();
    }

    @Test
    void theCheckFindsARequestWithoutAResponse() {
        assertThatThrownBy(
                        () ->
                                deploy(
                                        FLOW.replace(
                                                "Request, uniqueIdentifier: A",
                                                "Request, uniqueIdentifier: B")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining(
                        "the application has no HTTPAsyncResponse node with the uniqueIdentifier"
                                + " B");
    }

    @Test
    void aFlowTestSendsTheRequestAndRunsTheResponse() {
        String ask =
                """
                flow: ask
                nodes:
                  in:   {type: MQInput, queue: IN, domain: JSON}
                  note: {type: Compute, module: Note, computeMode: destinationAndMessage}
                  send: {type: HTTPAsyncRequest, uniqueIdentifier: A, endpoint: peer, url: /echo}
                connections:
                  in.out: note
                  note.out: send
                """;
        String answer =
                """
                flow: answer
                nodes:
                  in:   {type: HTTPAsyncResponse, uniqueIdentifier: A}
                  join: {type: Compute, module: Join}
                  out:  {type: MQOutput, queue: OUT}
                connections:
                  in.out: join
                  join.out: out
                """;
        Map<String, String> files =
                Map.of(
                        "ask.flow.yaml",
                        ask,
                        "answer.flow.yaml",
                        answer,
                        "main.esql",
                        ESQL,
                        "application.yaml",
                        "endpoints: {peer: {url: \"%s\"}}\n".formatted(base));
        try (Flow flow = Flow.of(Application.of("shop", files), "answer")) {
            FlowResult result = flow.process("{\"status\":1}");
            assertThat(result.outputs().getFirst().message().body().text(StandardCharsets.UTF_8))
                    .startsWith("{\"status\":1");
        }
        try (Flow flow = Flow.of(Application.of("shop", files), "ask")) {
            FlowResult result = flow.process("{\"id\":7}");
            assertThat(
                            result.outputs().stream()
                                    .filter(o -> o.queue().equals("OUT"))
                                    .map(o -> o.message().body().text(StandardCharsets.UTF_8)))
                    .containsExactly("{\"status\":200,\"request\":{\"id\":7},\"id\":7}");
        }
    }
}
