package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Heap;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Groups of messages in MQInput. */
class MessageGroupsTest {

    private static final int IN_GROUP = 8;
    private static final int LAST = 16;

    private final FlowRun run = new FlowRun();
    private Consumer<String> work = text -> {};

    @AfterEach
    void close() {
        run.close();
    }

    private void flow(String... properties) {
        List<String> all = new ArrayList<>(List.of("queue=IN", "commitByMessageGroup=true"));
        all.addAll(Arrays.asList(properties));
        run.node("in", "MQInput", all.toArray(String[]::new))
                .node("out", "MQOutput", "queue=OUT")
                .test("work", m -> work.accept(FlowRun.body(m)))
                .connect("in.out -> out", "out.out -> work");
    }

    private Result next() {
        return run.instance().runOnce(0).result();
    }

    /** Puts messages named after group, number and, for the last one, an exclamation mark. */
    private void put(String... names) {
        for (String name : names) {
            Mqmd md = new Mqmd();
            if (Character.isDigit(name.charAt(1))) {
                md.groupId(FlowRun.id(name.charAt(0)))
                        .msgSeqNumber(name.charAt(1) - '0')
                        .msgFlags(name.endsWith("!") ? IN_GROUP | LAST : IN_GROUP)
                        .putTime(run.clock.instant());
            }
            run.put("IN", FlowRun.message(name, md));
        }
    }

    @Test
    void aCompleteGroupIsProcessedInLogicalOrderInOneUnit() {
        flow();
        put("a2", "a3!", "single", "a1");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("single");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("single", "a1", "a2", "a3!");
        assertThat(next()).isEqualTo(Result.NOTHING);
        assertThat(run.queues.status("IN").depth()).isZero();
    }

    @Test
    void withoutLogicalOrderTheOrderIsThatOfTheQueue() {
        flow("logicalOrder=false");
        put("a2", "a3!", "b1!", "a1");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("b1!", "a2", "a3!", "a1");
    }

    @Test
    void nothingOfAGroupIsCommittedUntilItsLastMessage() {
        flow();
        List<Integer> committed = new ArrayList<>();
        work = text -> committed.add(run.texts("OUT").size());
        put("a1", "a2", "a3!");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(committed).containsExactly(0, 0, 0);
        assertThat(run.texts("OUT")).hasSize(3);
    }

