package io.millrace.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.FaultProxy;
import io.millrace.testing.FaultProxy.Fault;

import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Faults of the network between the file nodes and a server: each takes the failure terminal with
 * the code of the fault, and no file is lost or incomplete when the fault has ended.
 */
@Timeout(300)
class FileTransferFaultsTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LARGE = 4_000_000;

    private static final String ASK =
            """
            flow: ask
            nodes:
              in:     {type: MQInput, queue: IN}
              file:   {type: FileRead, inputDirectory: "%1$s", filenamePattern: prices, remoteEndpoint: peer, knownHosts: "%2$s"}
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
                {type: FileInput, inputDirectory: "%1$s", remoteEndpoint: peer, knownHosts: "%2$s",
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
              file: {type: FileOutput, outputDirectory: "%1$s", outputFilename: reply, remoteEndpoint: peer, knownHosts: "%2$s"}
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
    private final SshServer server = SshServer.setUpDefaultServer();
    private FaultProxy proxy;
    private Broker broker;

    @BeforeEach
    void start() throws Exception {
        remote = Files.createDirectory(folder.resolve("server"));
        local = Files.createDirectory(folder.resolve("local"));
        Files.writeString(folder.resolve("password"), "secret");
        KeyPair key = KeyUtils.generateKeyPair("ssh-rsa", 2048);
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(session -> List.of(key));
        server.setPasswordAuthenticator((user, password, session) -> password.equals("secret"));
        server.setFileSystemFactory(new VirtualFileSystemFactory(remote));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.start();
        proxy = new FaultProxy(server.getPort());
        Files.writeString(
                folder.resolve("known_hosts"),
                "[127.0.0.1]:%d %s%n"
                        .formatted(proxy.port(), PublicKeyEntry.toString(key.getPublic())));
        broker =
                Broker.builder()
                        .memory()
                        .retryDelay(Duration.ofMillis(10), Duration.ofMillis(100))
                        .start();
    }

    @AfterEach
    void stop() throws IOException {
        broker.close();
        proxy.close();
        server.stop(true);
    }

    private void deploy(String flow) {
        broker.deploy(
                Application.of(
                        "files",
                        Map.of(
                                "files.flow.yaml",
                                flow.formatted(local, folder.resolve("known_hosts")),
                                "files.esql",
                                ESQL,
                                "application.yaml",
                                """
                                endpoints:
                                  peer: {url: "sftp://127.0.0.1:%d", credentials: peer, timeout: 1, connectTimeout: 2}
                                credentials:
                                  peer: {user: peer, passwordFile: "%s"}
                                """
                                        .formatted(proxy.port(), folder.resolve("password")))));
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

    @Test
    void aServerThatClosesConnectionsFailsTheMessage() throws IOException {
        deploy(ASK);
        proxy.refuse(true);
        assertThat(answer()).isEqualTo("4032");
        assertRecovered();
    }

    @Test
    void aHalfOpenConnectionFailsTheMessage() throws IOException {
        deploy(ASK);
        proxy.silence();
        assertThat(answer()).isIn("4032", "4033");
        assertRecovered();
    }

    @Test
    void aConnectionThatIsResetFailsTheMessage() throws IOException {
        deploy(ASK);
        proxy.answer("SSH-", Fault.RESET);
        assertThat(answer()).isEqualTo("4032");
        assertRecovered();
    }

    @Test
    void aConnectionThatEndsBetweenTwoMessagesIsReplaced() throws IOException {
        deploy(ASK);
        Files.writeString(remote.resolve("prices"), "a,1");
        assertThat(answer()).isEqualTo("a,1");
        proxy.cut();
        await().atMost(LONG).until(() -> proxy.connections() == 0);
        assertThat(answer()).isEqualTo("a,1");
        assertRecovered();
    }

    @Test
    void aFileThatIsCutIsTransferredCompletely() throws IOException {
        byte[] content = new byte[LARGE];
        Files.write(remote.resolve("large"), content);
        proxy.delay(5);
        deploy(READ);
        // The transfer has begun.
        await().atMost(LONG).until(() -> Files.exists(local.resolve("mqsitransitin")));
        proxy.cut();
        proxy.heal();
        assertThat(broker.get("OUT", LONG).orElseThrow().body().length()).isEqualTo(LARGE);
        assertThat(broker.get("OUT", Duration.ofMillis(1))).as("once").isEmpty();
    }

    @Test
    void aFileThatIsCutIsWrittenCompletelyWithTheNextMessage() throws IOException {
        deploy(WRITE);
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
