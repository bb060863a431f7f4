package io.millrace.flows.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Application;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

class ComparisonTest {

    private static final String FLOW =
            """
            flow: orders
            nodes:
              in: {type: MQInput, queue: IN, domain: XMLNSC}
              price: {type: Compute, module: Price}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: price
              price.out: out
            """;

    @TempDir Path folder;
    private Path messages;

    @BeforeEach
    void message() throws IOException {
        messages = Files.createDirectories(folder.resolve("messages"));
        Files.writeString(
                messages.resolve("one.xml"),
                "<order><id>1</id><item>a</item><item>b</item></order>");
    }

    private static Version version(String statement) {
        return version(statement, FLOW);
    }

    private static Version version(String statement, String flow) {
        String esql =
                """
                CREATE COMPUTE MODULE Price
                  CREATE FUNCTION Main() RETURNS BOOLEAN
                  BEGIN
                    SET OutputRoot = InputRoot;
                    %s
                    RETURN TRUE;
                  END;
                END MODULE;
                """
                        .formatted(statement);
        return new RunVersion(
                Application.of("orders", Map.of("a.flow.yaml", flow, "a.esql", esql)), "orders");
    }

    private Comparison compare(Version older, Version newer) {
        return compare(older, newer, ComparisonOptions.defaults());
    }

    private Comparison compare(Version older, Version newer, ComparisonOptions options) {
        try (older;
                newer) {
            return Comparison.of(older, newer, messages, options);
        }
    }

    private static List<String> differences(Comparison comparison) {
        return comparison.messages().stream()
                .flatMap(m -> m.outputs().stream())
                .flatMap(o -> o.differences().stream())
                .map(d -> d.path() + ": " + d.older() + " -> " + d.newer())
                .toList();
    }

    @Test
    void equalResultsAreSame() {
        Comparison comparison = compare(version(""), version(""));
        assertThat(comparison.isSame()).isTrue();
        assertThat(comparison.messages().getFirst().outputs()).hasSize(1);
        assertThat(ComparisonText.of(comparison)).contains("same      one.xml");
    }

    @Test
    void changedMissingAndNewFieldsAreListedWithTheirPaths() {
        Comparison comparison =
                compare(
                        version("SET OutputRoot.XMLNSC.order.old = 1;"),
                        version(
                                "SET OutputRoot.XMLNSC.order.item[2] = 'c';"
                                        + " SET OutputRoot.XMLNSC.order.new.x = 1;"));
        assertThat(differences(comparison))
                .containsExactly(
                        "XMLNSC.order.old: '1' -> -",
                        "XMLNSC.order.new: - -> a folder with 1 fields",
                        "XMLNSC.order.item[2]: 'b' -> 'c'");
        assertThat(comparison.different()).isEqualTo(1);
    }

    @Test
    void anInsertedFieldIsOneDifference() {
        Comparison comparison =
                compare(
                        version(""),
                        version(
                                "CREATE PREVIOUSSIBLING OF OutputRoot.XMLNSC.order.item[2]"
                                        + " NAME 'item' VALUE 'x';"));
        assertThat(differences(comparison)).containsExactly("XMLNSC.order.item[2]: - -> 'x'");
    }

    @Test
    void anAttributeInsteadOfAnElementIsADifference() {
        Comparison comparison =
                compare(
                        version("SET OutputRoot.XMLNSC.order.x = 'a';"),
                        version("SET OutputRoot.XMLNSC.order.(XMLNSC.Attribute)x = 'a';"));
        assertThat(comparison.isSame()).isFalse();
        assertThat(differences(comparison))
                .anyMatch(d -> d.contains("type 0x03000100") && d.contains("XMLNSC.order.x"));
    }

    @Test
    void anotherOrderOfFieldsIsADifference() {
        Comparison comparison =
                compare(
                        version(
                                "SET OutputRoot.XMLNSC.order.x = 'a';"
                                        + " SET OutputRoot.XMLNSC.order.y = 'a';"),
                        version(
                                "SET OutputRoot.XMLNSC.order.y = 'a';"
                                        + " SET OutputRoot.XMLNSC.order.x = 'a';"));
        assertThat(differences(comparison))
                .containsExactly("XMLNSC.order: x is field 4 -> y is field 4");
    }

    @Test
    void ignoredFieldsAreReportedButDoNotCount() {
        String changed = "SET OutputRoot.XMLNSC.order.at.time = %d;";
        for (String path : List.of("XMLNSC.order.at", "XMLNSC.*.at.time", "**.time")) {
            Comparison comparison =
                    compare(
                            version(changed.formatted(1)),
                            version(changed.formatted(2)),
                            ComparisonOptions.defaults().ignoring(path));
            assertThat(comparison.isSame()).as(path).isTrue();
            assertThat(comparison.messages().getFirst().outputs().getFirst().notes())
                    .contains("ignored: XMLNSC.order.at.time");
        }
        Comparison other =
                compare(
                        version(changed.formatted(1)),
                        version(changed.formatted(2)),
                        ComparisonOptions.defaults().ignoring("XMLNSC.order.time"));
        assertThat(other.isSame()).isFalse();
    }