    @Test
    void anIncompleteGroupStaysAndDelaysNothing() {
        flow();
        put("a1", "a3!", "b1", "single", "b2!");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(next()).isEqualTo(Result.NOTHING);
        assertThat(run.texts("OUT")).containsExactly("single", "b1", "b2!");
        assertThat(run.texts("IN")).containsExactly("a1", "a3!");
        assertThat(run.queues.status("IN").inDelivery()).isZero();
        put("a2");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).endsWith("a1", "a2", "a3!");
    }

    @ParameterizedTest
    @CsvSource({"a1", "a2", "a3!"})
    void aGroupIsBackedOutAsAWhole(String failing) {
        flow("backoutThreshold=2", "backoutQueue=BACKOUT");
        work =
                text -> {
                    if (text.equals(failing)) {
                        throw new MillraceException(ErrorCode.ESQL_CAST, "no number");
                    }
                };
        put("a1", "b1", "a2", "b2!", "a3!");
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("b1", "b2!");
        assertThat(next()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.texts("IN")).containsExactly("a1", "a2", "a3!");
        assertThat(next()).isEqualTo(Result.ROLLED_BACK);
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        assertThat(run.texts("BACKOUT")).containsExactly("a1", "a2", "a3!");
        assertThat(run.texts("IN")).isEmpty();
        assertThat(run.texts("OUT")).containsExactly("b1", "b2!");
        put("c1!");
        assertThat(next()).isEqualTo(Result.DONE);
    }

    @Test
    void aGroupThatFailsOnceIsProcessedAgainFromItsBeginning() {
        flow("backoutThreshold=5");
        Map<String, Integer> times = new HashMap<>();
        work =
                text -> {
                    if (times.merge(text, 1, Integer::sum) == 1 && text.equals("a2")) {
                        throw new MillraceException(ErrorCode.ESQL_CAST, "the first time");
                    }
                };
        put("a1", "a2", "a3!");
        assertThat(next()).isEqualTo(Result.ROLLED_BACK);
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(times).isEqualTo(Map.of("a1", 2, "a2", 2, "a3!", 1));
        assertThat(run.texts("OUT")).containsExactly("a1", "a2", "a3!");
    }

    @Test
    void aMessageThatCannotBeParsedMovesItsGroupBeforeAnyIsProcessed() {
        flow("domain=XMLNSC", "parseTiming=complete", "backoutQueue=BACKOUT");
        put("a1", "a2!");
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        assertThat(run.texts("BACKOUT")).containsExactly("a1", "a2!");
        assertThat(run.texts("OUT")).isEmpty();
    }

    @Test
    void aGroupThatFailsCanTakeThePathOfTheFailureTerminal() {
        run.node("in", "MQInput", "queue=IN", "commitByMessageGroup=true")
                .test("work", MessageGroupsTest::fail)
                .node("out", "MQOutput", "queue=OTHER")
                .connect("in.out -> work", "in.failure -> out");
        put("a1", "a2!");
        assertThat(next()).isEqualTo(Result.ROLLED_BACK);
        assertThat(next()).isEqualTo(Result.FAILED);
        assertThat(run.texts("OTHER")).containsExactly("a1", "a2!");
    }

    private static void fail(MessageAssembly message) {
        throw new MillraceException(ErrorCode.ESQL_CAST, "no number");
    }

    @Test
    void anIncompleteGroupIsMovedAfterTheGroupTimeout() {
        flow("groupTimeout=5000", "backoutQueue=BACKOUT");
        put("a1", "a3!");
        run.clock = Clock.offset(run.clock, Duration.ofSeconds(4));
        assertThat(next()).isEqualTo(Result.NOTHING);
        run.close();
        try (FlowRun later = new FlowRun()) {
            later.clock = Clock.offset(run.clock, Duration.ofSeconds(2));
            later.node(
                            "in",
                            "MQInput",
                            "queue=IN",
                            "commitByMessageGroup=true",
                            "groupTimeout=5000",
                            "backoutQueue=BACKOUT")
                    .sink("sink")
                    .connect("in.out -> sink");
            run.queues.browse("IN", 9).forEach(m -> later.put("IN", m));
            var outcome = later.instance().runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
            assertThat(outcome.failure())
                    .hasMessageContaining("is incomplete: 2 of 3 messages are on the queue")
                    .hasMessageContaining("message 2 is missing");
            assertThat(later.texts("BACKOUT")).containsExactly("a1", "a3!");
            assertThat(later.seen).isEmpty();
        }
    }

    private static QueueMessage member(Bytes group, int number, boolean last, Bytes body) {
        Mqmd md =
                new Mqmd()
                        .groupId(group)
                        .msgSeqNumber(number)
                        .msgFlags(last ? IN_GROUP | LAST : IN_GROUP)
                        .putTime(FlowRun.NOON);
        return new QueueMessage(md, body);
    }

    private static Bytes groupId(int number) {
        return Bytes.of(ByteBuffer.allocate(24).put((byte) 1).putInt(20, number).array());
    }

    @Test
    void aGroupWithMoreBytesThanAllowedIsMovedMessageByMessage() {
        flow("backoutQueue=BACKOUT");
        Bytes large = Bytes.of(new byte[32 << 20]);
        long most = Math.max(Limits.DEFAULTS.messageBytes(), Heap.MAX_BYTES / 8);
        int count = (int) (most / large.length()) + 2;
        try (QueueSession session = run.queues.session()) {
            for (int i = 1; i <= count; i++) {
                session.put("IN", member(FlowRun.id('a'), i, i == count, large), false);
            }
        }
        put("b1", "b2!");
        for (int i = 0; i < count; i++) {
            var outcome = run.instance().runOnce(0);
            assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
            assertThat(outcome.failure())
                    .hasMessageContaining("its messages contain more than " + most + " bytes");
            assertThat(run.queues.status("BACKOUT").depth()).isEqualTo(i + 1);
        }
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("b1", "b2!");
    }

    private void putGroup(int count) {
        try (QueueSession session = run.queues.session()) {
            for (int i = 1; i <= count; i++) {
                Bytes body = Bytes.utf8("a" + i);
                session.put("IN", member(FlowRun.id('a'), i, i == count, body), false);
            }
        }
    }

    @Test
    void aGroupOfHalfTheUncommittedMessagesIsBackedOutAsAWhole() {
        flow("backoutQueue=BACKOUT", "backoutThreshold=1");
        work = text -> fail(null);
        int half = UnitLimits.DEFAULT.maxUncommittedMessages() / 2;
        putGroup(half);
        assertThat(next()).isEqualTo(Result.ROLLED_BACK);
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        assertThat(run.queues.status("BACKOUT").depth()).isEqualTo(half);
        assertThat(run.queues.status("IN").depth()).isZero();
    }

    @Test
    void aGroupWithMoreMessagesThanAUnitCanBackOutIsMovedMessageByMessage() {
        flow("backoutQueue=BACKOUT");
        int half = UnitLimits.DEFAULT.maxUncommittedMessages() / 2;
        putGroup(half + 1);
        put("b1", "b2!");
        var outcome = run.instance().runOnce(0);
        assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(outcome.failure())
                .hasMessageContaining(
                        "it has more than 5000 messages, half of maxUncommittedMessages (10000)");
        while (run.queues.status("BACKOUT").depth() <= half) {
            assertThat(next()).isEqualTo(Result.BACKED_OUT);
        }
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("b1", "b2!");
        assertThat(run.queues.status("IN").depth()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1000001", "999999999"})
    void aGroupWithAnInvalidSequenceNumberIsMovedMessageByMessage(int number) {
        flow("backoutQueue=BACKOUT");
        put("a1", "single");
        run.put("IN", member(FlowRun.id('a'), number, true, Bytes.utf8("a?!")));
        assertThat(next()).isEqualTo(Result.DONE);
        var outcome = run.instance().runOnce(0);
        assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(outcome.failure())
                .hasMessageContaining(
                        "the MsgSeqNumber of a message must be 1 to 1000000 (found "
                                + number
                                + ")");
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        assertThat(run.texts("OUT")).containsExactly("single");
        assertThat(run.texts("BACKOUT")).containsExactlyInAnyOrder("a1", "a?!");
    }

    @Test
    void manyIncompleteGroupsWithLargeNumbersNeedLittleMemory() {
        flow("backoutQueue=BACKOUT");
        int most = 10_000;
        try (QueueSession session = run.queues.session()) {
            for (int i = 1; i <= most + 2; i++) {
                session.put("IN", member(groupId(i), 1_000_000, false, Bytes.utf8("x" + i)), false);
            }
        }
        put("b1", "b2!");
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        var outcome = run.instance().runOnce(0);
        assertThat(outcome.result()).isEqualTo(Result.BACKED_OUT);
        assertThat(outcome.failure())
                .hasMessageContaining("too many messages of incomplete groups");
        assertThat(next()).isEqualTo(Result.BACKED_OUT);
        assertThat(next()).isEqualTo(Result.DONE);
        assertThat(run.texts("BACKOUT")).containsExactly("x1", "x2", "x3");
        assertThat(run.texts("OUT")).containsExactly("b1", "b2!");
    }

    @Test
    void severalInstancesProcessEachGroupOnce() {
        flow("backoutThreshold=9");
        Map<String, Boolean> failed = new ConcurrentHashMap<>();
        work =
                text -> {
                    if (text.endsWith("2") && failed.putIfAbsent(text, true) == null) {
                        throw new MillraceException(ErrorCode.ESQL_CAST, "the first time");
                    }
                };
        List<String> names = new ArrayList<>();
        for (char group = 'a'; group <= 'z'; group++) {
            names.addAll(List.of(group + "1", group + "2", group + "3!"));
        }
        List<String> mixed = new ArrayList<>(names);
        Collections.shuffle(mixed, new Random(7));
        put(mixed.toArray(String[]::new));
        var options = new ExecutionGroup.Options(4, new RetryDelay(1, 5), 30_000);
        try (ExecutionGroup group = new ExecutionGroup("eg", run.services(), options)) {
            group.deploy("app", List.of(run.compiled()));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(240);
            while (run.queues.status("OUT").depth() < names.size()) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.yield();
            }
        }
        List<String> out = run.texts("OUT");
        assertThat(out).containsExactlyInAnyOrderElementsOf(names);
        for (int i = 0; i < out.size(); i += 3) {
            char group = out.get(i).charAt(0);
            assertThat(out.subList(i, i + 3))
                    .containsExactly(group + "1", group + "2", group + "3!");
        }
        assertThat(run.queues.status("IN").depth()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "commitByMessageGroup=true;transactionMode=no, transactionMode cannot be combined",
        "commitByMessageGroup=true;orderMode=byUserId, orderMode cannot be combined",
        "commitByMessageGroup=true;browse=true, browse cannot be combined",
        "commitByMessageGroup=true;matchMsgId=00, matchMsgId cannot be combined",
        "logicalOrder=true, logicalOrder has no effect without commitByMessageGroup",
        "groupTimeout=1, groupTimeout has no effect without commitByMessageGroup",
    })
    void contradictionsAreReported(String properties, String error) {
        List<String> all = new ArrayList<>(List.of("queue=IN"));
        all.addAll(Arrays.asList(properties.split(";")));
        run.node("in", "MQInput", all.toArray(String[]::new));
        assertThatThrownBy(run::compiled).hasMessageContaining(error);
    }
}
