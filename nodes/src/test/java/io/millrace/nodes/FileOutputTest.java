package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** FileOutput with real files. */
class FileOutputTest {

    @TempDir Path folder;
    private final FlowRun run = new FlowRun();
    private String name = "";
    private String directory = "";
    private String failOn = "none";

    /** Work of the node after the file. */
    private interface FileWork {
        void run() throws IOException;
    }

    private FileWork afterFile = () -> {};

    @AfterEach
    void close() {
        run.close();
    }

    /** Writes bodies, and finishes the file after the body "end". */
    private void flow(String... properties) {
        List<String> all = new ArrayList<>(List.of("outputDirectory=" + folder));
        all.addAll(List.of(properties));
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=3")
                .test("name", this::destination)
                .node("out", "FileOutput", all.toArray(String[]::new))
                .test("after", this::after)
                .connect("in.out -> name", "name.out -> out", "out.out -> after");
    }

    private void destination(MessageAssembly message) {
        Element file = message.localEnvironment().add("Destination").add("File");
        if (!name.isEmpty()) {
            file.add("Name", name);
        }
        if (!directory.isEmpty()) {
            file.add("Directory", directory);
        }
        message.localEnvironment().add("Wildcard").add("WildcardMatch", "7");
    }

    private void after(MessageAssembly message) {
        run.seen.add(message);
        try {
            afterFile.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (FlowRun.body(message).contains(failOn)) {
            throw new IllegalStateException("after the file");
        }
    }

    private String content(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    private List<String> files(String subfolder) throws IOException {
        return TestFiles.in(folder.resolve(subfolder));
    }

    @Test
    void eachMessageIsACompleteFile() throws IOException {
        flow("outputFilename=order-*.txt");
        assertThat(run.run("one").result()).isEqualTo(Result.DONE);
        assertThat(content("order-7.txt")).isEqualTo("one");
        run.run("two");
        assertThat(content("order-7.txt")).isEqualTo("two");
        assertThat(files("mqsitransit")).isEmpty();
        Element data =
                run.seen
                        .getLast()
                        .localEnvironment()
                        .at("WrittenDestination", "File", "DestinationData");
        assertThat(data.textOf("Directory")).isEqualTo(folder.toString());
        assertThat(data.textOf("Name")).isEqualTo("order-7.txt");
        assertThat(data.textOf("Action")).isEqualTo("Replace");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "replace; 'new'; ''",
                "append; 'oldnew'; ''",
                "archiveAndReplace; 'new'; 'a.txt'",
            })
    void anExistingFileIsReplacedArchivedOrAppended(String mode, String expected, String archived)
            throws IOException {
        Files.writeString(folder.resolve("a.txt"), "old");
        flow("outputFilename=a.txt", "outputMode=" + mode);
        run.run("new");
        assertThat(content("a.txt")).isEqualTo(expected);
        assertThat(String.join(",", files("mqsiarchive"))).isEqualTo(archived);
    }

    @Test
    void aFileThatExistsIsNotCreated() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "old");
        flow("outputFilename=a.txt", "outputMode=create");
        Outcome outcome = run.run("new");
        assertThat(outcome.failure().root().getMessage())
                .isEqualTo(
                        "the file %s exists; remove it, or change outputMode"
                                .formatted(folder.resolve("a.txt")));
        assertThat(content("a.txt")).isEqualTo("old");
    }

    @Test
    void aRolledBackFileDoesNotAppear() throws IOException {
        failOn = "bad";
        flow("outputFilename=a.txt");
        assertThat(run.run("bad").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(files("")).isEmpty();
        assertThat(files("mqsitransit")).isEmpty();
    }

    private FlowRun finishing(String... properties) {
        flow(properties);
        return run.node("end", "MQInput", "queue=OTHER")
                .test("name2", this::destination)
                .sink("ended")
                .connect(
                        "end.out -> name2",
                        "name2.out -> out.finishFile",
                        "out.endOfData -> ended");
    }

    /** Finishes the file, with the same nodes in an instance of the second input node. */
    private void finish(BrokerServices services) {
        run.put("OTHER", FlowRun.message("end"));
        try (FlowInstance end = FlowInstance.open(run.compiled(), "end", "default", services)) {
            assertThat(end.runOnce(0).result()).isEqualTo(Result.DONE);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "unmodified; 'onetwo'",
                "delimited; 'one\ntwo\n'",
                "delimited delimiterType=infix delimiter=custom customDelimiter=2C; 'one,two'",
                "fixedLength recordLength=5 paddingByte=2E; 'one..two..'",
            })
    void recordsAreWrittenToOneFileUntilItIsFinished(String properties, String expected)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("outputFilename=a.txt"));
        all.addAll(List.of(("recordDefinition=" + properties).split(" ")));
        finishing(all.toArray(String[]::new));
        BrokerServices services = run.services();
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "default", services)) {
            for (String text : List.of("one", "two")) {
                run.put("IN", FlowRun.message(text));
                assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
            }
        }
        assertThat(files("")).isEmpty();
        assertThat(files("mqsitransit")).hasSize(1);
        finish(services);
        assertThat(content("a.txt")).isEqualTo(expected);
        assertThat(files("mqsitransit")).isEmpty();
        assertThat(run.seen).isNotEmpty();
    }

    @Test
    void theStagedFileIsTruncatedToItsCommittedLength() throws IOException {
        failOn = "bad";
        finishing("outputFilename=a.txt", "recordDefinition=delimited");
        BrokerServices services = run.services();
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "default", services)) {
            run.put("IN", FlowRun.message("one"));
            instance.runOnce(0);
            run.put("IN", FlowRun.message("bad"));
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        }
        Path staged = staged();
        assertThat(staged).hasContent("one\nbad\n");
        failOn = "none";
        Files.writeString(staged, "written before a kill", StandardOpenOption.APPEND);
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "default", services)) {
            instance.runOnce(0);
        }
        finish(services);
        assertThat(content("a.txt")).isEqualTo("one\nbad\n");
    }

    @Test
    void aStagedFileOfAFirstUnitThatWasKilledIsDeleted() throws IOException {
        failOn = "killed";
        flow("outputFilename=a.txt");
        BrokerServices services = run.services();
        Path transit = folder.resolve("mqsitransit");
        afterFile = () -> Files.copy(staged(), folder.resolve(staged().getFileName()));
        run.put("IN", FlowRun.message("killed"));
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "g", services)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        }
        assertThat(files("mqsitransit")).isEmpty();
        // A kill leaves the file as it was in the unit.
        Path killed = folder.resolve(files("").getFirst());
        Files.move(killed, transit.resolve(killed.getFileName()));
        Files.createFile(transit.resolve("file of another broker"));
        FlowInstance.open(run.compiled(), "in", "g", services).close();
        assertThat(files("mqsitransit")).containsExactly("file of another broker");
    }

    private Path staged() throws IOException {
        return folder.resolve("mqsitransit").resolve(files("mqsitransit").getFirst());
    }

    @Test
    void aCompleteFileIsMovedWhenItsFolderCanBeWrittenAgain() throws IOException {
        Path blocked = Files.createDirectories(folder.resolve("a.txt"));
        Files.createFile(blocked.resolve("x"));
        flow("outputFilename=a.txt");
        var services = run.services();
        run.put("IN", FlowRun.message("one"));
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "g", services)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        }
        assertThat(files("mqsitransit")).hasSize(1);
        Files.delete(blocked.resolve("x"));
        Files.delete(blocked);
        FlowInstance.open(run.compiled(), "in", "g", services).close();
        assertThat(content("a.txt")).isEqualTo("one");
        assertThat(files("mqsitransit")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"append", "replace"})
    void contentFollowsThatOfAFileThatCouldNotBeMoved(String mode) throws IOException {
        Path blocked = Files.createDirectories(folder.resolve("a.txt"));
        Files.createFile(blocked.resolve("x"));
        flow("outputFilename=a.txt", "outputMode=" + mode);
        BrokerServices services = run.services();
        run.put("IN", FlowRun.message("one"));
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "g", services);
                FlowInstance other = FlowInstance.open(run.compiled(), "in", "g", services)) {
            assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
            run.put("IN", FlowRun.message("two"));
            Outcome outcome = other.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(outcome.failure().root().getMessage())
                    .startsWith("the output file " + blocked + " cannot be written: ");
            Files.delete(blocked.resolve("x"));
            Files.delete(blocked);
            assertThat(other.runOnce(0).result()).isEqualTo(Result.DONE);
            assertThat(content("a.txt")).isEqualTo(mode.equals("append") ? "onetwo" : "two");
            run.put("IN", FlowRun.message("three"));
            instance.runOnce(0);
        }
        assertThat(content("a.txt")).isEqualTo(mode.equals("append") ? "onetwothree" : "three");
        assertThat(files("mqsitransit")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../a", "/etc/a", "..", "a/b", "a\\b", "mqsitransit", "a\u0000b", "a\nb"})
    void aNameOfAMessageCannotLeaveTheFolder(String given) throws IOException {
        name = given;
        flow("outputFilename=a.txt");
        Outcome outcome = run.run("x");
        assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(outcome.failure().root().code().id()).isEqualTo("MR4037");
        assertThat(files("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                "/tmp",
                "sub/../..",
                "link",
                "link/sub",
                "a\u0000b",
                "C:\\data",
                "sub\\a"
            })
    void aFolderOfAMessageCannotLeaveTheFolder(String given) throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path inside = Files.createDirectory(folder.resolve("inside"));
        Files.createSymbolicLink(inside.resolve("link"), outside);
        directory = given;
        flow("outputDirectory=" + inside, "outputFilename=a.txt");
        Outcome outcome = run.run("x");
        assertThat(outcome.failure().root().code().id()).isEqualTo("MR4037");
        assertThat(files("outside")).isEmpty();
    }

    @Test
    void aFolderOfAMessageWithinTheFolderIsCreated() throws IOException {
        directory = "sub/deeper";
        flow("outputFilename=a.txt");
        run.run("x");
        assertThat(content("sub/deeper/a.txt")).isEqualTo("x");
    }

    @Test
    void aRecordThatIsTooLongFails() {
        flow("outputFilename=a.txt", "recordDefinition=fixedLength", "recordLength=2");
        assertThat(run.run("abc").failure().root().getMessage())
                .startsWith("the body has 3 bytes, but records of the file have 2 (recordLength)");
    }

    @Test
    void invalidPropertiesAreReported() {
        flow("outputFilename=../a", "paddingByte=2");
        assertThat(run.problems.all())
                .extracting(p -> p.text())
                .containsExactly(
                        "outputFilename must be a file name with at most one * (found '../a', a"
                                + " name cannot contain a path)",
                        "paddingByte must be two hexadecimal digits, for example 20 (found '2')");
    }
}
