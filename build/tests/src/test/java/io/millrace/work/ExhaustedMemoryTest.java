package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.extensions.JavaJar;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Messages that need more memory than there is, in processes with a small heap. */
@Timeout(900)
class ExhaustedMemoryTest {

    /** A flow by its name and the domain of its messages. */
    private static final String FLOW =
            """
            flow: %1$s
            nodes:
              in:   {type: MQInput, queue: %1$s.IN, domain: %2$s, backoutThreshold: 1, backoutQueue: %1$s.BACK}
              work: {type: Compute, module: %1$s}
              out:  {type: MQOutput, queue: %1$s.OUT}
            connections:
              in.out: work
              work.out: out
            """;

    private static final String OTHER =
            """
            flow: other
            nodes:
              in:  {type: MQInput, queue: OTHER.IN, domain: BLOB}
              out: {type: MQOutput, queue: OTHER.OUT}
            connections:
              in.out: out
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE %s
              DECLARE kept SHARED ROW;
              DECLARE text SHARED CHARACTER '';
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                DECLARE i INTEGER 0;
                DECLARE own ROW;
                SET OutputRoot = InputRoot;
                %s
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final String EXHAUST =
            """
            CREATE FUNCTION exhaust() RETURNS INTEGER LANGUAGE JAVA EXTERNAL NAME "Hoard.exhaust";
            """;

    /** Statements that need memory without end. */
    private static final List<String> RUNAWAYS =
            List.of(
                    "WHILE TRUE DO SET i = i + 1;"
                            + " CREATE LASTCHILD OF Environment.Variables NAME 'e' VALUE i;"
                            + " END WHILE;",
                    "WHILE TRUE DO SET i = i + 1; SET OutputRoot.XMLNSC.m.t[i] ="
                            + " REPLICATE(CAST(i AS CHARACTER), 10000); END WHILE;",
                    "WHILE TRUE DO SET i = i + 1; SET kept.a[i] = i; END WHILE;",
                    "WHILE TRUE DO SET text = text || text || 'x'; END WHILE;",
                    "WHILE TRUE DO SET i = i + 1; SET own.a[i] = i; END WHILE;");

    private static final String JAVA =
            """
            import java.util.ArrayList;
            import java.util.List;

