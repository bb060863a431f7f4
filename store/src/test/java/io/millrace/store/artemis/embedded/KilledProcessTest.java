package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Kills a store again and again, and compares what the next process finds with what was
 * acknowledged. {@code -Dmillrace.kills=250 -Dmillrace.stores=8} is the long proof: each kill ends
 * eight stores.
 */
class KilledProcessTest {

    /** Artemis' timer of a buffer can find that an orderly stop has closed the buffer. */
    private static final Pattern BUFFER_TIMER =
            Pattern.compile(
                    "Exception in thread \"activemq-buffer-timeout\".*TimedBuffer is not started\n"
                            + "(?:\tat .*\n)*");

    private static final int KILLS = Integer.getInteger("millrace.kills", 2);
    private static final int MAX_COMMITS = 60 * KilledProcess.STORES;
    private static final int KILLED = 137;

    @TempDir Path folder;

    private final long[] put = new long[KilledProcess.QUEUES];
    private final long[] got = new long[KilledProcess.QUEUES];
    private final Random random = new Random(Long.getLong("millrace.seed", 1));

    @Test
    void aKilledStoreStartsWithAllThatWasAcknowledged() throws Exception {
        Path kept =
                Files.createDirectories(
                        Path.of(System.getProperty("millrace.home", folder.toString())));
        run(kept, true);
        for (int kill = 1; kill <= KILLS; kill++) {
            run(kept, false);
            if (kill % 20 == 0) {
                System.err.printf(
                        "%d kills of %d stores balanced, put %s%n",
                        kill, KilledProcess.STORES, Arrays.toString(put));
            }
        }
        assertThat(put).doesNotContain(0);
        run(kept, true);
    }

    private void run(Path kept, boolean orderly) throws IOException, InterruptedException {
        Path log = kept.resolve("log");
        List<String> options = new ArrayList<>(List.of("-Xmx256m", "-Dmillrace.test.log=WARN"));
        for (int i = 0; i < put.length; i++) {
            options.add("-Dnext." + i + "=" + (put[i] + 1));
        }
        options.add("-Dmillrace.stores=" + KilledProcess.STORES);
        List<String> arguments =
                new ArrayList<>(List.of(kept.toString(), Long.toString(random.nextLong())));
        if (orderly) {
            arguments.add(KilledProcess.ORDERLY);
        }
        Process process =
                JavaProcess.of(KilledProcess.class, options, arguments.toArray(String[]::new))
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        if (!orderly && random.nextInt(10) == 0) {
            // While it starts, most likely.
            process.waitFor(100 + random.nextInt(1_500), TimeUnit.MILLISECONDS);
            process.toHandle().destroyForcibly();
        }
        int commits = random.nextInt(MAX_COMMITS);
        List<String> lines = new ArrayList<>();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                if (lines.size() == commits + KilledProcess.QUEUES + 1 && !orderly) {
                    process.toHandle().destroyForcibly();
                }
            }
        }
        int code = process.waitFor();
        assertThat(code).as(lines.toString()).isEqualTo(orderly ? 0 : KILLED);
        for (String line : lines) {
            follow(line.split(" "));
        }
        assertThat(BUFFER_TIMER.matcher(Files.readString(log)).replaceAll(""))
                .doesNotContain("MR5014", "MR5015", "Exception");
    }

    private void follow(String[] words) {
        int queue = words.length > 1 ? Integer.parseInt(words[1]) : 0;
        switch (words[0]) {
            case KilledProcess.PUT -> put[queue] = Long.parseLong(words[2]);
            case KilledProcess.GOT -> got[queue] = Long.parseLong(words[2]);
            case KilledProcess.FOUND -> found(queue, words);
            default -> assertThat(words[0]).isEqualTo(KilledProcess.READY);
        }
    }

    /** What was in a commit when the process died is there as a whole or not at all. */
    private void found(int queue, String[] words) {
        assertThat(words).as(String.join(" ", words)).hasSize(4);
        long first = Long.parseLong(words[2]);
        long last = Long.parseLong(words[3]);
        long ahead = KilledProcess.MAX_BATCH;
        if (first == 0) {
            assertThat(got[queue] + ahead)
                    .as("put " + put[queue])
                    .isGreaterThanOrEqualTo(put[queue]);
        } else {
            assertThat(first)
                    .as(String.join(" ", words))
                    .isBetween(got[queue] + 1, got[queue] + 1 + ahead);
            assertThat(last).as(String.join(" ", words)).isBetween(put[queue], put[queue] + ahead);
            put[queue] = last;
            got[queue] = first - 1;
        }
    }
}
