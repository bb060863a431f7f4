package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that arrive in chunks, slowly or not completely, and responses that are not read. */
class HttpTransferTest {

    private static final String HEAD =
            "POST /orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final HttpBroker http = new HttpBroker();

    @AfterEach
    void close() {
        http.close();
    }

    private void deploy(String settings) {
        http.deploy(
                "shop",
                """
                flow: main
                nodes:
                  in:    {type: HTTPInput, path: /orders}
                  reply: {type: HTTPReply}
                connections: {in.out: reply}
                """,
                "",
                settings);
    }

    /** Sends a part of a request, and returns the response up to its end or its first bytes. */
    private String answer(String sent, int maxBytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port)) {
            socket.setSoTimeout((int) HttpBroker.LONG.toMillis());
            OutputStream out = socket.getOutputStream();
            out.write(sent.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(maxBytes), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aChunkOfOneGigabyteIsRefusedBeforeItIsReceived() throws IOException {
        deploy("limits: {messageBytes: 100000}\n");
        String begin = HEAD + "40000000\r\n" + "x".repeat(200_000);
        assertThat(answer(begin, 12)).isEqualTo("HTTP/1.1 413");
    }

    @Test
    void chunksThatAreLargerThanThePartsOfTheReaderKeepTheirBytes() throws IOException {
        deploy("");
        StringBuilder body = new StringBuilder();
        StringBuilder chunks = new StringBuilder();
        for (int length : new int[] {65_536, 1, 65_537, 300_000, 131_072, 17}) {
            String chunk = String.valueOf(length % 7).repeat(length);
            body.append(chunk);
            chunks.append(Integer.toHexString(length)).append("\r\n").append(chunk).append("\r\n");
        }
        String end = "0\r\n\r\n";
        String next = "GET /orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        String answers = answer(HEAD + chunks + end + next, Integer.MAX_VALUE);
        assertThat(answers).contains("\r\n\r\n" + body + "HTTP/1.1 200 ");
    }

    @Test
    void theConnectionEndsAfterTheResponseIfTheClientRequiresIt() throws IOException {
        deploy("listeners: {http: {port: %d, idleTimeout: 3600}}\n".formatted(http.port));
        String end = "GET /orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        assertThat(answer(end, Integer.MAX_VALUE)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aLineWithoutEndInThePlaceOfTheLengthOfAChunkEndsTheConnection() throws IOException {
        deploy("");
        assertThat(answer(HEAD + "0".repeat(5_000), Integer.MAX_VALUE)).doesNotContain(" 200 ");
    }

    @Test
    void aLengthOfAChunkThatIsNoNumberIsRefused() throws IOException {
        deploy("");
        assertThat(answer(HEAD + "xyz\r\nabc\r\n0\r\n\r\n", Integer.MAX_VALUE))
                .doesNotContain(" 200 ");
        assertThat(answer(HEAD + "ffffffff\r\nabc\r\n0\r\n\r\n", Integer.MAX_VALUE))
                .doesNotContain(" 200 ");
    }

    /** Sends bytes and returns all bytes of the response until the server closes. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aClientThatDoesNotReadTheResponseIsDisconnected() throws IOException {
        deploy("listeners: {http: {port: %d, idleTimeout: 1}}\n".formatted(http.port));
        byte[] body = new byte[32 << 20];
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port)) {
            OutputStream out = socket.getOutputStream();
            String head =
                    "POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
                            .formatted(body.length);
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    out.write('x');
                                    Thread.onSpinWait();
                                }
                            })
                    .isInstanceOf(IOException.class);
        }
        assertThat(http.post("/orders", "text/plain", "a".repeat(1 << 20)).body()).hasSize(1 << 20);
    }

    @Test
    void aRefusedClientThatWaitsForStatus100ReceivesTheStatusInstead() throws IOException {
        deploy("limits: {messageBytes: 1000}\n");
        for (String path : new String[] {"/orders", "/unknown"}) {
            String head = "POST %s HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n";
            assertThat(raw(head.formatted(path) + "Content-Length: 5000\r\n\r\n"))
                    .startsWith(path.equals("/orders") ? "HTTP/1.1 413" : "HTTP/1.1 404");
        }
    }

    @Test
    void largeHeadersAndSlowClientsAreDisconnected() throws IOException {
        deploy(
                "listeners: {http: {port: %d, idleTimeout: 1, headerBytes: 2000}}\n"
                        .formatted(http.port));
        assertThat(raw("GET /orders HTTP/1.1\r\nHost: x\r\nA: " + "a".repeat(3_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 4");
        assertThat(raw("")).isEmpty();
        assertThat(raw("GET /orders HTTP/1.1\r\nHost: x\r\nA:")).doesNotContain("200");
        assertThat(raw("POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"))
                .doesNotContain("200");
        assertThat(http.get("/orders").statusCode()).isEqualTo(200);
    }
}
