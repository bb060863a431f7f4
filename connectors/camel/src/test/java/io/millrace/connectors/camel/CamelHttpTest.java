package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** A CamelInput node whose component is an HTTP server: its caller waits for the unit of work. */
@Timeout(300)
class CamelHttpTest {

    private final CamelBroker broker = new CamelBroker();
    private final HttpClient client = HttpClient.newHttpClient();
    private URI uri;

    @BeforeEach
    void deploy() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            uri = URI.create("http://127.0.0.1:" + free.getLocalPort() + "/orders");
        }
        broker.deploy(broker.gated("uri: \"netty-http:" + uri + "\""), "", "");
    }

    @AfterEach
    void stop() {
        broker.close();
        client.close();
    }

    private CompletableFuture<HttpResponse<String>> send(String body) {
        HttpRequest request =
                HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body)).build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    @Test
    void aCallerReceivesTheAnswerOnlyAfterTheUnitOfWork() {
        CompletableFuture<HttpResponse<String>> answer = send("one");
        assertThat(broker.awaitArrival()).isEqualTo("one");
        assertThat(answer).as("while the flow processes the message").isNotDone();
        broker.openGate();
        HttpResponse<String> response = answer.join();
        assertThat(response.statusCode()).isBetween(200, 299);
        assertThat(response.body()).isEmpty();
        assertThat(broker.take("OUT")).isEqualTo("one");
    }

    @Test
    void aCallerReceivesAFailureIfTheUnitOfWorkWasRolledBack() {
        broker.failures.set(1);
        broker.openGate();
        assertThat(send("one").join().statusCode()).isEqualTo(500);
        assertThat(broker.isEmpty("OUT")).isTrue();
        assertThat(send("two").join().statusCode()).isBetween(200, 299);
        assertThat(broker.take("OUT")).isEqualTo("two");
    }
}
