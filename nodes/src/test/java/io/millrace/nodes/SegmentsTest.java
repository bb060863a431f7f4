package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Messages in segments: how MQOutput divides them, and how MQInput and MQGet assemble them. */
class SegmentsTest {

    private static final int SEGMENT = 2;
    private static final int LAST_SEGMENT = 4;
    private static final int IN_GROUP = 8;
    private static final int LAST_IN_GROUP = 16;

    private final FlowRun run = new FlowRun();
    private Consumer<String> work = text -> {};

    @AfterEach
    void close() {
        run.close();
    }

    private void flow(String... properties) {
        List<String> all = new ArrayList<>(List.of("queue=IN"));
        all.addAll(Arrays.asList(properties));
        run.node("in", "MQInput", all.toArray(String[]::new))
                .node("out", "MQOutput", "queue=OUT")
                .test("work", m -> work.accept(FlowRun.body(m)))
                .connect("in.out -> out", "out.out -> work");
    }

    private Result next() {
        return run.instance().runOnce(0).result();
    }

    /**
     * Puts a segment that is given by its group, the number of its message, its offset and its
     * text, which ends with a period in the last segment of a message.
     */
    private void put(String queue, String group, int number, int offset, String text) {
        run.put(queue, segment(group, number, offset, text, 0));
    }

    private QueueMessage segment(String group, int number, int offset, String text, int flags) {
        return FlowRun.message(
                text,
                new Mqmd()
                        .groupId(FlowRun.id(group.charAt(0)))
                        .correlId(FlowRun.id(number))
                        .msgSeqNumber(number)
                        .offset(offset)
                        .msgFlags(flags | (text.endsWith(".") ? LAST_SEGMENT : SEGMENT))
                        .putTime(run.clock.instant()));
    }

    @Test
    void aMessageIsProcessedWhenAllItsSegmentsHaveArrived() {
        flow("assembleSegments=true");
        put("IN", "a", 1, 6, "three.");
        put("IN", "a", 1, 0, "one");
        run.put("IN", FlowRun.message("whole"));
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(next()).isEqualTo(Result.NOTHING);
        assertThat(run.texts("OUT")).containsExactly("whole");
        assertThat(run.texts("IN")).containsExactly("three.", "one");
        put("IN", "a", 1, 3, "two");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(next()).isEqualTo(Result.NOTHING);
        assertThat(run.texts("OUT")).containsExactly("whole", "onetwothree.");
        assertThat(run.texts("IN")).isEmpty();
        Mqmd assembled = run.queues.browse("OUT", 2).getLast().descriptor();
        assertThat(assembled.offset()).isZero();
        assertThat(assembled.groupId()).isEqualTo(FlowRun.id('a'));
        assertThat(assembled.msgFlags()).isEqualTo(SEGMENT | LAST_SEGMENT);
    }

    @Test
    void messagesWithOtherNumbersOrGroupsAreNotMixed() {
        flow("assembleSegments=true");
        put("IN", "a", 1, 0, "a1-");
        put("IN", "b", 1, 0, "b1-");
        put("IN", "a", 2, 0, "a2-");
        put("IN", "b", 1, 3, "b1.");
        put("IN", "a", 2, 3, "a2.");
        put("IN", "a", 1, 3, "a1.");
        for (int i = 0; i < 3; i++) {
            assertThat(next()).isEqualTo(Result.DONE);
        }
        assertThat(run.texts("OUT")).containsExactly("b1-b1.", "a2-a2.", "a1-a1.");
    }

    @Test
    void aSecondSegmentWithTheSameOffsetAndAnEmptyLastOneDoNotDisturb() {
        flow("assembleSegments=true");
        put("IN", "a", 1, 0, "one");
        put("IN", "a", 1, 0, "ONE");
        put("IN", "a", 1, 3, "two");
        run.put("IN", new QueueMessage(segment("a", 1, 6, ".", 0).descriptor(), Bytes.EMPTY));
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("onetwo");
        assertThat(run.texts("IN")).containsExactly("ONE");
    }