            public final class Hoard {
                public static Long exhaust() {
                    List<byte[]> hoard = new ArrayList<>();
                    while (true) {
                        hoard.add(new byte[100_000]);
                    }
                }
            }
            """;

    /** The broker of the tests that no process ends. */
    @TempDir private static Path shared;

    private static MemoryProcess broker;
    private static QueueStore queues;

    @TempDir private Path folder;

    @BeforeAll
    static void startBroker() throws IOException {
        Path application = application(shared);
        for (int i = 0; i < RUNAWAYS.size(); i++) {
            program(application, "runaway" + i, "XMLNSC", RUNAWAYS.get(i));
        }
        program(application, "shares", "XMLNSC", "SET text = REPLICATE('x', 3000000);");
        broker = run(shared, "192m");
        queues = attach(shared);
    }

    @AfterAll
    static void stopBroker() {
        queues.close();
        broker.close();
    }

    /** An application with the flow {@code other}. */
    private static Path application(Path folder) throws IOException {
        Path application = Files.createDirectories(folder.resolve("work"));
        JavaJar.write(application, "Hoard", JAVA);
        Files.writeString(application.resolve("exhaust.esql"), EXHAUST);
        Files.writeString(application.resolve("other.flow.yaml"), OTHER);
        return application;
    }

    /** Adds a flow whose Compute node runs the statements. */
    private static void program(Path application, String name, String domain, String statements)
            throws IOException {
        Files.writeString(application.resolve(name + ".flow.yaml"), FLOW.formatted(name, domain));
        Files.writeString(application.resolve(name + ".esql"), ESQL.formatted(name, statements));
    }

    private static MemoryProcess run(Path folder, String heap) throws IOException {
        return MemoryProcess.command(
                log(folder),
                heap,
                "run",
                folder.resolve("work").toString(),
                "--home",
                home(folder).toString());
    }

    private static Path home(Path folder) {
        return folder.resolve("home");
    }

    private static Path log(Path folder) {
        return folder.resolve("log");
    }

    private static QueueStore attach(Path folder) {
        QueueStore store =
                await().until(() -> MemoryProcess.attach(home(folder)), Optional::isPresent)
                        .orElseThrow();
        await().until(() -> store.exists("OTHER.IN"));
        return store;
    }

    private static void put(QueueStore store, String queue, byte[] body) {
        try (QueueSession session = store.session()) {
            Mqmd descriptor = new Mqmd().format("MQSTR").codedCharSetId(Mqmd.CCSID_UTF8);
            session.put(queue, new QueueMessage(descriptor, Bytes.of(body)), false);
        }
    }

    /** Puts a message that ends the process, perhaps before the put has returned. */
    private void putDeadly() {
        try (QueueStore store = attach(folder)) {
            await().until(() -> store.exists("work.IN"));
            put(store, "work.IN", text("<m/>"));
        } catch (MillraceException gone) {
            assertThat(gone.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
        }
    }

    private static void awaitMessages(QueueStore store, String queue, long messages) {
        await().until(() -> store.status(queue).depth() == messages);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The message of a flow is backed out, and a message of another flow is processed. */
    private static void assertBackedOut(QueueStore store, String flow, byte[] body) {
        await().until(() -> store.exists(flow + ".IN"));
        long before = store.exists("OTHER.OUT") ? store.status("OTHER.OUT").depth() : 0;
        put(store, flow + ".IN", body);
        put(store, "OTHER.IN", text("x"));

        awaitMessages(store, flow + ".BACK", 1);
        awaitMessages(store, "OTHER.OUT", before + 1);
    }

    @ParameterizedTest
    @FieldSource("RUNAWAYS")
    void aRunawayProgramFailsItsMessageAndLeavesOtherFlowsAlone(String statement) throws Exception {
        String flow = "runaway" + RUNAWAYS.indexOf(statement);

        assertBackedOut(queues, flow, text("<m/>"));

        assertThat(Files.readString(log(shared)).lines())
                .anyMatch(line -> line.contains("MR2114") && line.contains(flow + ".esql:8:"));
    }

    @Test
    void aMessageWithTooManyElementsFails() throws Exception {
        program(
                application(folder),
                "work",
                "XMLNSC",
                "SET i = CARDINALITY(InputRoot.XMLNSC.m.*[]);");
        try (MemoryProcess _ = run(folder, "128m");
                QueueStore store = attach(folder)) {
            assertBackedOut(store, "work", text("<m>" + "<a/>".repeat(5_000_000) + "</m>"));
        }
        assertThat(Files.readString(log(folder))).contains("MR2114", "a quarter of the heap");
    }

    @Test
    void aProcessWithoutMemoryEndsAndItsMessageIsBackedOutAfterwards() throws Exception {
        program(application(folder), "work", "XMLNSC", "SET i = exhaust();");
        try (MemoryProcess process = run(folder, "128m")) {
            putDeadly();
            assertThat(process.exitCode()).isEqualTo(3);
        }

        // The first death is not counted, so the message can end another process.
        boolean backedOut = false;
        for (int runs = 0; !backedOut; runs++) {
            assertThat(runs).as("runs until the message is backed out").isLessThan(6);
            try (MemoryProcess process = run(folder, "128m")) {
                await().until(() -> !process.isAlive() || isBackedOut());
                backedOut = process.isAlive();
            }
        }
    }

    private boolean isBackedOut() {
        Optional<QueueStore> running = MemoryProcess.attach(home(folder));
        try (QueueStore store = running.orElse(null)) {
            return store != null
                    && store.exists("work.BACK")
                    && store.status("work.BACK").depth() == 1;
        } catch (MillraceException gone) {
            return false;
        }
    }

    @Test
    void anEmbeddedBrokerReportsAnExhaustedHeapAndCloses() throws Exception {
        Path application = application(folder);
        program(application, "work", "XMLNSC", "SET i = exhaust();");
        try (MemoryProcess process =
                MemoryProcess.embedding(log(folder), "128m", home(folder), application)) {
            putDeadly();

            assertThat(process.exitCode()).isZero();
            assertThat(process.output())
                    .contains("fatal HEAP_EXHAUSTED the heap of ")
                    .contains("closed");
        }
    }

    @Test
    void statusShowsBudgetsWithTheirOwners() {
        put(queues, "shares.IN", text("<m/>"));
        awaitMessages(queues, "shares.OUT", 1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        int code =
                Millrace.run(new Console(out, out, false), "status", "--home", home(shared) + "");

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern("heap +\\d+ MB +\\d+ MB +1\\d\\d MB")
                .containsPattern("messages of all flows +0 MB +\\d+ MB +\\d+ MB")
                .containsPattern("SHARED variables of shares +2 MB +2 MB +2\\d MB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parse", "exec"})
    void aCommandWithTooLittleMemorySaysSoInOneSentence(String command) throws Exception {
        Path application = application(folder);
        program(application, "work", "JSON", "SET i = CARDINALITY(InputRoot.JSON.Data.*[]);");
        StringBuilder json = new StringBuilder("{\"first\":0");
        for (int i = 0; i < 1_000_000; i++) {
            json.append(",\"key").append(i).append("\":").append(i);
        }
        Path file = Files.writeString(folder.resolve("keys.json"), json.append('}'));
        String[] arguments =
                command.equals("parse")
                        ? new String[] {"parse", "--domain", "JSON", file.toString()}
                        : new String[] {
                            "exec",
                            application.toString(),
                            "--flow",
                            "work",
                            "--message",
                            file.toString()
                        };

        try (MemoryProcess process = MemoryProcess.command(log(folder), "128m", arguments)) {
            assertThat(process.exitCode()).isEqualTo(1);
            assertThat(process.output()).contains("MR2114").doesNotContain("\tat ");
        }
    }

    @Test
    void aHeapThatIsTooSmallIsReportedBeforeTheStart(@TempDir Path folder) throws Exception {
        try (MemoryProcess process =
                MemoryProcess.command(log(folder), "12m", "run", folder.toString())) {
            assertThat(process.exitCode()).isEqualTo(3);
            assertThat(process.output()).contains("the heap must have 24 MB or more (found ");
        }
    }
}
