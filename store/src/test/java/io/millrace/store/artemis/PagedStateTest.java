package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.TestSettings;
import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A state whose queue contains more messages than a small heap, so it pages to disk. */
class PagedStateTest {

    private static final String HEAP = "48m";
    private static final int RECORDS = 1_500;
    private static final int CHANGES = 2_500;
    private static final int UNIT = 100;
    private static final String PADDING = "-".repeat(200);

    @TempDir Path home;

    @Test
    void aStateThatPagesToDiskIsCompactedAndReadAfterAKill() throws Exception {
        List<String> written = run("write");
        assertThat(pageFiles()).as("page files").isPositive();
        List<String> read = run("read");
        assertThat(read).isEqualTo(written);
        assertThat(written.getFirst()).startsWith("records ");
    }

    private long pageFiles() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(file -> file.toString().endsWith(".page")).count();
        }
    }

    /** Runs the process, kills it after it has reported the records, and returns its report. */
    private List<String> run(String task) throws IOException, InterruptedException {
        Process process =
                JavaProcess.of(
                                PagedStateTest.class,
                                List.of("-Xmx" + HEAP, "-XX:+ExitOnOutOfMemoryError"),
                                home.toString(),
                                task)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            return List.of(String.valueOf(lines.readLine()), String.valueOf(lines.readLine()));
        } finally {
            process.destroyForcibly();
            process.waitFor(60, TimeUnit.SECONDS);
        }
    }

    /** The process. */
    public static void main(String[] arguments) throws IOException {
        UnitOfWork unit = new UnitOfWork();
        try (ArtemisStore store = ArtemisStore.embed(TestSettings.embedded(Path.of(arguments[0])));
                QueueSession session = store.session();
                State state =
                        new StateStore(store, Clock.systemUTC())
                                .open(
                                        "paged",
                                        StateLimits.DEFAULT,
                                        unit,
                                        () -> session,
                                        () -> false)) {
            Map<String, String> model = new HashMap<>();
            if (arguments[1].equals("write")) {
                Random random = new Random(3);
                for (int i = 0; i < RECORDS + CHANGES; i++) {
                    String key = "key " + (i < RECORDS ? i : random.nextInt(RECORDS));
                    if (i >= RECORDS && random.nextInt(10) == 0) {
                        state.remove(key);
                        model.remove(key);
                    } else {
                        state.put(key, Bytes.utf8(i + PADDING));
                        model.put(key, i + PADDING);
                    }
                    if (i % UNIT == UNIT - 1) {
                        unit.commit();
                    }
                }
                unit.commit();
                if (store.depth("SYSTEM.STATE.paged") > 2L * RECORDS + 500) {
                    System.out.println("the queue is not compacted");
                }
            }
            Map<String, String> found =
                    state.records().stream()
                            .collect(
                                    Collectors.toMap(
                                            StateRecord::key,
                                            record -> record.value().text(StandardCharsets.UTF_8)));
            if (arguments[1].equals("write") && !found.equals(model)) {
                System.out.println("the records differ from the model");
            }
            System.out.println("records " + found.size());
            System.out.println("hash " + found.hashCode());
            while (System.in.read() >= 0) {
                // Until it is killed.
            }
        }
    }
}
