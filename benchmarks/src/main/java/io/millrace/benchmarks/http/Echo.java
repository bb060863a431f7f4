package io.millrace.benchmarks.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;
import org.apache.camel.impl.DefaultCamelContext;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A server that returns the body of each request. */
record Echo(int port, Runnable stop) implements AutoCloseable {

    private static final String FLOW =
            """
            flow: echo
            additionalInstances: 15
            nodes:
              in:    {type: HTTPInput, path: /echo, domain: JSON}
              reply: {type: HTTPReply}
            connections: {in.out: reply}
            """;

    /** Opens an HTTPInput and an HTTPReply node. */
    static Echo millrace() throws IOException {
        int port = freePort();
        Broker broker = Broker.builder().memory().start();
        broker.deploy(
                Application.of(
                        "echo",
                        Map.of(
                                "echo.flow.yaml",
                                FLOW,
                                "application.yaml",
                                "listeners: {http: {port: %d}}\n".formatted(port))));
        return new Echo(port, broker::close);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Opens a server of Helidon SE. */
    static Echo helidon() {
        WebServer server =
                WebServer.builder()
                        .shutdownHook(false)
                        .featuresDiscoverServices(false)
                        .host("127.0.0.1")
                        .port(0)
                        .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                        .routing(HttpRouting.builder().post("/echo", Echo::echo))
                        .build()
                        .start();
        return new Echo(server.port(), server::stop);
    }

    /** Opens the component platform-http of Camel, on Vert.x. */
    static Echo camel() throws Exception {
        VertxPlatformHttpServerConfiguration configuration =
                new VertxPlatformHttpServerConfiguration();
        configuration.setBindHost("127.0.0.1");
        configuration.setBindPort(0);
        VertxPlatformHttpServer server = new VertxPlatformHttpServer(configuration);
        CamelContext camel = new DefaultCamelContext();
        camel.addService(server);
        camel.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("platform-http:/echo?httpMethodRestrict=POST")
                                .convertBodyTo(byte[].class)
                                .setHeader(Exchange.CONTENT_TYPE, constant("application/json"));
                    }
                });
        camel.start();
        return new Echo(server.getServer().actualPort(), camel::stop);
    }

    private static void echo(ServerRequest request, ServerResponse response) {
        try (InputStream in = request.content().inputStream()) {
            response.header("Content-Type", "application/json").send(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a JSON object of 1 KB. */
    static byte[] body() {
        StringBuilder text = new StringBuilder("{\"order\":4711,\"items\":[0");
        while (text.length() < 1_000) {
            text.append(",{\"article\":\"A-1\",\"quantity\":3}");
        }
        return text.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        stop.run();
    }
}
