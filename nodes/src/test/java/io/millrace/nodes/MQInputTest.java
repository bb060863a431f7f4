package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

class MQInputTest {

    private static final Charset EBCDIC = Charset.forName("Cp500");

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    /** A flow that puts the messages of IN to OUT. */
    private void flow(String... properties) {
        List<String> all = new ArrayList<>(List.of("queue=IN"));
        all.addAll(Arrays.asList(properties));
        run.node("in", "MQInput", all.toArray(String[]::new))
                .sink("sink")
                .node("out", "MQOutput", "queue=OUT", "messageContext=setAll")
                .connect("in.out -> sink", "sink.out -> out");
    }

    private Result next() {
        return run.instance().runOnce(0).result();
    }

    private static Mqmd ids(int msgId, int correlId) {
        return new Mqmd().msgId(FlowRun.id(msgId)).correlId(FlowRun.id(correlId));
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(240);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time until the condition holds").isLessThan(deadline);
            Thread.yield();
        }
    }

    private static void fail(MessageAssembly message) {
        throw new MillraceException(ErrorCode.ESQL_CAST, "no number");
    }

    private void drain() {
        while (next() != Result.NOTHING) {
            assertThat(run.seen).hasSizeLessThan(100);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "010101010101010101010101010101010101010101010101, '', a;b",
        "'', 050505050505050505050505050505050505050505050505, b;c",
        "010101010101010101010101010101010101010101010101, "
                + "050505050505050505050505050505050505050505050505, b",
        "0101, '', d",
    })
    void onlyMessagesWithTheIdentifiersAreRead(String msgId, String correlId, String expected) {
        for (QueueIndex index : new QueueIndex[] {null, QueueIndex.MSG_ID, QueueIndex.CORREL_ID}) {
            try (FlowRun one = new FlowRun()) {
                if (index != null) {
                    one.queues.create(QueueDefinition.named("IN").withIndex(index, 1_000));
                }
                one.put("IN", FlowRun.message("a", ids(1, 4)));
                one.put("IN", FlowRun.message("b", ids(1, 5)));
                one.put("IN", FlowRun.message("c", ids(2, 5)));
                byte[] padded = Arrays.copyOf(new byte[] {1, 1}, 24);
                one.put("IN", FlowRun.message("d", new Mqmd().msgId(Bytes.of(padded))));
                one.node(
                                "in",
                                "MQInput",
                                "queue=IN",
                                "matchMsgId",
                                msgId,
                                "matchCorrelId",
                                correlId)
                        .node("out", "MQOutput", "queue=OUT")
                        .connect("in.out -> out");
                while (one.instance().runOnce(0).result() != Result.NOTHING) {
                    assertThat(one.texts("OUT")).hasSizeLessThan(5);
                }
                assertThat(String.join(";", one.texts("OUT"))).as("" + index).isEqualTo(expected);
                assertThat(one.texts("IN")).hasSize(4 - expected.split(";").length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "no"})
    void aSelectedMessageThatFailsReturnsOnlyFromAUnit(String mode) {
        run.put("IN", FlowRun.message("other", ids(9, 9)));
        run.put("IN", FlowRun.message("a", ids(1, 4)));
        run.node(
                        "in",
                        "MQInput",
                        "queue=IN",
                        "matchMsgId=" + "01".repeat(24),
                        "backoutThreshold=2",
                        "backoutQueue=BACKOUT",
                        "transactionMode",
                        mode)
                .test("out", MQInputTest::fail)
                .connect("in.out -> out");
        if (mode.equals("no")) {
            assertThat(next()).isEqualTo(Result.LOST);
            assertThat(run.texts("IN")).containsExactly("other");
        } else {
            assertThat(next()).isEqualTo(Result.ROLLED_BACK);
            assertThat(next()).isEqualTo(Result.ROLLED_BACK);
            assertThat(run.texts("IN")).containsExactly("other", "a");
            assertThat(next()).isEqualTo(Result.BACKED_OUT);
            assertThat(run.texts("BACKOUT")).containsExactly("a");
        }
        assertThat(next()).isEqualTo(Result.NOTHING);
    }

    @Test
    void aSelectingNodeWaitsForItsMessageAndStops() {
        flow("matchCorrelId=" + "05".repeat(24));
        var options = new ExecutionGroup.Options(4, new RetryDelay(1, 5), 30_000);
        try (ExecutionGroup group = new ExecutionGroup("eg", run.services(), options)) {
            group.deploy("app", List.of(run.compiled()));
            run.put("IN", FlowRun.message("other", ids(1, 4)));
            run.put("IN", FlowRun.message("a", ids(1, 5)));
            await(() -> run.texts("OUT").equals(List.of("a")));
        }
        assertThat(run.texts("IN")).containsExactly("other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0g", "0101010101010101010101010101010101010101010101010101"})
    void anIdentifierMustBeHexadecimal(String id) {
        run.node("in", "MQInput", "queue=IN", "matchMsgId", id);
        assertThatThrownBy(run::compiled)
                .hasMessageContaining(
                        "matchMsgId must be an even number of hexadecimal digits, at most 48"
                                + " (found '"
                                + id
                                + "')");
    }

    @Test
    void browsedMessagesStayAndAreProcessedOnce() {
        flow("browse=true");
        run.put("IN", FlowRun.message("a"));
        run.put("IN", FlowRun.message("b"));
        drain();
        run.put("IN", FlowRun.message("c"));
        drain();
        assertThat(run.texts("OUT")).containsExactly("a", "b", "c");
        assertThat(run.texts("IN")).containsExactly("a", "b", "c");
    }

    @Test
    void aBrowsedMessageThatFailsIsNotProcessedAgain() {
        run.put("IN", FlowRun.message("a"));
        run.put("IN", FlowRun.message("b"));
        run.node("in", "MQInput", "queue=IN", "browse=true")
                .test("out", MQInputTest::fail)
                .connect("in.out -> out");
        assertThat(next()).isEqualTo(Result.LOST);
        assertThat(next()).isEqualTo(Result.LOST);
        assertThat(next()).isEqualTo(Result.NOTHING);
        assertThat(run.texts("IN")).containsExactly("a", "b");
    }

    @Test
    void aBrowseCanSelectMessagesAndBeginAgain() {
        flow("browse=true", "resetBrowseTimeout=0", "matchMsgId=" + "02".repeat(24));
        run.put("IN", FlowRun.message("a", ids(1, 0)));
        run.put("IN", FlowRun.message("b", ids(2, 0)));
        drain();
        assertThat(run.texts("OUT")).containsExactly("b");
        drain();
        assertThat(run.texts("OUT")).containsExactly("b", "b");
        assertThat(run.texts("IN")).containsExactly("a", "b");
    }

    @Test
    void instancesShareThePositionOfABrowse() {
        flow("browse=true");
        for (int i = 0; i < 50; i++) {
            run.put("IN", FlowRun.message("m" + i));
        }
        var options = new ExecutionGroup.Options(4, new RetryDelay(1, 5), 30_000);
        try (ExecutionGroup group = new ExecutionGroup("eg", run.services(), options)) {
            group.deploy("app", List.of(run.compiled()));
            await(() -> run.texts("OUT").size() >= 50);
            run.put("IN", FlowRun.message("last"));
            await(() -> run.texts("OUT").contains("last"));
        }
        assertThat(run.texts("OUT")).hasSize(51).doesNotHaveDuplicates();
        assertThat(run.texts("IN")).hasSize(51);
    }

    @ParameterizedTest
    @CsvSource({
        "browse=true;orderMode=byQueueOrder, orderMode cannot be combined with browse",
        "browse=true;transactionMode=yes, transactionMode cannot be combined with browse",
        "browse=true;backoutThreshold=3, backoutThreshold cannot be combined with browse",
        "resetBrowseTimeout=5, resetBrowseTimeout has no effect without browse",
        "convertCodedCharSetId=500, convertCodedCharSetId has no effect without convert",
        "convert=true;convertCodedCharSetId=4711, must be a known CCSID (found 4711)",
    })
    void contradictionsAreReported(String properties, String error) {
        List<String> all = new ArrayList<>(List.of("queue=IN"));
        all.addAll(Arrays.asList(properties.split(";")));
        run.node("in", "MQInput", all.toArray(String[]::new));
        assertThatThrownBy(run::compiled).hasMessageContaining(error);
    }

    private static QueueMessage ebcdic(String text, String format) {
        Mqmd md = new Mqmd().codedCharSetId(500).encoding(785).format(format);
        return new QueueMessage(md, Bytes.of(text.getBytes(EBCDIC)));
    }

    @Test
    void textIsConverted() {
        flow("convert=true");
        run.run(ebcdic("Grüße", "MQSTR"));
        assertThat(run.texts("OUT")).containsExactly("Grüße");
        Mqmd out = run.descriptor("OUT");
        assertThat(out.codedCharSetId()).isEqualTo(1208);
        assertThat(out.encoding()).isEqualTo(273);
        Element properties = run.seen.getFirst().root().child("Properties");
        assertThat(properties.valueOf("CodedCharSetId")).isEqualTo(Value.of(1208));
    }

    @Test
    void textIsConvertedToTheByteOrderOfTheEncoding() {
        flow("convert=true", "convertCodedCharSetId=1200", "convertEncoding=546");
        run.run(FlowRun.message("Grüße", new Mqmd().format("MQSTR")));
        assertThat(run.queues.browse("OUT", 1).getFirst().body())
                .isEqualTo(Bytes.of("Grüße".getBytes(StandardCharsets.UTF_16LE)));
    }

    @Test
    void dataOfAnotherFormatIsNotConverted() {
        flow("convert=true");
        run.run(ebcdic("Grüße", ""));
        QueueMessage out = run.queues.browse("OUT", 1).getFirst();
        assertThat(out.body()).isEqualTo(Bytes.of("Grüße".getBytes(EBCDIC)));
        assertThat(out.descriptor().codedCharSetId()).isEqualTo(500);
        assertThat(out.descriptor().encoding()).isEqualTo(785);
    }

    /** A message with an MQRFH2 and an MQDLH in EBCDIC before its body. */
    private static QueueMessage withHeaders(String format) {
        MessageAssembler assembler = new MessageAssembler(FlowRun.PARSERS, Limits.DEFAULTS);
        Element root =
                assembler.assemble(
                        new Mqmd().codedCharSetId(500).encoding(546).format("MQSTR"),
                        Bytes.of("Grüße".getBytes(EBCDIC)),
                        new MessageAssembler.Defaults(
                                MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of()),
                        null);
        root.child("MQMD").child("Format").value(Value.of("MQHRF2"));
        Element rfh2 = Element.of(ElementType.NAME, "MQRFH2").domain("MQRFH2");
        root.child("MQMD").addAfter(rfh2);
        rfh2.add("Encoding", Value.of(546));
        rfh2.add("CodedCharSetId", Value.of(500));
        rfh2.add("Format", format);
        rfh2.add("usr").add("name", "Jörg");
        var written = assembler.write(root);
        assertThat(written.descriptor().codedCharSetId()).isEqualTo(500);
        return new QueueMessage(written.descriptor(), written.body());
    }

    @ParameterizedTest
    @CsvSource({"MQSTR, 1208, 273", "'', 500, 546"})
    void headersAreConvertedAndDescribeTheBody(String format, int ccsid, int encoding) {
        flow("convert=true");
        assertThat(run.run(withHeaders(format)).result()).isEqualTo(Result.DONE);
        Element root = run.seen.getFirst().root();
        assertThat(root.child("MQMD").valueOf("CodedCharSetId")).isEqualTo(Value.of(1208));
        assertThat(root.child("MQMD").valueOf("Encoding")).isEqualTo(Value.of(273));
        Element rfh2 = root.child("MQRFH2");
        assertThat(rfh2.valueOf("CodedCharSetId")).isEqualTo(Value.of(ccsid));
        assertThat(rfh2.valueOf("Encoding")).isEqualTo(Value.of(encoding));
        assertThat(rfh2.child("usr").textOf("name")).isEqualTo("Jörg");
        Charset charset = format.isEmpty() ? EBCDIC : StandardCharsets.UTF_8;
        QueueMessage out = run.queues.browse("OUT", 1).getFirst();
        byte[] body = "Grüße".getBytes(charset);
        assertThat(out.body().slice(out.body().length() - body.length, out.body().length()))
                .isEqualTo(Bytes.of(body));
        assertThat(out.body().slice(0, 8))
                .as("big-endian version, in ASCII")
                .isEqualTo(Bytes.of(new byte[] {'R', 'F', 'H', ' ', 0, 0, 0, 2}));
    }

    @Test
    void textThatCannotBeConvertedIsHandledLikeADamagedMessage() {
        run.node(
                        "in",
                        "MQInput",
                        "queue=IN",
                        "convert=true",
                        "convertCodedCharSetId=819",
                        "backoutQueue=BACKOUT")
                .sink("sink")
                .connect("in.out -> sink");
        var outcome = run.run(FlowRun.message("5 €", new Mqmd().format("MQSTR")));
        assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.BAD_CCSID);
        assertThat(outcome.failure())
                .hasMessageContaining("cannot be converted from CCSID 1208 to CCSID 819");
        assertThat(run.texts("BACKOUT")).containsExactly("5 €");
        assertThat(run.seen).isEmpty();
    }

    @Test
    void textThatCannotBeConvertedGoesToFailureAsItWasReceived() {
        run.node("in", "MQInput", "queue=IN", "convert=true")
                .node("out", "MQOutput", "queue=OTHER")
                .sink("sink")
                .connect("in.out -> sink", "in.failure -> out");
        Mqmd unknown = new Mqmd().format("MQSTR").codedCharSetId(4711);
        assertThat(run.run(FlowRun.message("a", unknown)).result()).isEqualTo(Result.FAILED);
        assertThat(run.texts("OTHER")).containsExactly("a");
        assertThat(run.descriptor("OTHER").codedCharSetId()).isEqualTo(4711);
    }
}
