package io.millrace.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

class ConnectFailuresTest {

    private static final String REFUSED =
            "connection refused; start it, or correct host and port of the URL";

    @Test
    void aRefusedConnectionIsDescribedForSocketsAndHttpClients() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        assertThat(reason(catchThrowable(() -> new Socket("127.0.0.1", port)))).isEqualTo(REFUSED);
        assertThat(reason(catchThrowable(() -> get("http://127.0.0.1:" + port))))
                .isEqualTo(REFUSED);
    }

    @Test
    void anUnknownHostIsNamed() {
        String unknown =
                "the host host.invalid is unknown; correct the URL, or check the name server";
        assertThat(reason(catchThrowable(() -> new Socket("host.invalid", 1)))).isEqualTo(unknown);
        assertThat(reason(catchThrowable(() -> get("http://host.invalid")))).isEqualTo(unknown);
    }

    @Test
    void anotherFailureHasNoReason() {
        assertThat(ConnectFailures.reason(new IOException("reset"), "host")).isEmpty();
    }

    private static String reason(Throwable failure) {
        IOException cause = (IOException) failure;
        return ConnectFailures.reason(new UncheckedIOException(cause), "host.invalid")
                .orElseThrow();
    }

    private static void get(String url) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding());
        }
    }
}
