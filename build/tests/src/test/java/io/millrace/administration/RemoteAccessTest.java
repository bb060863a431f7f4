package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.millrace.administration.ServerProcess.Result;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The port of the administration API: TLS, interfaces and its token. */
class RemoteAccessTest {

    @TempDir Path folder;

    private Path configuration(String administration) throws Exception {
        return Files.writeString(
                folder.resolve("broker.yaml"),
                """
                certificates:
                  own: {certificate: own.pem, key: own.key}
                administration: %s
                """
                        .formatted(administration));
    }

    @Test
    void aServerWithTlsIsAdministeredWithItsAuthority() throws Exception {
        TestCertificates.make(folder, "own");
        TestCertificates.make(folder, "other");
        Path file = configuration("{host: 0.0.0.0, tls: own}");
        try (ServerProcess server =
                ServerProcess.start(folder.resolve("home"), "--config", file.toString())) {
            assertThat(server.url()).startsWith("https://localhost:");
            String authority = folder.resolve("own.pem").toString();
            assertThat(server.run("list", "--trust", authority).ok().out()).contains("application");
            Result wrong = server.run("list", "--trust", folder.resolve("other.pem").toString());
            assertThat(wrong.err())
                    .contains("MR7026", "TLS with", "--trust FILE")
                    .contains("not issued by an authority in " + folder.resolve("other.pem"));
            assertThat(server.run("list").err())
                    .contains("MR7026", "not issued by an authority of the JDK; specify --trust");
            Result key = server.run("list", "--trust", folder.resolve("own.key").toString());
            assertThat(key.err())
                    .contains("own.key must contain a PEM certificate (found PRIVATE KEY)");
            String plain = server.url().replace("https:", "http:");
            assertThat(list(server, plain, authority).err())
                    .contains("the server " + plain + " requires TLS; write https:// in the URL");
        }
    }

    @Test
    void aServerWithoutTlsAndACertificateOfAnotherHostAreReported() throws Exception {
        TestCertificates.make(folder, "own", "CN=localhost", "dns:localhost");
        String authority = folder.resolve("own.pem").toString();
        try (ServerProcess server = ServerProcess.start(folder.resolve("plain"))) {
            String url = server.url().replace("http:", "https:");
            assertThat(list(server, url, authority).err())
                    .contains("MR7026", "the server answers without TLS; write http://");
        }
        Path file = configuration("{host: 0.0.0.0, tls: own}");
        try (ServerProcess server =
                ServerProcess.start(folder.resolve("home"), "--config", file.toString())) {
            String url = server.url().replace("localhost", "127.0.0.1");
            assertThat(list(server, url, authority).err())
                    .contains("MR7026", "its certificate is not for the host 127.0.0.1; use a host")
                    .doesNotContain("--trust");
        }
    }

    @Test
    void aTokenFileWithOtherContentMustBeCopiedAgain() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "abc");
        Result list =
                ServerProcess.command(
                        "list", "--server", "http://127.0.0.1:1", "--token-file", token.toString());
        assertThat(list.code()).isEqualTo(3);
        assertThat(list.err())
                .contains("MR7024", "; copy server/token of the home folder of the server again");
    }

    private static Result list(ServerProcess server, String url, String authority) {
        Path token = server.home().resolve("server/token");
        return ServerProcess.command(
                "list", "--server", url, "--token-file", token.toString(), "--trust", authority);
    }

    @Test
    void plainTextToOtherMachinesIsRefusedUnlessItIsChosen() throws Exception {
        TestCertificates.make(folder, "own");
        Path file = configuration("{host: 0.0.0.0}");
        try (ServerProcess server =
                ServerProcess.launch(folder.resolve("home"), "--config", file.toString())) {
            assertThat(server.process().waitFor()).isEqualTo(1);
            assertThat(server.output())
                    .contains("MR5031", "administration API at 0.0.0.0 is reachable");
        }
    }

    /** Sends bytes and returns all bytes of the response until the server closes. */
    private static String raw(ServerProcess server, String request) throws Exception {
        URI url = URI.create(server.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(120_000);
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    @Test
    void slowClientsAreDisconnected() throws Exception {
        TestCertificates.make(folder, "own");
        Path file = configuration("{idleTimeout: 1}");
        try (ServerProcess server =
                ServerProcess.start(folder.resolve("home"), "--config", file.toString())) {
            assertThat(raw(server, "")).isEmpty();
            assertThat(raw(server, "GET /metrics HTTP/1.1\r\nHost: x\r\nA:")).doesNotContain("200");
            String head =
                    "PUT /v1/broker/applications/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                            + server.token();
            assertThat(raw(server, head + "\r\nContent-Length: 10\r\n\r\nabc"))
                    .doesNotContain("200");
            assertThat(server.run("list").ok().out()).contains("application");
        }
    }

    @Test
    void aTokenThatOthersCanReadIsRefused() throws Exception {
        Path home = folder.resolve("home");
        Path token = Files.createDirectories(home.resolve("server")).resolve("token");
        Files.writeString(token, "x".repeat(43));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        try (ServerProcess server = ServerProcess.launch(home)) {
            assertThat(server.process().waitFor()).isEqualTo(3);
            assertThat(server.output()).contains("MR1031", "delete it and restart the server");
        }
    }
}
