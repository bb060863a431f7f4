package io.millrace.flows.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

final class NamedResourcesTest {

    @TempDir Path folder;

    private final Problems problems = new Problems();

    @BeforeEach
    void createFiles() throws IOException {
        for (String file : List.of("own.pem", "own.key", "ca.pem", "secret")) {
            Files.writeString(folder.resolve(file), "content");
        }
    }

    private BrokerSettings broker(String yaml) throws IOException {
        return BrokerFile.read(Files.writeString(folder.resolve("broker.yaml"), yaml), problems);
    }

    private static final String RESOURCES =
            """
            endpoints:
              prices:
                url: https://prices.example.org/v1
                credentials: prices
                tls: partner
                timeout: 5
                connectTimeout: 2
                poolSize: 3
                retry: {attempts: 4}
              local: {url: "http://localhost:8080"}
            credentials:
              prices: {user: shop, passwordEnv: PATH}
            certificates:
              own: {certificate: own.pem, key: own.key, trust: ca.pem}
              partner: {trust: ca.pem}
            listeners:
              http: {port: 7801}
              partners: {host: 0.0.0.0, port: 7843, tls: own, clientAuth: required, idleTimeout: 5}
            """;

    @Test
    void aBrokerDeclaresResourcesForNodes() throws IOException {
        ResourceSet resources = broker(RESOURCES).resources();
        assertThat(problems.all()).isEmpty();
        Endpoint prices = resources.endpoints().get("prices");
        assertThat(prices.credentials().user()).isEqualTo("shop");
        assertThat(prices.tls()).isEqualTo(resources.certificates().get("partner"));
        assertThat(prices.timeoutMillis()).isEqualTo(5_000);
        assertThat(prices.connectMillis()).isEqualTo(2_000);
        assertThat(prices.poolSize()).isEqualTo(3);
        assertThat(prices.retry().attempts()).isEqualTo(4);
        Listener partners = resources.listener("partners");
        assertThat(partners.port()).isEqualTo(7843);
        assertThat(partners.isTls()).isTrue();
        assertThat(partners.clientAuth()).isEqualTo(ClientAuth.REQUIRED);
        assertThat(partners.idleMillis()).isEqualTo(5_000);
        assertThat(resources.listener("http")).isEqualTo(Listener.plain("http", 7801));
        assertThat(ResourceSet.NONE.listener("http")).isEqualTo(Listener.DEFAULT);
    }

    @Test
    void mailServersNeedNoCertificates() throws IOException {
        ResourceSet resources =
                broker(
                                """
                                endpoints:
                                  mail: {url: "smtp://mail.example.org"}
                                  secure: {url: "smtps://mail.example.org:4650/", tls: own}
                                  plain: {url: "smtp://mail.example.org:25", tls: none}
                                certificates:
                                  own: {trust: ca.pem}
                                """)
                        .resources();
        assertThat(problems.all()).isEmpty();
        assertThat(resources.endpoints().get("mail").tls()).isNull();
        assertThat(resources.endpoints().get("secure").tls())
                .isEqualTo(resources.certificates().get("own"));
        assertThat(resources.endpoints().get("plain").tls()).isEqualTo(Certificates.NONE);
    }

    @Test
    void wrongMailServersAreReported() throws IOException {
        broker(
                """
                endpoint: mail
                endpoints:
                  mail: {url: "smtp://mail.example.org"}
                  secure: {url: "smtps://mail.example.org", tls: none}
                  user: {url: "smtp://user@mail.example.org"}
                  path: {url: "smtp://mail.example.org/inbox"}
                """);
        assertThat(problems.all().stream().map(p -> p.place().line() + " " + p.text()))
                .containsExactlyInAnyOrder(
                        "1 endpoint must be the endpoint of an Artemis broker, with the URL"
                                + " tcp://host:port (found smtp://mail.example.org)",
                        "4 tls: none cannot be combined with the URL smtps://mail.example.org;"
                                + " change one of them",
                        "5 url must have the form smtp://host:port (found"
                                + " smtp://user@mail.example.org)",
                        "6 url must have the form smtp://host:port (found"
                                + " smtp://mail.example.org/inbox)");
    }

