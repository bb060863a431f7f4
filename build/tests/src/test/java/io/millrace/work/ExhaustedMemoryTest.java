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
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Messages that need more memory than there is, in processes with a small heap. */
@Timeout(600)
class ExhaustedMemoryTest {

    private static final Duration LONG = Duration.ofSeconds(180);

    private static final String FLOWS =
            """
            flow: work
            nodes:
              in:   {type: MQInput, queue: IN, domain: %s, backoutThreshold: 1, backoutQueue: BACK}
              work: {type: Compute, module: Work}
              out:  {type: MQOutput, queue: OUT}
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
            CREATE FUNCTION exhaust() RETURNS INTEGER LANGUAGE JAVA EXTERNAL NAME "Hoard.exhaust";

            CREATE COMPUTE MODULE Work
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

    @TempDir Path folder;

    private Path home;
    private Path application;
    private Path log;

    @BeforeEach
    void write() throws IOException {
        home = folder.resolve("home");
        log = folder.resolve("log");
        application = Files.createDirectories(folder.resolve("work"));
        JavaJar.write(application, "Hoard", JAVA);
        Files.writeString(application.resolve("other.flow.yaml"), OTHER);
        program("XMLNSC", "");
    }

    private void program(String domain, String statements) throws IOException {
        Files.writeString(application.resolve("work.flow.yaml"), FLOWS.formatted(domain));
        Files.writeString(application.resolve("work.esql"), ESQL.formatted(statements));
    }

    private MemoryProcess run(String heap) throws IOException {
        return MemoryProcess.command(
                log, heap, "run", application.toString(), "--home", home.toString());
    }

    private QueueStore attach() {
        return await().atMost(LONG)
                .until(() -> MemoryProcess.attach(home), Optional::isPresent)
                .orElseThrow();
    }

    private static void put(QueueStore store, String queue, byte[] body) {
        try (QueueSession session = store.session()) {
            Mqmd descriptor = new Mqmd().format("MQSTR").codedCharSetId(Mqmd.CCSID_UTF8);
            session.put(queue, new QueueMessage(descriptor, Bytes.of(body)), false);
        }
    }

    /** Puts a message that ends the process, perhaps before it has answered. */
    private void putDeadly() {
        try (QueueStore store = attach()) {
            await().atMost(LONG).until(() -> store.exists("IN"));
            put(store, "IN", text("<m/>"));
        } catch (MillraceException gone) {
            assertThat(gone.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
        }
    }

    private static void awaitMessage(QueueStore store, String queue) {
        await().atMost(LONG).until(() -> store.status(queue).depth() == 1);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The message of IN is backed out, and a message of another flow is processed. */
    private void assertBackedOut(byte[] body, String reason) throws Exception {
        try (MemoryProcess _ = run("128m");
                QueueStore store = attach()) {
            await().atMost(LONG).until(() -> store.exists("IN") && store.exists("OTHER.IN"));
            put(store, "IN", body);
            put(store, "OTHER.IN", text("x"));

            awaitMessage(store, "BACK");
            awaitMessage(store, "OTHER.OUT");
        }
        assertThat(Files.readString(log)).contains("MR2114").contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WHILE TRUE DO SET i = i + 1;"
                        + " CREATE LASTCHILD OF Environment.Variables NAME 'e' VALUE i; END WHILE;",
                "WHILE TRUE DO SET i = i + 1; SET OutputRoot.XMLNSC.m.t[i] ="
                        + " REPLICATE(CAST(i AS CHARACTER), 10000); END WHILE;",
                "WHILE TRUE DO SET i = i + 1; SET kept.a[i] = i; END WHILE;",
                "WHILE TRUE DO SET text = text || text || 'x'; END WHILE;",
                "WHILE TRUE DO SET i = i + 1; SET own.a[i] = i; END WHILE;"
            })
    void aRunawayProgramFailsItsMessageAndLeavesOtherFlowsAlone(String statement) throws Exception {
        program("XMLNSC", statement);

        assertBackedOut(text("<m/>"), "work.esql:10:");
    }

    @Test
    void aMessageWithTooManyElementsFails() throws Exception {
        program("XMLNSC", "SET i = CARDINALITY(InputRoot.XMLNSC.m.*[]);");

        assertBackedOut(text("<m>" + "<a/>".repeat(5_000_000) + "</m>"), "a quarter of the heap");
    }

    @Test
    void aProcessWithoutMemoryEndsAndItsMessageIsBackedOutAfterwards() throws Exception {
        program("XMLNSC", "SET i = exhaust();");
        try (MemoryProcess process = run("128m")) {
            putDeadly();
            assertThat(process.exitCode()).isEqualTo(3);
        }

        // The first death is not counted, so the message can end another process.
        boolean backedOut = false;
        for (int runs = 0; !backedOut; runs++) {
            assertThat(runs).as("runs until the message is backed out").isLessThan(6);
            try (MemoryProcess process = run("128m")) {
                await().atMost(LONG).until(() -> !process.isAlive() || isBackedOut());
                backedOut = process.isAlive();
            }
        }
    }

    private boolean isBackedOut() {
        Optional<QueueStore> running = MemoryProcess.attach(home);
        try (QueueStore store = running.orElse(null)) {
            return store != null && store.exists("BACK") && store.status("BACK").depth() == 1;
        } catch (MillraceException gone) {
            return false;
        }
    }

    @Test
    void anEmbeddedBrokerReportsAnExhaustedHeapAndCloses() throws Exception {
        program("XMLNSC", "SET i = exhaust();");
        try (MemoryProcess process = MemoryProcess.embedding(log, "128m", home, application)) {
            putDeadly();

            assertThat(process.exitCode()).isZero();
            assertThat(process.output())
                    .contains("fatal HEAP_EXHAUSTED the heap of ")
                    .contains("closed");
        }
    }

    @Test
    void statusShowsBudgetsWithTheirOwners() throws Exception {
        program("XMLNSC", "SET text = REPLICATE('x', 3000000);");
        try (MemoryProcess _ = run("128m");
                QueueStore store = attach()) {
            await().atMost(LONG).until(() -> store.exists("IN"));
            put(store, "IN", text("<m/>"));
            awaitMessage(store, "OUT");
            ByteArrayOutputStream out = new ByteArrayOutputStream();

            int code = Millrace.run(new Console(out, out, false), "status", "--home", home + "");

            assertThat(code).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .containsPattern("heap +\\d+ MB +1\\d\\d MB")
                    .containsPattern("messages of all flows +0 MB +\\d+ MB")
                    .containsPattern("SHARED variables of work +2 MB +1\\d MB");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"parse", "exec"})
    void aCommandWithTooLittleMemorySaysSoInOneSentence(String command) throws Exception {
        program("JSON", "SET i = CARDINALITY(InputRoot.JSON.Data.*[]);");
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

        try (MemoryProcess process = MemoryProcess.command(log, "128m", arguments)) {
            assertThat(process.exitCode()).isEqualTo(1);
            assertThat(process.output()).contains("MR2114").doesNotContain("\tat ");
        }
    }
}
