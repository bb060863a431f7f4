package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** FileExists with real files. */
@Timeout(60)
class FileExistsTest {

    private static final Instant OLD = Instant.parse("2026-01-01T00:00:00Z");
    private static final int LONGER_THAN_POLLING = 50;

    @TempDir Path folder;
    private final FlowRun run = new FlowRun();
    private final List<String> events = new ArrayList<>();
    private String failOn = "";
    private Runnable beside = () -> {};
    private BrokerServices services;

    @AfterEach
    void close() {
        run.close();
    }

    private FlowInstance flow(String... properties) {
        List<String> all = new ArrayList<>(List.of("inputDirectory=" + folder));
        all.addAll(List.of("pollingInterval=0", "filenamePattern=*.txt"));
        all.addAll(List.of(properties));
        run.node("in", "FileExists", all.toArray(String[]::new))
                .test("work", this::work)
                .sink("sink")
                .connect("in.out -> work", "work.out -> sink");
        run.clock = Clock.systemUTC();
        services = run.services();
        return instance();
    }

    private FlowInstance instance() {
        return FlowInstance.open(run.compiled(), "in", "default", services);
    }

    private void work(MessageAssembly message) {
        String name = message.localEnvironment().at("File", "Name").text();
        if (name.equals(failOn)) {
            throw new IllegalStateException("not now");
        }
        events.add(name);
        Runnable other = beside;
        beside = () -> {};
        other.run();
    }

    private void write(String name, String text, int second) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(OLD.plusSeconds(second)));
    }

    /** Processes all events, and returns their files. */
    private List<String> drain(FlowInstance instance) {
        events.clear();
        while (instance.runOnce(LONGER_THAN_POLLING).result() != Result.NOTHING) {
            // The events are collected.
        }
        return List.copyOf(events);
    }

    @Test
    void eachFileHasOneEventAlsoAfterARestart() throws IOException {
        write("b.txt", "1", 1);
        write("a.txt", "12", 2);
        write("c.csv", "1", 3);
        try (FlowInstance instance = flow()) {
            assertThat(drain(instance)).containsExactlyInAnyOrder("b.txt", "a.txt");
            MessageAssembly event = run.seen.getLast();
            assertThat(event.root().size()).as("only Properties").isOne();
            Element file = event.localEnvironment().child("File");
            assertThat(file.textOf("Directory")).isEqualTo(folder.toString());
            assertThat(file.textOf("Size"))
                    .isEqualTo(file.textOf("Name").equals("a.txt") ? "2" : "1");
            assertThat(event.localEnvironment().at("Wildcard", "WildcardMatch").text())
                    .isIn("a", "b");
            assertThat(drain(instance)).isEmpty();
        }
        try (FlowInstance instance = instance()) {
            assertThat(drain(instance)).isEmpty();
        }
        assertThat(TestFiles.in(folder)).containsExactly("a.txt", "b.txt", "c.csv");
    }

    @Test
    void aFileThatChangesOrAppearsAgainHasAnotherEvent() throws IOException {
        write("a.txt", "1", 1);
        try (FlowInstance instance = flow()) {
            assertThat(drain(instance)).containsExactly("a.txt");
            write("a.txt", "1", 2);
            assertThat(drain(instance)).containsExactly("a.txt");
            write("a.txt", "12", 2);
            assertThat(drain(instance)).containsExactly("a.txt");
            Files.delete(folder.resolve("a.txt"));
            assertThat(drain(instance)).isEmpty();
            write("a.txt", "12", 2);
            assertThat(drain(instance)).containsExactly("a.txt");
        }
    }

    @Test
    void anEventThatFailsIsProcessedAgainAndOthersBefore() throws IOException {
        write("a.txt", "1", 1);
        write("b.txt", "1", 2);
        failOn = "a.txt";
        try (FlowInstance instance = flow()) {
            while (events.isEmpty()) {
                instance.runOnce(LONGER_THAN_POLLING);
            }
            assertThat(events).containsExactly("b.txt");
            failOn = "";
            while (events.size() < 2) {
                instance.runOnce(LONGER_THAN_POLLING);
            }
            assertThat(events).containsExactly("b.txt", "a.txt");
            assertThat(drain(instance)).isEmpty();
        }
    }

    @Test
    void aRemovedFileHasNoEvent() throws IOException {
        write("a.txt", "1", 1);
        failOn = "a.txt";
        try (FlowInstance instance = flow()) {
            assertThat(instance.runOnce(LONGER_THAN_POLLING).result())
                    .isEqualTo(Result.ROLLED_BACK);
            failOn = "";
            Files.delete(folder.resolve("a.txt"));
            write("b.txt", "1", 1);
            assertThat(drain(instance)).containsExactly("b.txt");
        }
    }

    @Test
    void anEventIsReceivedByOneInstance() throws IOException {
        write("a.txt", "1", 1);
        write("b.txt", "1", 2);
        try (FlowInstance instance = flow();
                FlowInstance other = instance()) {
            beside =
                    () -> {
                        while (other.runOnce(LONGER_THAN_POLLING).result() != Result.NOTHING) {
                            // The events are collected.
                        }
                    };
            instance.runOnce(LONGER_THAN_POLLING);
            assertThat(events).containsExactlyInAnyOrder("a.txt", "b.txt");
            assertThat(drain(instance)).isEmpty();
            assertThat(drain(other)).isEmpty();
        }
    }

    @Test
    void aYoungFileHasNoEventYet() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "1");
        try (FlowInstance instance = flow("minimumAge=3600")) {
            assertThat(drain(instance)).isEmpty();
        }
    }

    @Test
    void aMissingFolderIsReported() throws IOException {
        Files.delete(folder);
        try (FlowInstance instance = flow()) {
            assertThatThrownBy(() -> instance.runOnce(0))
                    .hasMessage(
                            "the input folder "
                                    + folder
                                    + " cannot be used: it does not exist; create it, or correct"
                                    + " inputDirectory");
        }
        Files.createDirectory(folder);
    }

    @Test
    void theBodyOfATestMessageIsTheNameOfTheFile() {
        try (FlowInstance instance = flow()) {
            instance.run(FlowRun.message("x-7.txt"));
        }
        assertThat(events).containsExactly("x-7.txt");
    }
}