    @Test
    void aMessageThatFailsIsBackedOutAsOneMessage() {
        flow("assembleSegments=true", "backoutThreshold=2", "backoutQueue=BACKOUT");
        work = SegmentsTest::fail;
        put("IN", "a", 1, 0, "one");
        put("IN", "a", 1, 3, "two.");
        assertThat(next()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.texts("IN")).containsExactly("one", "two.");
        assertThat(next()).isEqualTo(Result.ROLLED_BACK);
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        assertThat(run.texts("BACKOUT")).containsExactly("onetwo.");
        assertThat(run.texts("IN")).isEmpty();
        assertThat(run.texts("OUT")).isEmpty();
    }

    private static void fail(String text) {
        throw new MillraceException(ErrorCode.ESQL_CAST, "no number");
    }

    @Test
    void segmentsOfAnIncompleteMessageAreMovedAfterTheGroupTimeout() {
        flow("assembleSegments=true", "groupTimeout=5000", "backoutQueue=BACKOUT");
        run.clock = Clock.offset(run.clock, Duration.ofSeconds(-6));
        put("IN", "a", 1, 0, "one");
        put("IN", "a", 1, 6, "three.");
        run.clock = Clock.offset(run.clock, Duration.ofSeconds(6));
        var outcome = run.instance().runOnce(0);
        assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(outcome.failure())
                .hasMessageContaining(
                        "is incomplete: it has 2 segments on the queue, and the segment with offset"
                                + " 3 is missing");
        assertThat(run.texts("BACKOUT")).containsExactly("one", "three.");
        assertThat(run.texts("OUT")).isEmpty();
    }

