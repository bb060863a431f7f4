package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.runtime.Outcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** FileRead with real files. */
class FileReadTest {

    @TempDir Path folder;
    private final FlowRun run = new FlowRun();
    private final List<MessageAssembly> unmatched = new ArrayList<>();
    private String name = "";

    @BeforeEach
    void write() throws IOException {
        write("prices.csv", "a,1\nb,2\nc,3\n", 0);
        write("newer.csv", "d,4\n", 1);
    }

    private void write(String file, String text, int seconds) throws IOException {
        Path path = Files.writeString(folder.resolve(file), text);
        Instant time = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(seconds);
        Files.setLastModifiedTime(path, FileTime.from(time));
    }

    @AfterEach
    void close() {
        run.close();
    }

    private Outcome read(String... properties) {
        List<String> all = new ArrayList<>(List.of("inputDirectory=" + folder));
        all.addAll(List.of(properties));
        run.node("in", "MQInput", "queue=IN")
                .test("name", this::name)
                .node("read", "FileRead", all.toArray(String[]::new))
                .sink("out")
                .test("none", unmatched::add)
                .connect("in.out -> name", "name.out -> read", "read.out -> out")
                .connect("read.noMatch -> none");
        return run.run("input");
    }

    private void name(MessageAssembly message) {
        if (!name.isEmpty()) {
            message.localEnvironment().add("Destination").add("File").add("Name", name);
        }
    }

    private String body() {
        return FlowRun.body(run.seen.getFirst());
    }

    private String field(String field) {
        return run.seen.getFirst().localEnvironment().at("File", "Read").textOf(field);
    }

    @Test
    void theOldestFileIsReadAsAWhole() {
        read();
        assertThat(body()).isEqualTo("a,1\nb,2\nc,3\n");
        assertThat(field("Name")).isEqualTo("prices.csv");
        assertThat(field("Size")).isEqualTo("12");
        assertThat(folder.resolve("prices.csv")).exists();
    }

    @Test
    void aRecordIsReadByItsNumber() {
        read("recordDetection=delimited", "record=2");
        assertThat(body()).isEqualTo("b,2");
        assertThat(field("Record")).isEqualTo("2");
        assertThat(field("Offset")).isEqualTo("4");
    }

    @Test
    void aRecordIsSelectedByACondition() {
        run.module(
                "CONDITION",
                ModuleKind.FILTER,
                e ->
                        Value.of(
                                e.tree(Correlation.INPUT_LOCAL_ENVIRONMENT)
                                        .at("File", "Read")
                                        .textOf("Offset")
                                        .equals("8")));
        read("recordDetection=delimited", "recordSelection=CONDITION");
        assertThat(body()).isEqualTo("c,3");
    }

    @Test
    void aSelectionThatIsNoConditionFails() {
        run.module("CONDITION", ModuleKind.FILTER, e -> Value.of("TRUE"));
        assertThat(
                        read("recordDetection=delimited", "recordSelection=CONDITION")
                                .failure()
                                .root()
                                .getMessage())
                .startsWith("the result of the condition must be BOOLEAN (found CHARACTER)");
    }

    @Test
    void theNameInTheMessageIsUsed() {
        name = "newer.csv";
        read();
        assertThat(body()).isEqualTo("d,4\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "/etc/passwd", ".."})
    void theNameCannotLeaveTheFolder(String given) {
        name = given;
        assertThat(read().failure().root().code().id()).isEqualTo("MR4037");
    }

    @ParameterizedTest
    @ValueSource(strings = {"filenamePattern=x*", "record=9"})
    void aMissingFileOrRecordGoesToNoMatch(String property) {
        read("recordDetection=delimited", property);
        assertThat(run.seen).isEmpty();
        assertThat(unmatched).hasSize(1);
        assertThat(FlowRun.body(unmatched.getFirst())).isEqualTo("input");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LocalEnvironment.Prices", "Environment/Prices"})
    void theBodyIsPlacedBesideTheInputMessage(String location) {
        read("outputDataLocation=" + location);
        assertThat(body()).isEqualTo("input");
        MessageAssembly seen = run.seen.getFirst();
        Element tree = location.startsWith("Local") ? seen.localEnvironment() : seen.environment();
        assertThat(tree.at("Prices", "BLOB")).isNotNull();
    }
}
