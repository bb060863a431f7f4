package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.administration.SpanCollector.Span;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.net.ssl.SSLContext;

/** The traces of a server process, received by a collector. */
@Timeout(300)
class TracingTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "00f067aa0ba902b7";

    @TempDir Path folder;

    private SpanCollector collector;
    private int port;

    @BeforeEach
    void open() throws IOException {
        collector = new SpanCollector();
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
    }

    @AfterEach
    void close() {
        collector.close();
    }

    /** Writes two flows: one puts a request of HTTP on a queue, which the other reads. */
    private String application() throws IOException {
        Path application = Files.createDirectories(folder.resolve("traced"));
        Files.writeString(application.resolve("application.yaml"), "name: traced\n");
        Files.writeString(
                application.resolve("web.flow.yaml"),
                """
                flow: web
                nodes:
                  in: {type: HTTPInput, path: /orders, methods: [POST], domain: XMLNSC}
                  set: {type: Compute, module: Copy}
                  put: {type: MQOutput, queue: TRACED.WORK}
                  reply: {type: HTTPReply}
                connections:
                  in.out: set
                  set.out: put
                  put.out: reply
                """);
        Files.writeString(
                application.resolve("work.flow.yaml"),
                """
                flow: work
                nodes:
                  in: {type: MQInput, queue: TRACED.WORK, domain: XMLNSC}
                  set: {type: Compute, module: Check}
                  call: {type: HTTPRequest, url: "%s/target", domain: XMLNSC}
                  put: {type: MQOutput, queue: TRACED.DONE}
                  bad: {type: MQOutput, queue: TRACED.BAD}
                connections:
                  in.out: set
                  in.catch: bad
                  set.out: call
                  call.out: put
                """
                        .formatted(collector.url()));
        Files.writeString(
                application.resolve("traced.esql"),
                """
                CREATE COMPUTE MODULE Copy
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot.Properties = InputRoot.Properties;
                    SET OutputRoot.XMLNSC = InputRoot.XMLNSC;
                    RETURN TRUE;
                  END;
                END MODULE;
                CREATE COMPUTE MODULE Check
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot = InputRoot;
                    IF InputRoot.XMLNSC.order.secret IS NOT NULL THEN
                      SET OutputRoot.XMLNSC.order.number = CAST(InputRoot.XMLNSC.order.secret AS INTEGER);
                    END IF;
                    RETURN TRUE;
                  END;
                END MODULE;
                """);
        return application.toString();
    }

    private ServerThread start(String tracing) throws IOException {
        ServerThread server =
                ServerThread.start(folder.resolve("home"), "--config", broker(tracing));
        server.run("deploy", application()).ok();
        return server;
    }

    private ServerProcess process(String tracing) throws IOException {
        ServerProcess server =
                ServerProcess.start(folder.resolve("home"), "--config", broker(tracing));
        server.run("deploy", application()).ok();
        return server;
    }

    private String broker(String tracing) throws IOException {
        Path broker = folder.resolve("broker.yaml");
        Files.writeString(
                broker,
                """
                name: TRACER
                endpoints:
                  collector: {url: "%s"}
                listeners:
                  http: {port: %d}
                %s
                """
                        .formatted(collector.url(), port, tracing));
        return broker.toString();
    }

    private HttpResponse<String> post(String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders"))
                        .POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = TestServer.send(request);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }

    @Test
    void spansOfTwoFlowsAndTheirCallerShareATrace() throws Exception {
        try (ServerThread server =
                start("tracing: {endpoint: collector, sampleOneOf: 1, mqrfh2: always}")) {
            String traceparent = "00-" + TRACE + "-" + CALLER + "-01";
            assertThat(
                            post("<order/>", "traceparent", traceparent, "tracestate", "vendor=1")
                                    .body())
                    .as("the reply has no header of queues")
                    .isEqualTo("<order/>");
            Span web = collector.await("web", 1).getFirst();
            Span work = collector.await("work", 1).getFirst();
            Span put = collector.await("web.put", 1).getFirst();
            Span call = collector.await("work.call", 1).getFirst();
            assertThat(collector.spans()).extracting(Span::trace).containsOnly(TRACE);
            assertThat(web.parent()).isEqualTo(CALLER);
            assertThat(web.kind()).isEqualTo(2);
            assertThat(collector.await("web.set", 1).getFirst().parent()).isEqualTo(web.id());
            assertThat(put.kind()).isEqualTo(4);
            assertThat(work.parent()).as("the producer").isEqualTo(put.id());
            assertThat(work.kind()).isEqualTo(5);
            assertThat(call.kind()).isEqualTo(3);
            assertThat(collector.requests().getFirst())
                    .containsEntry("traceparent", "00-" + TRACE + "-" + call.id() + "-01")
                    .containsEntry("tracestate", "vendor=1");
            assertThat(work.attributes())
                    .containsEntry("millrace.application", "traced")
                    .containsEntry("millrace.group", "default")
                    .containsEntry("millrace.node", "work.in")
                    .containsEntry("millrace.node.type", "MQInput")
                    .containsEntry("millrace.committed", "1");
            assertThat(work.start()).isGreaterThanOrEqualTo(web.start());
            assertThat(work.end()).isGreaterThan(work.start());
            assertThat(collector.resources().getFirst())
                    .contains("service.name=TRACER")
                    .contains("service.version=");
            String done = server.run("get", "TRACED.DONE", "--headers", "--wait", "120").ok().out();
            assertThat(done).contains("<done/>").contains(TRACE);
        }
    }

    @Test
    void errorsHaveTheirCodeAndNoValueOfTheMessage() throws Exception {
        try (ServerThread _ =
                start("tracing: {endpoint: collector, sampleOneOf: 1, mqrfh2: always}")) {
            post("<order><secret>hidden</secret></order>");
            Span failed = collector.await("work.set", 1).getFirst();
            assertThat(failed.status()).isEqualTo(2);
            assertThat(failed.attributes()).containsEntry("error.type", "MR2101");
            assertThat(collector.await("work", 1).getFirst().status()).isEqualTo(2);
            assertThat(collector.spans().toString()).doesNotContain("hidden");
        }
    }

    @Test
    void existingHeadersAreChangedAndNoneIsAdded() throws Exception {
        try (ServerThread server = start("tracing: {endpoint: collector, sampleOneOf: 1}")) {
            post("<order/>");
            Span web = collector.await("web", 1).getFirst();
            Span work = collector.await("work", 1).getFirst();
            assertThat(work.trace()).as("no header, so another trace").isNotEqualTo(web.trace());
            assertThat(work.parent()).isEmpty();
            assertThat(server.run("get", "TRACED.DONE", "--wait", "120").ok().out())
                    .isEqualTo("<done/>");
            Path message = Files.writeString(folder.resolve("order.xml"), "<order/>");
            Files.writeString(
                    folder.resolve("order.headers.yaml"),
                    "mqrfh2: {usr: {traceparent: 00-%s-%s-01, colour: red}}\n"
                            .formatted(TRACE, CALLER));
            server.run("put", "TRACED.WORK", message.toString()).ok();
            Span second = collector.await("work", 2).getLast();
            assertThat(second.trace()).isEqualTo(TRACE);
            assertThat(second.parent()).isEqualTo(CALLER);
            Span put = collector.await("work.put", 2).getLast();
            assertThat(server.run("get", "TRACED.DONE", "--headers", "--wait", "120").ok().out())
                    .contains("00-" + TRACE + "-" + put.id() + "-01")
                    .contains("colour")
                    .doesNotContain(CALLER);
        }
    }

    @Test
    void messagesThatAreNotSampledHaveNoSpansAndNoHeader() throws Exception {
        try (ServerProcess server =
                process("tracing: {endpoint: collector, sampleOneOf: 1000000, mqrfh2: always}")) {
            for (int i = 0; i < 20; i++) {
                post("<order/>");
            }
            // A sender that does not sample, and one whose context is damaged.
            post("<order/>", "traceparent", "00-" + TRACE + "-" + CALLER + "-00");
            post("<order/>", "traceparent", "00-zz-" + CALLER + "-01");
            post("<order/>", "traceparent", "00-" + TRACE + "-" + CALLER + "-01");
            collector.await("work", 1);
            assertThat(server.stop()).isEqualTo(143);
            assertThat(collector.spans()).extracting(Span::trace).containsOnly(TRACE);
            assertThat(collector.requests())
                    .filteredOn(r -> r.containsKey("traceparent"))
                    .hasSize(1);
        }
    }

    @Test
    void aCollectorThatCannotBeReachedIsReportedAndDoesNotStopMessages() throws Exception {
        collector.close();
        try (ServerProcess server =
                process("tracing: {endpoint: collector, sampleOneOf: 1, mqrfh2: never}")) {
            server.run("put", "TRACED.WORK", "--text", "<x").ok();
            assertThat(server.run("get", "TRACED.BAD", "--wait", "120").ok().out()).isEqualTo("<x");
            Path log = server.home().resolve("server/log/millrace.log");
            await().until(() -> Files.readString(log).contains("MR7032"));
            assertThat(Files.readString(log))
                    .containsPattern(
                            "MR7032 " + collector.url() + ": \\d+ spans could not be sent");
            assertThat(server.output()).doesNotContain("io.opentelemetry");
        }
    }

    @Test
    void remainingSpansAreSentWhenTheServerEndsAndTheCollectorGetsTheToken() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "s3cr3t\n");
        Path broker = folder.resolve("broker.yaml");
        Files.writeString(
                broker,
                """
                endpoints:
                  collector: {url: "%s/", credentials: collector}
                credentials:
                  collector: {passwordFile: "%s"}
                listeners:
                  http: {port: %d}
                tracing: {endpoint: collector, sampleOneOf: 1}
                """
                        .formatted(collector.url(), token, port));
        try (ServerProcess server =
                ServerProcess.start(folder.resolve("home"), "--config", broker.toString())) {
            server.run("deploy", application()).ok();
            post("<order/>");
            assertThat(server.stop()).isEqualTo(143);
            assertThat(collector.spans()).extracting(Span::name).contains("web", "web.put");
            assertThat(collector.exports().getFirst())
                    .containsEntry("authorization", "Bearer s3cr3t");
            assertThat(server.output()).doesNotContain("s3cr3t");
        }
    }

    @Test
    void aCollectorWithTlsIsTrustedOnlyWithItsAuthority() throws Exception {
        TestCertificates.make(folder, "trusted");
        TestCertificates.make(folder, "other");
        SSLContext tls = TestCertificates.context(folder, "trusted", "trusted");
        try (SpanCollector secure = SpanCollector.secure(tls)) {
            for (String trust : List.of("other", "trusted")) {
                Path broker = folder.resolve("broker.yaml");
                Files.writeString(
                        broker,
                        """
                        endpoints: {collector: {url: "%s", tls: authority}}
                        certificates: {authority: {trust: "%s"}}
                        listeners: {http: {port: %d}}
                        tracing: {endpoint: collector, sampleOneOf: 1}
                        """
                                .formatted(secure.url(), folder.resolve(trust + ".pem"), port));
                try (ServerProcess server =
                        ServerProcess.start(
                                folder.resolve("home"), "--config", broker.toString())) {
                    server.run("deploy", application()).ok();
                    post("<order/>");
                    assertThat(server.stop()).isEqualTo(143);
                    assertThat(secure.spans().isEmpty()).isEqualTo(trust.equals("other"));
                }
            }
        }
    }

    @Test
    void wrongSettingsAreReportedWithTheirLine() throws Exception {
        Path broker = folder.resolve("broker.yaml");
        for (List<String> wrong :
                List.of(
                        List.of("tracing: {endpoint: other}", "is not in the list of endpoints"),
                        List.of("tracing: {}", "endpoint"),
                        List.of("tracing: {endpoint: queues}", "must be the endpoint of an HTTP"),
                        List.of("tracing: {endpoint: c, sampleOneOf: 0}", "sampleOneOf"),
                        List.of("tracing: {endpoint: c, mqrfh2: yes}", "mqrfh2"))) {
            Files.writeString(
                    broker,
                    """
                    endpoints: {queues: {url: "tcp://127.0.0.1:1"}, c: {url: "http://127.0.0.1:1"}}
                    %s
                    """
                            .formatted(wrong.getFirst()));
            TestServer.Result result =
                    TestServer.command(
                            "server",
                            "--home",
                            folder.resolve("none").toString(),
                            "--config",
                            broker.toString());
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.err()).contains("broker.yaml:2:", wrong.getLast());
        }
    }
}
