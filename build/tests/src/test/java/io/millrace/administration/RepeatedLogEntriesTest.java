package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The log of a server whose messages all fail. */
class RepeatedLogEntriesTest {

    private static final int MESSAGES = 40;

    private static final Pattern SUMMARY =
            Pattern.compile(": occurred (\\d+) more times? in \\d+ s$");

    @TempDir Path folder;

    /** Writes an application whose flow fails for every message. */
    private Path application(String input) throws Exception {
        Path failing = Files.createDirectories(folder.resolve("failing"));
        Files.writeString(
                failing.resolve("application.yaml"),
                """
                queues:
                  FAIL.IN: {backoutThreshold: 1, backoutQueue: FAILED}
                  FAILED:
                """);
        Files.writeString(
                failing.resolve("fail.flow.yaml"),
                """
                flow: fail
                nodes:
                  in: {type: MQInput, queue: FAIL.IN, domain: BLOB%s}
                  fail: {type: Compute, module: Fail}
                connections: {in.out: fail}
                """
                        .formatted(input));
        Files.writeString(
                failing.resolve("fail.esql"),
                """
                CREATE COMPUTE MODULE Fail
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    THROW USER EXCEPTION MESSAGE 2951 VALUES('never');
                  END;
                END MODULE;
                """);
        return failing;
    }

    /** Lets all messages fail, ends the server, and returns its log entries with a code. */
    private List<String> fail(String input, String code, String level) throws Exception {
        Path file = Files.writeString(folder.resolve("broker.yaml"), "log: {level: " + level + "}");
        Path home = folder.resolve("home");
        try (ServerProcess server = ServerProcess.start(home, "--config", file.toString())) {
            server.run("deploy", application(input).toString()).ok();
            server.run("put", "FAIL.IN", "--text", "a", "--copies", "" + MESSAGES).ok();
            await().until(() -> depth(server) == 0);
            assertThat(server.stop()).isEqualTo(143);
        }
        return Files.readAllLines(home.resolve("server/log/millrace.log")).stream()
                .filter(line -> line.contains(" " + code + " "))
                .toList();
    }

    private static int depth(ServerProcess server) {
        Matcher depth =
                Pattern.compile("depth +(\\d+)")
                        .matcher(server.run("queues", "show", "FAIL.IN").ok().out());
        assertThat(depth.find()).isTrue();
        return Integer.parseInt(depth.group(1));
    }

    private static int suppressed(List<String> entries) {
        Matcher summary = SUMMARY.matcher(entries.getLast());
        assertThat(summary.find()).as("the last of " + entries).isTrue();
        return Integer.parseInt(summary.group(1));
    }

    @Test
    void entriesOfMessagesThatAreBackedOutAreLimitedAndCountedWhenTheServerEnds() throws Exception {
        List<String> entries = fail("", "MR4006", "info");
        assertThat(entries).hasSize(6);
        assertThat(entries.subList(0, 5))
                .allMatch(line -> line.contains("was moved to backout queue FAILED"));
        assertThat(entries.getLast()).contains("ERROR", "MR4006 fail.in: occurred ");
        assertThat(suppressed(entries)).isEqualTo(MESSAGES - 5);
    }

    @Test
    void noEntryOfALostMessageIsSuppressed() throws Exception {
        assertThat(fail(", transactionMode: no", "MR4020", "info"))
                .hasSize(MESSAGES)
                .allMatch(line -> line.contains(" is lost: ") && line.contains("MR2107"));
    }

    @Test
    void allEntriesAreWrittenAtTheLevelDebug() throws Exception {
        assertThat(fail("", "MR4006", "debug"))
                .hasSize(MESSAGES)
                .allMatch(line -> line.contains("was moved to backout queue FAILED"));
    }
}
