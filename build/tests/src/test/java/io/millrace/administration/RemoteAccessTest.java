package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.millrace.administration.TestServer.Result;
import io.millrace.testing.TestCertificates;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

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
        try (ServerThread server =
                ServerThread.start(folder.resolve("home"), "--config", file.toString())) {
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
        try (ServerThread server = ServerThread.start(folder.resolve("plain"))) {
            String url = server.url().replace("http:", "https:");
            assertThat(list(server, url, authority).err())
                    .contains("MR7026", "the server answers without TLS; write http://");
        }
        Path file = configuration("{host: 0.0.0.0, tls: own}");
        try (ServerThread server =
                ServerThread.start(folder.resolve("home"), "--config", file.toString())) {
            String url = server.url().replace("localhost", "127.0.0.1");
            assertThat(list(server, url, authority).err())
                    .contains("MR7026", "its certificate is not for the host 127.0.0.1; use a host")
                    .doesNotContain("--trust");
            Files.writeString(server.home().resolve("server/address"), url);
            assertThat(server.run("list", "--trust", authority).err())
                    .contains(
                            "replace --home with --server https://HOST:"
                                    + URI.create(url).getPort())
                    .contains("--token-file " + server.home().resolve("server/token"));
        }
    }

    @Test
    void aTokenFileWithOtherContentMustBeCopiedAgain() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "abc");
        Result list =
                TestServer.command(
                        "list", "--server", "http://127.0.0.1:1", "--token-file", token.toString());
        assertThat(list.code()).isEqualTo(3);
        assertThat(list.err())
                .contains("MR7024", "or copy server/token of the home folder of the server again");
    }

    private static Result list(TestServer server, String url, String authority) {
        Path token = server.home().resolve("server/token");
        return TestServer.command(
                "list", "--server", url, "--token-file", token.toString(), "--trust", authority);
    }

    @Test
    void plainTextToOtherMachinesIsRefusedUnlessItIsChosen() throws Exception {
        TestCertificates.make(folder, "own");
        Path file = configuration("{host: 0.0.0.0}");
        Result refused =
                TestServer.command(
                        TestServer.serverCommand(
                                folder.resolve("home"), "--config", file.toString()));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("MR5031", "administration API at 0.0.0.0 is reachable");
    }

    /** A process that records the requests that it receives at a port, and never answers. */
    private static String received(ServerSocket port) throws Exception {
        port.setSoTimeout(1);
        try (Socket client = port.accept()) {
            client.setSoTimeout(1);
            return new String(client.getInputStream().readNBytes(10_000), US_ASCII);
        } catch (SocketTimeoutException nothing) {
            return "";
        }
    }

    /** The port of a killed server can belong to another process. */
    @Test
    void theAddressOfAKilledServerIsNotUsed() throws Exception {
        TestCertificates.make(folder, "own");
        Path home = folder.resolve("home");
        int port;
        try (ServerProcess server = ServerProcess.start(home)) {
            port = URI.create(server.url()).getPort();
            server.kill();
        }
        Path address = home.resolve("server/address");
        assertThat(address).exists();
        try (ServerSocket other = new ServerSocket()) {
            other.setReuseAddress(true);
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            Result list = TestServer.command("list", "--home", home.toString());
            assertThat(list.code()).isEqualTo(3);
            assertThat(list.err()).contains("MR7026", "no server runs on " + home);
            assertThat(received(other)).isEmpty();
            Path held = configuration("{port: %d}".formatted(port));
            Result server =
                    TestServer.command(TestServer.serverCommand(home, "--config", held.toString()));
            assertThat(server.code()).isNotZero();
            assertThat(server.err()).contains("MR4030");
        }
        assertThat(address).doesNotExist();
    }

    @Test
    void aTokenIsNotSentToAnotherMachineWithoutTls() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "x".repeat(43));
        String[] list = {
            "list", "--server", "http://broker.invalid:7700", "--token-file", token.toString()
        };
        Result refused = TestServer.command(list);
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err())
                .contains("MR5031", "sent to broker.invalid without TLS", "write https://")
                .contains("or permit it with --plain-text");
        String[] permitted = Arrays.copyOf(list, list.length + 1);
        permitted[list.length] = "--plain-text";
        assertThat(TestServer.command(permitted).err()).contains("MR7026");
        assertThat(TestServer.command("list", "--plain-text").err())
                .contains("--plain-text requires --server");
    }

    /** Sends bytes and returns all bytes of the response until the server closes. */
    private static String raw(TestServer server, String request) throws Exception {
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
        try (ServerThread server =
                ServerThread.start(folder.resolve("home"), "--config", file.toString())) {
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
        Result server = TestServer.command(TestServer.serverCommand(home));
        assertThat(server.code()).isEqualTo(3);
        assertThat(server.err()).contains("MR1031", "delete it and restart the server");
    }
}
