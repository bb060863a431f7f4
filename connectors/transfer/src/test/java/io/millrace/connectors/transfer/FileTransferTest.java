package io.millrace.connectors.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Files of FTP and SFTP servers, in and out of flows. */
@Timeout(300)
class FileTransferTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    private static final String READ =
            """
            flow: read
            nodes:
              in:
                {type: FileInput, inputDirectory: "%s", filenamePattern: "*.csv",
                 recordDetection: delimited, remoteEndpoint: partner, remoteDirectory: orders,
                 scanDelay: 0.05, pollingInterval: 0.05, minimumAge: 0%s}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: out
            """;

    private static final String WRITE =
            """
            flow: write
            nodes:
              in:   {type: MQInput, queue: IN}
              file: {type: FileOutput, outputDirectory: "%s", outputFilename: reply.txt, remoteEndpoint: partner%s}
              out:  {type: MQOutput, queue: OUT}
            connections:
              in.out: file
              file.out: out
            """;

    private static final String ASK =
            """
            flow: ask
            nodes:
              in:   {type: MQInput, queue: IN}
              file: {type: FileRead, inputDirectory: "%s", filenamePattern: "*.csv", remoteEndpoint: partner, remoteDirectory: orders%s}
              out:  {type: MQOutput, queue: OUT}
              none: {type: MQOutput, queue: NONE}
              bad:  {type: MQOutput, queue: BAD}
            connections:
              in.out: file
              file.out: out
              file.noMatch: none
              file.failure: bad
            """;

    @TempDir Path folder;
    private Path remote;
    private Path local;
    private Path password;
    private FileServer server;
    private Broker broker;

    @BeforeEach
    void prepare() throws IOException {
        remote = Files.createDirectories(folder.resolve("server"));
        Files.createDirectory(remote.resolve("orders"));
        local = Files.createDirectory(folder.resolve("local"));
        password = Files.writeString(folder.resolve("password"), FileServer.PASSWORD);
        broker = start();
    }

    private Broker start() {
        return Broker.builder()
                .home(folder.resolve("home"))
                .retryDelay(Duration.ofMillis(10), Duration.ofMillis(100))
                .start();
    }

    @AfterEach
    void stop() {
        broker.close();
        if (server != null) {
            server.close();
        }
    }

    private void deploy(String flow, String more) {
        broker.deploy(application(flow, more, server.port()));
    }

    private Application application(String flow, String more, int port) {
        return Application.of(
                "transfer",
                Map.of(
                        "transfer.flow.yaml",
                        flow.formatted(local, server.properties() + more),
                        "application.yaml",
                        """
                        endpoints:
                          partner: {url: "%s", credentials: partner, timeout: 5, connectTimeout: 5}
                        credentials:
                          partner: {user: %s, passwordFile: "%s"}
                        """
                                .formatted(server.url(port), FileServer.USER, password)));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(remote.resolve("orders").resolve(name), text);
    }

    private List<String> texts(String queue) {
        return broker.browse(queue, 1_000).stream()
                .map(QueueMessage::body)
                .map(body -> body.text(StandardCharsets.UTF_8))
                .toList();
    }

    private void awaitTexts(String... expected) {
        await().atMost(LONG).until(() -> texts("OUT").size() >= expected.length);
        assertThat(texts("OUT")).containsExactly(expected);
    }

    private static List<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private void awaitEmpty(Path directory) {
        await().atMost(LONG).until(() -> names(directory).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void filesOfAServerAreReadOnceAndDeleted(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        write("a.csv", "1\n2\n");
        write("b.csv", "3\n");
        write("other.txt", "x");
        deploy(READ, "");
        await().atMost(LONG).until(() -> texts("OUT").size() == 3);
        assertThat(texts("OUT")).containsExactlyInAnyOrder("1", "2", "3");
        awaitEmpty(remote.resolve("orders/mqsitransitin"));
        assertThat(names(remote.resolve("orders"))).containsExactly("other.txt");
        await().atMost(LONG).until(() -> names(local.resolve("mqsiarchive")).size() == 2);
        assertThat(names(local.resolve("mqsitransitin"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void twoBrokersReadEachFileOfAServerOnce(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        for (int i = 0; i < 20; i++) {
            write(i + ".csv", i + "\n");
        }
        Path otherLocal = Files.createDirectory(folder.resolve("other"));
        Application own = application(READ, "", server.port());
        Path first = local;
        local = otherLocal;
        Application second = application(READ, "", server.port());
        local = first;
        try (Broker other = Broker.builder().home(folder.resolve("other-home")).start()) {
            other.deploy(second);
            broker.deploy(own);
            List<String> all = new ArrayList<>();
            await().atMost(LONG)
                    .until(
                            () -> {
                                all.clear();
                                all.addAll(texts(broker));
                                all.addAll(texts(other));
                                return all.size() >= 20;
                            });
            assertThat(all).hasSize(20).doesNotHaveDuplicates();
            awaitEmpty(remote.resolve("orders/mqsitransitin"));
        }
    }

    private static List<String> texts(Broker of) {
        return of.browse("OUT", 1_000).stream()
                .map(message -> message.body().text(StandardCharsets.UTF_8))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void filesOfAServerAreArchivedThere(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        write("a.csv", "1\n");
        deploy(READ, ", processedRemoteAction: archive, processedFileAction: delete");
        awaitTexts("1");
        await().atMost(LONG).until(() -> names(remote.resolve("orders/mqsiarchive")).size() == 1);
        assertThat(names(remote.resolve("orders/mqsiarchive")).getFirst()).endsWith("_a.csv");
        awaitEmpty(local.resolve("mqsitransitin"));
    }

    @ParameterizedTest
    @EnumSource
    void aTransferThatIsCutIsRepeated(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        String record = "x".repeat(200_000);
        write("a.csv", record + "\n");
        server.cutNextDownload();
        deploy(READ, "");
        awaitTexts(record);
        awaitEmpty(remote.resolve("orders/mqsitransitin"));
    }

    @ParameterizedTest
    @EnumSource
    void filesAreReadWhenTheServerCanBeReached(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        int port = server.port();
        write("a.csv", "1\n");
        server.close();
        broker.deploy(application(READ, "", port));
        Files.writeString(local.resolve("own.csv"), "own\n");
        await().atMost(LONG).until(() -> texts("OUT").equals(List.of("own")));
        server = kind.start(remote, port);
        awaitTexts("own", "1");
    }

    @ParameterizedTest
    @EnumSource
    void aClaimedFileIsTransferredAgainAfterARestart(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        Path transit = remote.resolve("orders/mqsitransitin");
        write("a.csv", "1\n2\n");
        server.cutNextDownload();
        // The file is claimed on the server, but not transferred before the restart.
        deploy(READ.replace("scanDelay: 0.05", "scanDelay: 3600"), "");
        await().atMost(LONG).until(() -> names(transit).size() == 1);
        broker.close();
        assertThat(names(transit)).hasSize(1);
        assertThat(names(local.resolve("mqsitransitin"))).allMatch(n -> n.startsWith("."));
        broker = start();
        deploy(READ, "");
        awaitTexts("1", "2");
        awaitEmpty(transit);
    }

    @Test
    void aClaimedFileOfAServerCannotLeaveTheInputFolder() throws Exception {
        FtpFileServer ftp = new FtpFileServer(remote, 0);
        server = ftp;
        ftp.list("x~/../../outside/a");
        write("a.csv", "1\n");
        deploy(READ, "");
        ftp.awaitListing();
        write("b.csv", "2\n");
        Path outside = local.resolve("outside");
        await().atMost(LONG).until(() -> texts("OUT").size() == 2 || Files.exists(outside));
        assertThat(outside).doesNotExist();
        assertThat(texts("OUT")).containsExactly("1", "2");
    }

    @Test
    void aFileThatTheServerLosesIsKept() throws IOException {
        FtpFileServer ftp = new FtpFileServer(remote, 0);
        server = ftp;
        ftp.loseNextUpload();
        deploy(WRITE, "");
        broker.put("IN", "first");
        awaitTexts("first");
        assertThat(remote.resolve("reply.txt")).doesNotExist();
        assertThat(names(local.resolve("mqsitransit"))).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void filesAreWrittenToAServer(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        deploy(WRITE, "");
        broker.put("IN", "first");
        broker.put("IN", "second");
        await().atMost(LONG)
                .until(
                        () ->
                                Files.exists(remote.resolve("reply.txt"))
                                        && Files.readString(remote.resolve("reply.txt"))
                                                .equals("second"));
        awaitEmpty(remote.resolve("mqsitransit"));
        assertThat(names(local)).isEmpty();
        awaitEmpty(local.resolve("mqsitransit"));
    }

    @ParameterizedTest
    @EnumSource
    void recordsAreAddedToAFileOfAServer(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        Path reply = Files.writeString(remote.resolve("reply.txt"), "before,");
        deploy(WRITE, ", outputMode: append");
        broker.put("IN", "first,");
        broker.put("IN", "second,");
        // The file is missing for a moment while another replaces it.
        await().atMost(LONG)
                .ignoreException(NoSuchFileException.class)
                .until(() -> Files.readString(reply).equals("before,first,second,"));
        awaitEmpty(local.resolve("mqsitransit"));
        awaitEmpty(remote.resolve("mqsitransit"));
        Files.delete(reply);
        broker.put("IN", "new");
        await().atMost(LONG)
                .until(() -> Files.exists(reply) && Files.readString(reply).equals("new"));
    }

    @ParameterizedTest
    @EnumSource
    void recordsAreAddedOnceIfTheFileOfTheServerCannotBeReadAtFirst(FileServer.Kind kind)
            throws IOException {
        server = kind.start(remote, 0);
        String before = "before,".repeat(40_000);
        Path reply = Files.writeString(remote.resolve("reply.txt"), before);
        server.cutNextDownload();
        deploy(WRITE, ", outputMode: append");
        broker.put("IN", "first,");
        broker.put("IN", "second,");
        // The file is briefly missing while it is replaced.
        await().ignoreExceptionsInstanceOf(NoSuchFileException.class)
                .atMost(LONG)
                .until(() -> Files.readString(reply).equals(before + "first,second,"));
    }

    @ParameterizedTest
    @EnumSource
    void aFileIsWrittenWhenTheServerCanBeReached(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        int port = server.port();
        server.close();
        broker.deploy(application(WRITE, ", retainLocalFile: true", port));
        broker.put("IN", "first");
        awaitTexts("first");
        assertThat(names(local.resolve("mqsitransit"))).hasSize(1);
        broker.close();
        server = kind.start(remote, port);
        broker = start();
        broker.deploy(application(WRITE, ", retainLocalFile: true", port));
        await().atMost(LONG).until(() -> Files.exists(remote.resolve("reply.txt")));
        assertThat(remote.resolve("reply.txt")).hasContent("first");
        await().atMost(LONG).until(() -> names(local).equals(List.of("reply.txt")));
    }

    @ParameterizedTest
    @EnumSource
    void aFileOfAServerIsReadWithinAFlow(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        deploy(ASK, "");
        broker.put("IN", "none");
        await().atMost(LONG).until(() -> texts("NONE").equals(List.of("none")));
        write("prices.csv", "a,1\n");
        broker.put("IN", "ask");
        awaitTexts("a,1\n");
        assertThat(names(remote.resolve("orders"))).containsExactly("prices.csv");
        assertThat(names(local.resolve("mqsitransitin"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aWrongPasswordIsReported(FileServer.Kind kind) throws IOException {
        server = kind.start(remote, 0);
        Files.writeString(password, "wrong");
        deploy(ASK, "");
        broker.put("IN", "ask");
        await().atMost(LONG).until(() -> texts("BAD").equals(List.of("ask")));
    }
}