    @Test
    void segmentsOfAMessageAboveTheLimitAreMovedOneByOne() {
        run.limits = limited();
        flow("assembleSegments=true", "backoutQueue=BACKOUT");
        put("IN", "a", 1, 0, "x".repeat(600));
        put("IN", "a", 1, 600, "x".repeat(600) + ".");
        run.put("IN", FlowRun.message("whole"));
        var outcome = run.instance().runOnce(0);
        assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(outcome.failure())
                .hasMessageContaining("larger than the limit messageBytes of 1000 bytes");
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.queues.status("BACKOUT").depth()).isEqualTo(2);
        assertThat(run.texts("OUT")).containsExactly("whole");
    }

    private static Limits limited() {
        return Limits.builder().messageBytes(1_000).build();
    }

    @Test
    void groupsContainAssembledMessages() {
        flow("commitByMessageGroup=true");
        run.put("IN", segment("a", 2, 3, "two.", IN_GROUP | LAST_IN_GROUP));
        run.put("IN", segment("a", 1, 0, "one", IN_GROUP));
        run.put("IN", segment("a", 2, 0, "TWO", IN_GROUP | LAST_IN_GROUP));
        assertThat(next()).isEqualTo(Result.NOTHING);
        put("IN", "b", 1, 0, "alone.");
        assertThat(next()).isEqualTo(Result.DONE);
        run.put("IN", segment("a", 1, 3, "one.", IN_GROUP));
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("alone.", "oneone.", "TWOtwo.");
        assertThat(run.texts("IN")).isEmpty();
    }

    @Test
    void onlyMessagesWithTheCorrelIdAreAssembled() {
        flow("assembleSegments=true", "matchCorrelId=" + FlowRun.id(2).hex());
        put("IN", "a", 1, 0, "one.");
        put("IN", "a", 2, 0, "two.");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(next()).isEqualTo(Result.NOTHING);
        assertThat(run.texts("OUT")).containsExactly("two.");
    }

    private void get(String... properties) {
        List<String> all =
                new ArrayList<>(List.of("queue=OTHER", "waitInterval=0", "assembleSegments=true"));
        all.addAll(Arrays.asList(properties));
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("get", "MQGet", all.toArray(String[]::new))
                .node("out", "MQOutput", "queue=OUT")
                .test("work", m -> work.accept(FlowRun.body(m)))
                .test("none", m -> run.seen.add(m))
                .connect(
                        "in.out -> get",
                        "get.out -> out",
                        "out.out -> work",
                        "get.noMessage -> none");
    }

    private void putOther() {
        put("OTHER", "a", 1, 0, "one");
        put("OTHER", "b", 2, 3, "two.");
        put("OTHER", "b", 2, 0, "TWO");
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactionMode=yes", "transactionMode=no", "browse=true"})
    void mqGetReturnsTheFirstWholeMessage(String mode) {
        get(mode);
        putOther();
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("TWOtwo.");
        assertThat(run.texts("OTHER"))
                .isEqualTo(
                        mode.equals("browse=true")
                                ? List.of("one", "two.", "TWO")
                                : List.of("one"));
    }

    @Test
    void mqGetSelectsWholeMessagesByTheirIdentifiers() {
        get("getByCorrelId=true");
        putOther();
        assertThat(run.run(FlowRun.message("x", new Mqmd().correlId(FlowRun.id(1)))).result())
                .isEqualTo(Result.DONE);
        assertThat(run.seen).hasSize(1);
        assertThat(run.run(FlowRun.message("x", new Mqmd().correlId(FlowRun.id(2)))).result())
                .isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("TWOtwo.");
    }

    @Test
    void aRollbackReturnsAllSegmentsOfMqGet() {
        get("transactionMode=yes");
        work = SegmentsTest::fail;
        putOther();
        assertThat(run.run("order").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.texts("OTHER")).containsExactly("one", "two.", "TWO");
    }

    @Test
    void aMessageAboveTheLimitIsAnErrorOfMqGetAndStays() {
        run.limits = limited();
        get();
        put("OTHER", "a", 1, 0, "x".repeat(600));
        put("OTHER", "a", 1, 600, "x".repeat(600) + ".");
        var outcome = run.run("order");
        assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
        assertThat(outcome.failure()).hasMessageContaining("the limit messageBytes of 1000 bytes");
        assertThat(run.texts("OTHER")).hasSize(2);
    }

    private void limitOut(int bytes) {
        run.queues.create(
                QueueDefinition.named("OUT")
                        .withRules(new QueueRules("", "", bytes, 0, false, false, true, 0)));
    }

    private void output(String... properties) {
        List<String> all = new ArrayList<>(List.of("queue=OUT"));
        all.addAll(Arrays.asList(properties));
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("out", "MQOutput", all.toArray(String[]::new))
                .test("work", m -> work.accept(FlowRun.body(m)))
                .connect("in.out -> out", "out.out -> work");
    }

    @ParameterizedTest
    @CsvSource({"40, 3", "33, 3", "32, 3", "79, 2", "96, 1", "5000, 1"})
    void aMessageThatIsLargerThanTheQueueAllowsIsDivided(int maxBytes, int segments) {
        limitOut(maxBytes);
        output("segmentationAllowed=true");
        String text = "0123456789abcdef".repeat(6);
        assertThat(run.run(text).result()).isEqualTo(Result.DONE);
        List<QueueMessage> put = run.queues.browse("OUT", 9);
        assertThat(put).hasSize(segments);
        assertThat(put.stream().map(m -> m.body().length())).allMatch(n -> n <= maxBytes);
        try (FlowRun reader = new FlowRun()) {
            put.reversed().forEach(m -> reader.put("IN", m));
            reader.node("in", "MQInput", "queue=IN", "assembleSegments=true")
                    .node("out", "MQOutput", "queue=OUT")
                    .connect("in.out -> out");
            assertThat(reader.instance().runOnce(0).result()).isEqualTo(Result.DONE);
            assertThat(reader.texts("OUT")).containsExactly(text);
            assertThat(reader.descriptor("OUT").msgId())
                    .isEqualTo(put.getFirst().descriptor().msgId());
        }
    }

    @Test
    void withoutPermissionALargeMessageFails() {
        limitOut(40);
        output();
        var outcome = run.run("x".repeat(41));
        assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(outcome.failure().root().code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    }

    @Test
    void messagesWithTheSameGroupIdAreNotMixedByTheirSegments() {
        limitOut(32);
        output("segmentationAllowed=true");
        Mqmd grouped = new Mqmd().groupId(FlowRun.id(7));
        run.run(FlowRun.message("a".repeat(40), grouped.copy()));
        run.run(FlowRun.message("b".repeat(40), grouped.copy()));
        List<QueueMessage> put = run.queues.browse("OUT", 9);
        assertThat(put).hasSize(4);
        assertThat(put.stream().map(m -> m.descriptor().groupId()).distinct()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"yes, 0", "no, 2"})
    void segmentsAreRolledBackTogether(String transactionMode, int left) {
        limitOut(32);
        output("segmentationAllowed=true", "transactionMode=" + transactionMode);
        work = SegmentsTest::fail;
        assertThat(run.run("x".repeat(64)).result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.texts("OUT")).hasSize(left);
    }

    @ParameterizedTest
    @CsvSource({
        "MQInput, assembleSegments=true;transactionMode=no, transactionMode cannot be combined with"
                + " assembleSegments",
        "MQInput, assembleSegments=true;browse=true, browse cannot be combined with"
                + " assembleSegments",
        "MQInput, assembleSegments=true;matchMsgId=00, matchMsgId cannot be combined with"
                + " assembleSegments",
        "MQInput, assembleSegments=true;commitByMessageGroup=true, assembleSegments has no effect"
                + " with commitByMessageGroup",
        "MQInput, assembleSegments=true;logicalOrder=false, logicalOrder has no effect without"
                + " commitByMessageGroup",
        "MQGet, assembleSegments=true;getByMsgId=true, getByMsgId cannot be combined with"
                + " assembleSegments",
    })
    void contradictionsAreReported(String type, String properties, String error) {
        List<String> all = new ArrayList<>(List.of("queue=IN"));
        all.addAll(Arrays.asList(properties.split(";")));
        run.node("node", type, all.toArray(String[]::new));
        assertThatThrownBy(run::compiled).hasMessageContaining(error);
    }

    /** A flow that handles the error does not remove the segments that it has read. */
    @Test
    void noSegmentIsLostIfAnotherProgramReadsSegmentsOneByOne() throws Exception {
        run.node("in", "MQInput", "queue=IN")
                .node("get", "MQGet", "queue=OTHER", "waitInterval=0", "assembleSegments=true")
                .node("out", "MQOutput", "queue=OUT")
                .sink("failed")
                .connect("in.out -> get", "get.out -> out", "get.failure -> failed");
        int messages = 300;
        for (int i = 0; i < messages; i++) {
            put("OTHER", "a", i, 0, "<");
            put("OTHER", "a", i, 1, "-");
            put("OTHER", "a", i, 2, ">.");
            run.put("IN", FlowRun.message("order"));
        }
        AtomicInteger taken = new AtomicInteger();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<?> reading = other.submit(() -> takeLastSegments(messages / 3, taken));
            while (run.queues.status("IN").depth() > 0) {
                run.instance().runOnce(0);
            }
            reading.get();
        }
        long assembled = run.queues.status("OUT").depth();
        long left = run.queues.status("OTHER").depth();
        assertThat(3 * assembled + left + taken.get()).isEqualTo(3 * messages);
        assertThat(run.texts("OUT")).allMatch(text -> text.equals("<->."));
    }

    private void takeLastSegments(int count, AtomicInteger taken) {
        try (QueueSession session = run.queues.session()) {
            for (int i = 0; i < count; i++) {
                QueueMessage segment =
                        session.take("OTHER", m -> m.descriptor().offset() == 1 + taken.get() % 2);
                session.commit();
                taken.addAndGet(segment == null ? 0 : 1);
            }
        }
    }

    @Test
    void aMessageIsNotSplitBetweenReadersThatAssembleIt() {
        for (int i = 0; i < 50; i++) {
            put("IN", "a", i, 0, "<" + i);
            put("IN", "a", i, 1 + Integer.toString(i).length(), ">.");
        }
        flow("assembleSegments=true");
        try (QueueSession other = run.queues.session()) {
            // Another reader holds one segment of the first message.
            other.take("IN", m -> true);
            for (int i = 1; i < 50; i++) {
                assertThat(next()).isEqualTo(Result.DONE);
            }
            assertThat(next()).isEqualTo(Result.NOTHING);
            other.keepBackoutCounts();
            other.rollback();
        }
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).hasSize(50).allMatch(t -> t.matches("<\\d+>\\."));
    }
}
