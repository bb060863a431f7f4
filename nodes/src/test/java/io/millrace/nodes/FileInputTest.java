package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** FileInput with real files. */
class FileInputTest {

    private static final Instant OLD = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path folder;
    private final FlowRun run = new FlowRun();
    private final List<String> bodies = new ArrayList<>();
    private String failOn = "";
    private int seconds;

    @BeforeEach
    void newFlow() {
        bodies.clear();
    }

    @AfterEach
    void close() {
        run.close();
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text, StandardCharsets.ISO_8859_1);
        Files.setLastModifiedTime(file, FileTime.from(OLD.plusSeconds(seconds++)));
        return file;
    }

    private FlowRun flow(String... properties) {
        return flow(run, properties);
    }

    private FlowRun flow(FlowRun target, String... properties) {
        List<String> all = new ArrayList<>(List.of("inputDirectory=" + folder));
        all.addAll(List.of(properties));
        return target.node("in", "FileInput", all.toArray(String[]::new))
                .test("work", this::work)
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> work", "work.out -> out");
    }

    private void work(MessageAssembly message) {
        String body = FlowRun.body(message);
        bodies.add(body);
        if (!failOn.isEmpty() && body.contains(failOn)) {
            throw new IllegalStateException("bad record");
        }
    }

    /** Processes all records, and returns the last outcome. */
    private static Outcome drain(FlowInstance instance) {
        Outcome last = null;
        for (Outcome o = instance.runOnce(0);
                o.result() != Result.NOTHING;
                o = instance.runOnce(0)) {
            last = o;
        }
        instance.runOnce(0);
        return last;
    }

    private List<String> files(String subfolder) throws IOException {
        return TestFiles.in(folder.resolve(subfolder));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "wholeFile;                                          'a|b|';     'a|b|'",
                "fixedLength recordLength=2;                         'abcde';    'ab,cd,e'",
                "fixedLength recordLength=2;                         'abcd';     'ab,cd'",
                "delimited delimiter=custom customDelimiter=7C;      'a|b|';     'a,b'",
                "delimited delimiter=custom customDelimiter=7C;      'a||b';     'a,,b'",
                "delimited delimiter=custom customDelimiter=7c7c;    'a|b||c';   'a|b,c'",
                "delimited delimiter=custom customDelimiter=7C delimiterType=infix; 'a|b|'; 'a,b,'",
                "delimited delimiter=custom customDelimiter=7C delimiterType=infix; 'a|b'; 'a,b'",
            })
    void recordsAreDetected(String properties, String text, String expected) throws IOException {
        write("records.txt", text);
        flow(("recordDetection=" + properties).split(" "));
        drain(run.instance());
        assertThat(String.join(",", bodies)).isEqualTo(expected);
        assertThat(files("mqsiarchive")).containsExactly("records.txt");
        assertThat(files("mqsitransitin")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"dosOrUnix,'a,b,c'", "unix,'a\r,b,c'", "dos,'a,b\nc'"})
    void lineEndsAreThoseOfDosOrUnix(String delimiter, String expected) throws IOException {
        write("lines.txt", "a\r\nb\nc");
        flow("recordDetection=delimited", "delimiter=" + delimiter);
        drain(run.instance());
        assertThat(String.join(",", bodies)).isEqualTo(expected);
    }

    @Test
    void aLongRecordIsFoundAcrossTheBuffersOfTheReader() throws IOException {
        String one = "x".repeat(200_000);
        String two = "y".repeat(70_001);
        write("long.txt", one + "<>" + two + "<>" + one);
        flow("recordDetection=delimited", "delimiter=custom", "customDelimiter=3C3E");
        drain(run.instance());
        assertThat(bodies).containsExactly(one, two, one);
    }

    @Test
    void anEmptyFileIsAnEmptyRecord() throws IOException {
        write("empty.txt", "");
        flow("recordDetection=delimited").sink("sink").connect("work.out -> sink");
        drain(run.instance());
        assertThat(bodies).containsExactly("");
        assertThat(file("IsEmpty")).isEqualTo("true");
    }

    private String file(String field) {
        return run.seen.getLast().localEnvironment().child("File").textOf(field);
    }

    @Test
    void theLocalEnvironmentDescribesTheRecord() throws IOException {
        write("orders-7.txt", "one\ntwo\n");
        flow("recordDetection=delimited", "filenamePattern=orders-*.txt")
                .sink("sink")
                .connect("work.out -> sink");
        drain(run.instance());
        assertThat(file("Directory")).isEqualTo(folder.toString());
        assertThat(file("Name")).isEqualTo("orders-7.txt");
        assertThat(file("Record")).isEqualTo("2");
        assertThat(file("Offset")).isEqualTo("4");
        assertThat(file("Size")).isEqualTo("8");
        assertThat(file("Delimiter")).isEqualTo("\n");
        assertThat(file("IsEmpty")).isEqualTo("false");
        assertThat(file("LastModified")).startsWith("2026-01-01T00:00:00");
        assertThat(file("TimeStamp")).matches("\\d{8}_\\d{6}_\\d{6}");
        Element environment = run.seen.getLast().localEnvironment();
        assertThat(environment.child("Wildcard").textOf("WildcardMatch")).isEqualTo("7");
    }

    @Test
    void theEndOfTheDataIsAMessageAfterTheLastRecord() throws IOException {
        write("lines.txt", "one\ntwo\n");
        flow("recordDetection=delimited").sink("end").connect("in.endOfData -> end");
        drain(run.instance());
        assertThat(bodies).containsExactly("one", "two");
        assertThat(run.seen).hasSize(1);
        assertThat(file("Record")).isEqualTo("2");
        assertThat(file("Offset")).isEqualTo("8");
        assertThat(file("IsEmpty")).isEqualTo("true");
        assertThat(files("mqsiarchive")).containsExactly("lines.txt");
    }

    @Test
    void theOldestFileThatMatchesIsFirst() throws IOException {
        write("b.txt", "1");
        write("a.txt", "2");
        write("c.csv", "3");
        Files.createDirectory(folder.resolve("d.txt"));
        Files.createSymbolicLink(folder.resolve("e.txt"), folder.resolve("c.csv"));
        flow("filenamePattern=?.txt", "processedFileAction=delete");
        drain(run.instance());
        assertThat(bodies).containsExactly("1", "2");
        assertThat(files("")).containsExactly("c.csv", "e.txt");
        assertThat(files("mqsiarchive")).isEmpty();
    }

    @Test
    void aFileThatIsLockedOrYoungIsLeftAlone() throws IOException {
        Path file = write("a.txt", "1");
        Path young = write("young.txt", "2");
        Files.setLastModifiedTime(young, FileTime.from(Instant.now().plusSeconds(3_600)));
        flow("pollingInterval=0.01");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.lock();
            drain(run.instance());
            assertThat(bodies).isEmpty();
        }
        while (bodies.isEmpty()) {
            run.instance().runOnce(100);
        }
        assertThat(bodies).containsExactly("1");
        assertThat(files("")).containsExactly("young.txt");
    }

    @Test
    void anArchivedFileIsNotReplacedUnlessThatIsWanted() throws IOException {
        Files.createDirectories(folder.resolve("mqsiarchive"));
        write("mqsiarchive/a.txt", "before");
        write("a.txt", "1");
        flow();
        drain(run.instance());
        assertThat(files("mqsiarchive")).hasSize(2).first().asString().endsWith("_a.txt");
        assertThat(folder.resolve("mqsiarchive/a.txt")).hasContent("before");
    }

    @Test
    void aRecordThatFailsMovesItsFileToTheBackoutFolder() throws IOException {
        write("a.txt", "one\nbad\nthree\n");
        write("b.txt", "next\n");
        failOn = "bad";
        flow("recordDetection=delimited", "backoutThreshold=2");
        FlowInstance instance = run.instance();
        assertThat(instance.runOnce(0).result()).isEqualTo(Result.DONE);
        assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(instance.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        Outcome outcome = instance.runOnce(0);
        assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(outcome.detail()).contains("mqsibackout");
        drain(instance);
        assertThat(run.texts("OUT")).containsExactly("one", "next");
        assertThat(files("mqsibackout")).containsExactly("a.txt");
        assertThat(files("mqsiarchive")).containsExactly("b.txt");
    }

    @Test
    void theFailureTerminalTakesARecordAndTheNextOnesFollow() throws IOException {
        write("a.txt", "one\nbad\nthree\n");
        failOn = "bad";
        flow("recordDetection=delimited").sink("failed").connect("in.failure -> failed");
        assertThat(drain(run.instance()).result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("one", "three");
        assertThat(run.seen).hasSize(1);
        assertThat(file("Record")).isEqualTo("2");
        assertThat(files("mqsiarchive")).containsExactly("a.txt");
    }

    @Test
    void theCatchTerminalTakesARecordAndTheNextOnesFollow() throws IOException {
        write("a.txt", "bad\ntwo\n");
        failOn = "bad";
        flow("recordDetection=delimited").sink("caught").connect("in.catch -> caught");
        drain(run.instance());
        assertThat(run.texts("OUT")).containsExactly("two");
        assertThat(run.seen).hasSize(1);
        assertThat(files("mqsiarchive")).containsExactly("a.txt");
    }

    @Test
    void anotherInstanceContinuesAtTheFirstUncommittedRecord() throws IOException {
        write("a.txt", "one\ntwo\nthree\n");
        flow("recordDetection=delimited");
        var services = run.services();
        try (FlowInstance first = FlowInstance.open(run.compiled(), "in", "g", services)) {
            first.runOnce(0);
        }
        assertThat(files("mqsitransitin")).hasSize(1);
        try (FlowInstance second = FlowInstance.open(run.compiled(), "in", "g", services)) {
            drain(second);
        }
        assertThat(run.texts("OUT")).containsExactly("one", "two", "three");
        assertThat(files("mqsiarchive")).containsExactly("a.txt");
    }

    @Test
    void anEndedFileWithAPositionIsNotReadAgain() throws IOException {
        write("a.txt", "one");
        flow();
        var services = run.services();
        Path archive = Files.createFile(folder.resolve("mqsiarchive"));
        try (FlowInstance first = FlowInstance.open(run.compiled(), "in", "g", services)) {
            drain(first);
        }
        assertThat(files("mqsitransitin")).hasSize(1);
        Files.delete(archive);
        try (FlowInstance second = FlowInstance.open(run.compiled(), "in", "g", services)) {
            drain(second);
        }
        assertThat(bodies).containsExactly("one");
        assertThat(files("mqsiarchive")).containsExactly("a.txt");
    }

    @Test
    void twoBrokersShareTheFilesOfAFolder() throws IOException {
        for (int i = 0; i < 20; i++) {
            write("f" + i, "" + i);
        }
        try (FlowRun other = new FlowRun()) {
            flow();
            flow(other);
            FlowInstance one = run.instance();
            FlowInstance two = other.instance();
            while (one.runOnce(0).result() != Result.NOTHING
                    | two.runOnce(0).result() != Result.NOTHING) {
                // Both take turns.
            }
            assertThat(run.texts("OUT")).hasSizeGreaterThan(5);
            assertThat(other.texts("OUT")).hasSizeGreaterThan(5);
        }
        assertThat(bodies).hasSize(20).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"wholeFile", "delimited"})
    void aRecordAboveTheLimitNamesItsFileAndOffsetAndNothingIsLost(String detection)
            throws IOException {
        write("a.txt", "x".repeat(5_000));
        write("b.txt", "next");
        flow("recordDetection=" + detection);
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "g", limited(1_000))) {
            Outcome outcome = instance.runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
            assertThat(outcome.failure().root().getMessage())
                    .contains("record 1 of file " + folder.resolve("a.txt") + ", at offset 0")
                    .contains("limit messageBytes");
            drain(instance);
        }
        assertThat(bodies).containsExactly("next");
        assertThat(files("mqsibackout")).containsExactly("a.txt");
        assertThat(folder.resolve("mqsibackout/a.txt")).hasContent("x".repeat(5_000));
    }

    private BrokerServices limited(int messageBytes) {
        Limits all = Limits.DEFAULTS;
        Limits limits =
                new Limits(
                        messageBytes,
                        all.treeDepth(),
                        all.treeElements(),
                        all.nameLength(),
                        all.expansionBytes(),
                        all.headers(),
                        all.propagationDepth(),
                        all.callDepth(),
                        all.evalLength(),
                        all.esqlMillis(),
                        all.esqlReportMillis());
        return new BrokerServices(
                "BRK",
                run.queues,
                null,
                run.subscriptions,
                new MessageAssembler(FlowRun.PARSERS, limits),
                Clock.systemUTC());
    }

    @Test
    void aMissingFolderIsReportedUntilItExists() throws IOException {
        Files.delete(folder);
        flow("pollingInterval=0");
        assertThatThrownBy(() -> run.instance().runOnce(0))
                .hasMessageContaining("the input folder " + folder + " cannot be used")
                .hasMessageContaining("create it, or correct inputDirectory");
        Files.createDirectory(folder);
        write("a.txt", "1");
        drain(run.instance());
        assertThat(bodies).containsExactly("1");
    }

    @Test
    void aFileInsteadOfAFolderIsReported() throws IOException {
        Files.delete(folder);
        Files.createFile(folder);
        flow("pollingInterval=0");
        assertThatThrownBy(() -> run.instance().runOnce(0))
                .hasMessageContaining(
                        "the input folder "
                                + folder
                                + " cannot be used: it is not a folder; correct inputDirectory");
    }

    @Test
    void aFolderThatCannotBeWrittenIsReported() throws IOException {
        write("a.txt", "1");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
        try {
            Assumptions.assumeFalse(Files.isWritable(folder), "root can write to each folder");
            flow("pollingInterval=0");
            assertThatThrownBy(() -> run.instance().runOnce(0))
                    .hasMessageContaining("the input folder " + folder + " cannot be used")
                    .hasMessageContaining("let the user of this process write to it");
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void contradictoryPropertiesAreReported() {
        flow("recordLength=10", "delimiter=unix");
        assertThat(run.problems.all())
                .extracting(p -> p.text())
                .containsExactly(
                        "recordLength cannot be combined with recordDetection wholeFile",
                        "delimiter cannot be combined with recordDetection wholeFile");
    }
}
