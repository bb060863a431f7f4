package io.millrace.connectors.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.FaultProxy;
import io.millrace.testing.FaultProxy.Fault;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Faults of the network between the file nodes and an FTP or SFTP server: each takes the failure
 * terminal with the code of the fault, and no file is lost or incomplete when the fault has ended.
 */
@Timeout(300)
class TransferNetworkTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LARGE = 4_000_000;

    private static final String ASK =
            """
            flow: ask
            nodes:
              in:     {type: MQInput, queue: IN}
              file:   {type: FileRead, inputDirectory: "%1$s", filenamePattern: prices, remoteEndpoint: peer%2$s}
              out:    {type: MQOutput, queue: OUT}
              failed: {type: Compute, module: Failed}
            connections:
              in.out: file
              file.out: out
              file.failure: failed
              failed.out: out
            """;

    private static final String READ =
            """
            flow: read
            nodes:
              in:
                {type: FileInput, inputDirectory: "%1$s", remoteEndpoint: peer%2$s,
                 scanDelay: 0.05, pollingInterval: 0.05, minimumAge: 0}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: out
            """;

    private static final String WRITE =
            """
            flow: write
            nodes:
              in:   {type: MQInput, queue: IN}
              file: {type: FileOutput, outputDirectory: "%1$s", outputFilename: reply, remoteEndpoint: peer%2$s}
            connections:
              in.out: file
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Failed
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE e REFERENCE TO InputExceptionList.*[1];
                DECLARE code CHARACTER '';
                WHILE LASTMOVE(e) DO
                  SET code = COALESCE(CAST(e.Number AS CHARACTER), code);
                  MOVE e LASTCHILD;
                END WHILE;
                SET OutputRoot.BLOB.BLOB = CAST(code AS BLOB CCSID 1208);
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path folder;
    private Path remote;
    private Path local;
    private String flow;
    private FileServer server;
    private FaultProxy proxy;
    private final Broker broker =
            Broker.builder()
                    .memory()
                    .retryDelay(Duration.ofMillis(10), Duration.ofMillis(100))
                    .start();

    private void start(FileServer.Kind kind, String flow) throws IOException {
        remote = Files.createDirectory(folder.resolve("server"));
        local = Files.createDirectory(folder.resolve("local"));
        Files.writeString(folder.resolve("password"), FileServer.PASSWORD);
        server = kind.start(remote, 0);
        proxy = new FaultProxy(server.port());
        if (server instanceof SftpFileServer sftp) {
            sftp.setKnownPort(proxy.port());
        }
        this.flow = flow;
    }

    @AfterEach
    void stop() throws IOException {
        broker.close();
        proxy.close();
        server.close();
    }

    private void deploy() {
        broker.deploy(
                Application.of(
                        "files",
                        Map.of(
                                "files.flow.yaml",
                                flow.formatted(local, server.properties()),
                                "files.esql",
                                ESQL,
                                "application.yaml",
                                """
                                endpoints:
                                  peer: {url: "%s", credentials: peer, timeout: 1, connectTimeout: 2}
                                credentials:
                                  peer: {user: %s, passwordFile: "%s"}
                                """
                                        .formatted(
                                                server.url(proxy.port()),
                                                FileServer.USER,
                                                folder.resolve("password")))));
    }

    private String answer() {
        broker.put("IN", "text");
        return received();
    }

    private String received() {
        return broker.get("OUT", LONG)
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    private void assertRecovered() throws IOException {
        proxy.heal();
        Files.writeString(remote.resolve("prices"), "a,1");
        assertThat(answer()).isEqualTo("a,1");
        broker.undeploy("files");
        await().atMost(LONG).until(() -> proxy.connections() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatClosesConnectionsFailsTheMessage(FileServer.Kind kind) throws IOException {
        start(kind, ASK);
        deploy();
        proxy.refuse(true);
        assertThat(answer()).isEqualTo("4032");
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void aHalfOpenConnectionFailsTheMessage(FileServer.Kind kind) throws IOException {
        start(kind, ASK);
        deploy();
        proxy.silence();
        assertThat(answer()).isIn("4032", "4033");
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsResetFailsTheMessage(FileServer.Kind kind) throws IOException {
        start(kind, ASK);
        deploy();
        proxy.answer(kind == FileServer.Kind.FTP ? "220" : "SSH-", Fault.RESET);
        assertThat(answer()).isEqualTo("4032");
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatEndsBetweenTwoMessagesIsReplaced(FileServer.Kind kind) throws IOException {
        start(kind, ASK);
        deploy();
        Files.writeString(remote.resolve("prices"), "a,1");
        assertThat(answer()).isEqualTo("a,1");
        proxy.cut();
        await().atMost(LONG).until(() -> proxy.connections() == 0);
        assertThat(answer()).isEqualTo("a,1");
        assertRecovered();
    }

    @Test
    void aFileThatIsCutIsTransferredCompletely() throws IOException {
        start(FileServer.Kind.SFTP, READ);
        byte[] content = new byte[LARGE];
        Files.write(remote.resolve("large"), content);
        proxy.delay(5);
        deploy();
        // The transfer has begun.
        await().atMost(LONG).until(() -> Files.exists(local.resolve("mqsitransitin")));
        proxy.cut();
        proxy.heal();
        assertThat(broker.get("OUT", LONG).orElseThrow().body().length()).isEqualTo(LARGE);
        assertThat(broker.get("OUT", Duration.ofMillis(1))).as("once").isEmpty();
    }

    @Test
    void aFileThatIsCutIsWrittenCompletelyWithTheNextMessage() throws IOException {
        start(FileServer.Kind.SFTP, WRITE);
        deploy();
        proxy.delay(5);
        broker.put("IN", "x".repeat(LARGE));
        await().atMost(LONG).until(() -> Files.exists(remote.resolve("mqsitransit")));
        proxy.cut();
        proxy.heal();
        broker.put("IN", "next");
        await().atMost(LONG)
                .until(
                        () ->
                                Files.exists(remote.resolve("reply"))
                                        && Files.size(remote.resolve("reply")) == 4);
    }
}