    @Test
    void wrongResourcesAreReported() throws IOException {
        broker(
                """
                endpoint: web
                endpoints:
                  web: {url: "http://web.example.org/"}
                  plain: {url: "http://web.example.org/", tls: own}
                  host: {url: "https:///path"}
                  secure: {url: "https://web.example.org", tls: none}
                  port: {url: "https://web.example.org:70000"}
                certificates:
                  own: {certificate: own.pem, key: own.key}
                  trusted: {trust: ca.pem}
                listeners:
                  a: {port: 7000}
                  b: {port: 7000}
                  c: {host: 0.0.0.0, port: 7001}
                  d: {port: 7002, tls: trusted}
                  e: {port: 7003, tls: own, clientAuth: required}
                """);
        assertThat(problems.all().stream().map(p -> p.place().line() + " " + p.text()))
                .contains(
                        "1 endpoint must be the endpoint of an Artemis broker, with the URL"
                                + " tcp://host:port (found http://web.example.org/)",
                        "3 the server at url is on another machine, so passwords and messages"
                                + " would be sent in plain text",
                        "4 tls: own cannot be combined with the URL http://web.example.org/;"
                                + " change one of them",
                        "5 url must have the form https://host (found https:///path)",
                        "6 tls: none cannot be combined with the URL https://web.example.org;"
                                + " change one of them",
                        "7 the port in url must be 1 to 65535 (found"
                                + " https://web.example.org:70000)",
                        "13 ports of listeners must be different (7000 is the port of a and b)",
                        "14 the listener c at 0.0.0.0 is reachable from other machines, so"
                                + " passwords and messages would be sent in plain text",
                        "15 a listener d requires a certificate and key, but the certificates"
                                + " trusted have only trust",
                        "16 clientAuth requires tls with certificates that have trust: the"
                                + " authorities of the clients' certificates");
    }

    private static final List<String> URLS = new CopyOnWriteArrayList<>();

    /** A node type whose nodes note the URLs of their endpoints. */
    public static final class UrlNode implements NodeType {

        @Override
        public NodeDescription description() {
            return NodeDescription.of(
                    """
                    Url, Construction, none
                    Notes the URL of its endpoint when it is created.

                    in: Message.
                    endpoint [required ENDPOINT]: Name of the endpoint.
                    """);
        }

        @Override
        public NodePlan compile(NodeDefinition node, DeployContext context) {
            return c -> created(c, node.text("endpoint"));
        }

        private static Node created(NodeContext context, String name) {
            URLS.add(context.resources().endpoints().get(name).url());
            return (int terminal, MessageAssembly message) -> {};
        }
    }

    private static Map<String, String> files(String endpoint, String application) {
        return Map.of(
                "application.yaml",
                application,
                "work.flow.yaml",
                """
                flow: work
                nodes:
                  In: {type: MQInput, queue: IN}
                  Url: {type: Url, endpoint: %s}
                connections: {In.out: Url}
                """
                        .formatted(endpoint));
    }

    private static final String BROKER =
            """
            endpoints:
              both: {url: "http://localhost:1/broker"}
              shared: {url: "http://localhost:1/shared"}
            """;

    private static final String APPLICATION =
            "endpoints: {both: {url: \"http://localhost:1/application\"}}\n";

    private List<String> deployed(String endpoint, String application) throws IOException {
        URLS.clear();
        Path file = Files.writeString(folder.resolve("broker.yaml"), BROKER);
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(NodeType.class.getName()), UrlNode.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            try (Broker broker = Broker.builder().configuration(file).memory().start()) {
                broker.deploy(Application.of("shop", files(endpoint, application)));
            }
        } finally {
            thread.setContextClassLoader(before);
        }
        return List.copyOf(URLS);
    }

    @Test
    void aNameOfTheApplicationHidesThatOfTheBroker() throws IOException {
        assertThat(deployed("both", APPLICATION)).containsExactly("http://localhost:1/application");
        assertThat(deployed("shared", APPLICATION)).containsExactly("http://localhost:1/shared");
        assertThat(deployed("both", "{}")).containsExactly("http://localhost:1/broker");
    }

    @Test
    void aNameThatNobodyDeclaresPreventsTheDeployment() {
        assertThatThrownBy(() -> deployed("shard", APPLICATION))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e -> {
                            Problem problem = e.problems().getLast();
                            assertThat(problem.code()).isEqualTo(ErrorCode.UNKNOWN_RESOURCE);
                            assertThat(problem.toString())
                                    .contains("the endpoint shard is not declared", "shared");
                        });
    }

    @Test
    void resourcesAreEffectiveSettings() throws IOException {
        List<EffectiveSetting> all = broker(RESOURCES).effective();
        assertThat(all.stream().map(s -> s.key() + " = " + s.shown()))
                .contains(
                        "endpoints.prices.poolSize = 3",
                        "listeners.partners.port = 7843",
                        "listeners.http.host = 127.0.0.1");
    }
}