    @Test
    void failuresAreCompared() {
        Comparison comparison = compare(version(""), version("SET OutputRoot.XMLNSC.x = 1 / 0;"));
        MessageComparison message = comparison.messages().getFirst();
        assertThat(message.isSame()).isFalse();
        assertThat(message.endings().getFirst().older()).isEqualTo("done");
        assertThat(message.endings().getFirst().newer()).startsWith("backed out; MR");
        assertThat(message.outputs())
                .extracting(OutputComparison::name)
                .contains("OUT", "SYSTEM.DEAD.LETTER.QUEUE");
    }

    @Test
    void headersAreComparedExceptThoseThatAQueueManagerSets() {
        Comparison comparison =
                compare(version(""), version("SET OutputRoot.MQMD.ReplyToQ = 'R';"));
        assertThat(differences(comparison)).hasSize(1);
        assertThat(differences(comparison).getFirst()).startsWith("MQMD.ReplyToQ: ");
        ComparisonOptions all = new ComparisonOptions("", "", List.of(), Map.of());
        assertThat(compare(version(""), version(""), all).messages()).hasSize(1);
    }

    @Test
    void recordedBodiesAreComparedWithAFlow() throws IOException {
        Path recorded = folder.resolve("recorded");
        Path queue = Files.createDirectories(recorded.resolve("one/OUT"));
        Files.writeString(
                queue.resolve("1.msg"),
                "<order>\n <id>1</id>\n <item>a</item>\n <item>b</item>\n</order>");
        Comparison same = compare(new RecordedVersion(recorded), version(""));
        assertThat(same.isSame()).isTrue();
        assertThat(same.messages().getFirst().outputs().getFirst().notes())
                .containsExactly(
                        "only the bodies are compared: the headers were not recorded",
                        "the bytes of the bodies differ, their trees do not");
        Files.writeString(
                queue.resolve("1.headers.yaml"),
                "mqmd: {Format: MQSTR, Priority: 7, Persistence: 1}");
        Comparison different = compare(new RecordedVersion(recorded), version(""));
        assertThat(differences(different)).containsExactly("MQMD.Priority: 7 -> 4");
    }

    @Test
    void outputsThatWereNotRecordedAreAnError() throws IOException {
        Path recorded = Files.createDirectories(folder.resolve("recorded"));
        assertThatThrownBy(() -> compare(new RecordedVersion(recorded), version("")))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("the outputs of the message one.xml were not recorded");
        Files.createDirectories(recorded.resolve("one"));
        Comparison comparison = compare(new RecordedVersion(recorded), version(""));
        assertThat(differences(comparison)).containsExactly("message: - -> a message");
    }

    @Test
    void bodiesWithoutADomainAreComparedByLinesOrBytes() throws IOException {
        Path recorded = folder.resolve("recorded");
        Path queue = Files.createDirectories(recorded.resolve("one/OUT"));
        Files.writeString(queue.resolve("1.msg"), "first\nsecond\nthird");
        Path other = Files.createDirectories(folder.resolve("other/one/OUT"));
        Files.writeString(other.resolve("1.msg"), "first\n2\nthird");
        Comparison lines =
                compare(
                        new RecordedVersion(recorded),
                        new RecordedVersion(folder.resolve("other")));
        assertThat(differences(lines)).containsExactly("Text.Line[2]: 'second' -> '2'");
        byte[] bytes = new byte[40];
        Files.write(queue.resolve("1.msg"), bytes);
        bytes[20] = 1;
        Files.write(other.resolve("1.msg"), bytes);
        Comparison binary =
                compare(
                        new RecordedVersion(recorded),
                        new RecordedVersion(folder.resolve("other")));
        assertThat(differences(binary)).hasSize(1);
        assertThat(differences(binary).getFirst()).startsWith("Bytes.Part[2]: X'");
    }

    @Test
    void foldersNameTheFlowsOfMessages() throws IOException {
        String second = FLOW.replace("orders", "returns").replace("IN", "BACK");
        Map<String, String> files =
                Map.of(
                        "a.flow.yaml",
                        FLOW,
                        "b.flow.yaml",
                        second,
                        "a.esql",
                        "CREATE COMPUTE MODULE Price CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN"
                                + " SET OutputRoot = InputRoot; RETURN TRUE; END; END MODULE;");
        Path own = Files.createDirectories(messages.resolve("returns"));
        Files.move(messages.resolve("one.xml"), own.resolve("one.xml"));
        Comparison comparison =
                compare(
                        new RunVersion(Application.of("a", files), "a"),
                        new RunVersion(Application.of("a", files), "b"));
        assertThat(comparison.messages())
                .extracting(MessageComparison::name, MessageComparison::flow)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("returns/one.xml", "returns"));
        Files.createDirectories(messages.resolve("retruns"));
        assertThatThrownBy(
                        () ->
                                compare(
                                        new RunVersion(Application.of("a", files), "a"),
                                        new RunVersion(Application.of("a", files), "b")))
                .hasMessageContaining("must be the name of a flow of both versions");
    }

    @Test
    void thePageEscapesTextOfMessages() {
        Comparison comparison =
                compare(version(""), version("SET OutputRoot.XMLNSC.order.id = '<b>&\"';"));
        String page = ComparisonHtml.of(comparison, "1.0", Instant.EPOCH);
        assertThat(page)
                .contains("&lt;b&gt;&amp;&quot;", "1970-01-01T00:00:00Z", "<h2>Approval</h2>")
                .doesNotContain("<b>");
        assertThat(page).contains("0 messages with the same results, 1 with differences");
    }
}
