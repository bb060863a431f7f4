package io.millrace.server.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** Connections of the client to ports that are not those of an administration API. */
class AdministrationClientTest {

    @TempDir Path folder;

    private ServerAddress address(String scheme, int port) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "x".repeat(43));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        return ServerAddress.of(scheme + "://127.0.0.1:" + port, token, null, false);
    }

    @Test
    void aPortThatNeverAnswersIsReportedAfterTheTimeLimit() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                AdministrationClient client =
                        new AdministrationClient(
                                address("http", silent.getLocalPort()), Duration.ofSeconds(1))) {
            assertThatThrownBy(() -> client.post("/v1/flows", -1))
                    .isInstanceOf(MillraceException.class)
                    .hasMessageContaining("does not answer at http://127.0.0.1:")
                    .hasMessageContaining("within 1 second; check that it runs")
                    .hasMessageContaining("administration port (server/address");
        }
    }
}
