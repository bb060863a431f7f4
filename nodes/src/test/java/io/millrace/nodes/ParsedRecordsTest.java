package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Records of files whose ends the parser of the domain finds. */
class ParsedRecordsTest {

    @TempDir Path folder;
    private final FlowRun run = new FlowRun();
    private final List<String> records = new ArrayList<>();
    private final List<MessageAssembly> failed = new ArrayList<>();
    private final List<MessageAssembly> ends = new ArrayList<>();
    private String failOn = "";

    @AfterEach
    void close() {
        run.close();
    }

    private void write(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("records"), text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    }

    private FlowRun flow(String domain) {
        return run.node(
                        "in",
                        "FileInput",
                        "inputDirectory=" + folder,
                        "recordDetection=parsedRecordSequence",
                        "domain=" + domain)
                .test("work", this::work)
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> work", "work.out -> out");
    }

    private void work(MessageAssembly message) {
        String file = message.localEnvironment().at("File").textOf("Offset");
        String number = message.localEnvironment().at("File").textOf("Record");
        String body = FlowRun.body(message);
        records.add(number + "@" + file + " " + body);
        if (!failOn.isEmpty() && body.contains(failOn)) {
            throw new IllegalStateException("bad record");
        }
    }

    private Outcome drain() {
        FlowInstance instance = run.instance();
        Outcome last = null;
        for (Outcome o = instance.runOnce(0);
                o.result() != Result.NOTHING;
                o = instance.runOnce(0)) {
            last = o;
        }
        instance.runOnce(0);
        return last;
    }

    @Test
    void eachRecordIsAMessageWithItsOffset() throws IOException {
        write("{\"a\": 1}\n{\"a\": 2} [3]\n");
        flow("JSON").test("end", ends::add).connect("in.endOfData -> end");
        drain();
        assertThat(records).containsExactly("1@0 {\"a\": 1}", "2@9 {\"a\": 2}", "3@18 [3]");
        assertThat(run.texts("OUT")).hasSize(3);
        assertThat(ends).hasSize(1);
        assertThat(ends.getFirst().localEnvironment().at("File").textOf("Record")).isEqualTo("3");
        assertThat(TestFiles.in(folder.resolve("mqsiarchive"))).containsExactly("records");
    }

    @ParameterizedTest
    @CsvSource({"JSON,''", "XMLNSC,' \n'"})
    void aFileWithoutRecordsIsArchived(String domain, String text) throws IOException {
        write(text);
        flow(domain);
        drain();
        assertThat(records).isEmpty();
        assertThat(TestFiles.in(folder.resolve("mqsiarchive"))).containsExactly("records");
    }

    @Test
    void recordsThatAreLongerThanTheBufferAreComplete() throws IOException {
        String first = "<a>" + "x".repeat(300_000) + "</a>";
        String second = "<b>" + "<c>y</c>".repeat(30_000) + "</b>";
        write((first + "\n" + second + "\n").repeat(3));
        flow("XMLNSC");
        drain();
        assertThat(run.texts("OUT")).containsExactly(first, second, first, second, first, second);
    }

    /** Returns the texts of an exception and of its causes. */
    private static String texts(Element exception) {
        StringBuilder texts = new StringBuilder();
        for (Element e = exception.firstChild(); e != null; e = e.next()) {
            texts.append(e.isNamed("Text") ? e.text() + "\n" : texts(e));
        }
        return texts.toString();
    }

    @Test
    void aBrokenRecordGoesToFailureWithItsFileOffsetAndNumber() throws IOException {
        write("<a/>\n<a/>\n<a><b></a>\n<a/>\n");
        flow("XMLNSC").test("failed", failed::add).connect("in.failure -> failed");
        drain();
        assertThat(records).containsExactly("1@0 <a/>", "2@5 <a/>");
        assertThat(failed).hasSize(1);
        assertThat(texts(failed.getFirst().exceptionList()))
                .contains(
                        "record 3 of file "
                                + folder.resolve("records")
                                + ", after offset 9, cannot be read: XMLNSC body")
                .contains("found </a>, expected </b>");
        assertThat(TestFiles.in(folder.resolve("mqsibackout"))).containsExactly("records");
    }

    @Test
    void aBrokenRecordWithoutFailureTerminalIsBackedOutWithItsFile() throws IOException {
        write("[1] ]");
        flow("JSON");
        Outcome last = drain();
        assertThat(records).containsExactly("1@0 [1]");
        assertThat(last.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(last.failure().root().getMessage())
                .contains("record 2 of file " + folder.resolve("records"))
                .contains("found ']', expected a JSON value");
        assertThat(TestFiles.in(folder.resolve("mqsibackout"))).containsExactly("records");
    }

    @Test
    void aRecordIsReadAgainAfterARollback() throws IOException {
        write("[1] [2] [3]");
        failOn = "2";
        flow("JSON").test("caught", failed::add).connect("in.failure -> caught");
        drain();
        assertThat(run.texts("OUT")).containsExactly("[1]", "[3]");
        assertThat(failed).hasSize(1);
        assertThat(FlowRun.body(failed.getFirst())).isEqualTo("[2]");
    }

    @Test
    void aDomainThatDoesNotFindRecordsIsReported() {
        flow("BLOB");
        assertThat(run.problems.all())
                .extracting(p -> p.text())
                .containsExactly(
                        "recordDetection parsedRecordSequence cannot be combined with this domain"
                                + " or message: the domain BLOB does not find the end of records");
    }

    @Test
    void fileReadReadsARecordByItsNumber() throws IOException {
        write("<a/>\n<b/><c/>");
        run.node("in", "MQInput", "queue=IN")
                .node(
                        "read",
                        "FileRead",
                        "inputDirectory=" + folder,
                        "recordDetection=parsedRecordSequence",
                        "domain=XMLNSC",
                        "record=3")
                .sink("out")
                .connect("in.out -> read", "read.out -> out");
        run.run("input");
        assertThat(FlowRun.body(run.seen.getFirst())).isEqualTo("<c/>");
    }
}
