package io.millrace.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.flows.Broker;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;
import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Text of hostile messages, in everything that is printed: no forged line, no control sequence. */
class PrintedTextTest {

    private static final String FORGED = "12:00:00.000 ERROR MR9001 forged";

    /** A line that looks like one of the log, then controls of a terminal and of text direction. */
    private static final String HOSTILE =
            "a\n" + FORGED + "\r\u001B[2J\u009B31m\u202E\u2066\u200F\u061C\u2028" + FORGED;

    private static final String FLOW =
            """
            flow: act
            nodes:
              in:    {type: MQInput, queue: ACT.IN, domain: JSON}
              log:   {type: Trace, destination: localError, pattern: "${CAST(Root.JSON.Data.text AS CHARACTER)} ${Root}"}
              act:   {type: Compute, module: Act, computeMode: all}
              route: {type: MQOutput, destinationMode: list}
            connections:
              in.out: log
              log.out: act
              act.out: route
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Act
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                DECLARE kind CHARACTER InputRoot.JSON.Data.kind;
                DECLARE hostile CHARACTER InputRoot.JSON.Data.text;
                SET OutputRoot = InputRoot;
                SET OutputLocalEnvironment.Destination.MQ.DestinationData.queueName = hostile;
                IF kind = 'cast' THEN
                  SET Environment.number = CAST(hostile AS INTEGER);
                ELSEIF kind = 'throw' THEN
                  THROW USER EXCEPTION VALUES(hostile);
                ELSEIF kind = 'log' THEN
                  LOG EVENT SEVERITY 3 VALUES(hostile);
                  RETURN FALSE;
                END IF;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path work;

    private Path app;
    private Path messages;

    @BeforeEach
    void write() throws IOException {
        app = Files.createDirectories(work.resolve("act"));
        messages = Files.createDirectories(work.resolve("messages"));
        Files.writeString(app.resolve("act.flow.yaml"), FLOW);
        Files.writeString(app.resolve("act.esql"), ESQL);
        Files.writeString(app.resolve("application.yaml"), "name: act\n");
    }

    /** The JSON of a message, in which the hostile text is escaped. */
    private static String message(String kind) {
        StringBuilder text = new StringBuilder();
        HOSTILE.chars().forEach(c -> text.append("\\u%04X".formatted(c)));
        return "{\"kind\":\"" + kind + "\",\"text\":\"" + text + "\"}";
    }

    private Path file(String kind) throws IOException {
        return Files.writeString(messages.resolve(kind + ".json"), message(kind));
    }

    private static String millrace(boolean terminal, String... arguments) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Millrace.run(new Console(text, text, terminal), arguments);
        return text.toString(StandardCharsets.UTF_8);
    }

    private static void assertPrintable(String output) {
        assertThat(output).contains("forged");
        assertThat(output.lines()).noneMatch(line -> line.startsWith(FORGED));
        String left = output.replaceAll("[\\P{C}&&[^\u2028\u2029]]|\n", "");
        assertThat(left.codePoints().mapToObj(Integer::toHexString)).as(output).isEmpty();
    }

    /** The log of a real process: MR2101, MR2107, MR5001, LOG and Trace. */
    @Test
    void noLineOfTheLogIsForged() throws Exception {
        for (String kind : List.of("cast", "throw", "log", "queue")) {
            file(kind);
        }
        String log =
                JavaProcess.output(
                        Millrace.class,
                        work,
                        List.of("-Dmillrace.log=INFO"),
                        Map.of(),
                        "run",
                        app.toString(),
                        "--put",
                        messages.toString(),
                        "--until-idle",
                        "--home",
                        work.resolve("home").toString());
        assertThat(log).contains("MR2101", "user exception", "MR5001", "3051 act.log: ");
        assertThat(log).containsPattern("ERROR act\\.act: message 2951: a\\\\n12:00");
        assertPrintable(log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cast", "throw", "log", "queue"})
    void execEscapesTreesNotesAndErrors(String kind) throws IOException {
        assertPrintable(
                millrace(
                        false,
                        "exec",
                        app.toString(),
                        "--message",
                        file(kind).toString(),
                        "--tree"));
    }

    @Test
    void parseEscapesTreesAndWritesJsonThatMeansTheSame() throws IOException {
        String file = file("parse").toString();
        assertPrintable(millrace(false, "parse", file, "--domain", "JSON"));
        String json = millrace(false, "parse", file, "--domain", "JSON", "--as", "json");
        assertPrintable(json);
        Path again = Files.writeString(messages.resolve("again.json"), json);
        assertThat(millrace(false, "parse", again.toString(), "--domain", "JSON"))
                .contains("\\u001B[2J\\u009B31m\\u202E\\u2066\\u200F\\u061C\\u2028");
    }

    @Test
    void browseAndGetEscapeBodiesAndDescriptors() throws IOException {
        String home = work.resolve("home").toString();
        String text = HOSTILE.replaceAll("\\p{Cntrl}", " ").replace("\u009B", "") + "forged";
        byte[] controls = "forged\u001B[2J".getBytes(StandardCharsets.UTF_8);
        try (Broker broker = Broker.builder().home(Path.of(home)).start();
                QueueSession session = broker.session()) {
            broker.store().create(QueueDefinition.named("Q"));
            for (Bytes body : List.of(Bytes.utf8(text), Bytes.of(controls), Bytes.of(controls))) {
                Mqmd descriptor = new Mqmd();
                descriptor.format("\u001B[2J\n");
                session.put("Q", new QueueMessage(descriptor, body), true);
            }
            session.commit();
        }
        assertPrintable(millrace(false, "browse", "Q", "--home", home));
        assertPrintable(millrace(false, "browse", "Q", "--full", "--home", home));
        List<String> get = new ArrayList<>(List.of("get", "Q", "--home", home));
        assertThat(millrace(true, get.toArray(String[]::new))).contains("\\u202E\\u2066\\u200F");
        get.add("--headers");
        String shown = millrace(true, get.toArray(String[]::new));
        assertThat(shown).contains("forged.[2J", "Format: \\u001B[2J").doesNotContain("\u001B");
        assertThat(millrace(false, "get", "Q", "--home", home))
                .as("a pipe receives the bytes")
                .isEqualTo("forged\u001B[2J");
    }

    @Test
    void problemsOfFilesAreEscaped() throws IOException {
        Files.writeString(
                app.resolve("act.esql"),
                ESQL.replace("RETURN FALSE", "RETURN \"forged\u202E\u2028" + FORGED + "\""));
        for (String format : List.of("text", "json", "sarif")) {
            assertPrintable(millrace(false, "check", app.toString(), "--format", format));
        }
    }

    @Test
    void argumentsAreEscapedInUsageErrors() {
        assertPrintable(millrace(false, "browse", "Q", HOSTILE));
        assertPrintable(millrace(false, "parse", HOSTILE, "--domain", HOSTILE));
    }
}
