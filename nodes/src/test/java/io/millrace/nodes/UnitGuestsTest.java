package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.work.UnitWatcher;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Messages that are in no unit of their own (transactionMode automatic), in a flow whose work is
 * all in the unit: they share units, and become what they would become without.
 */
@Timeout(300)
class UnitGuestsTest {

    private static final int MESSAGES = 400;

    private final FlowRun run = new FlowRun();
    private final List<String> tried = new ArrayList<>();

    /** Of the thread that runs the flow. */
    private boolean watched;

    private int units;
    private int mostBackouts;

    /** Whether each message waits until the one before is gone. */
    private boolean oneByOne;

    /** The messages that ask a database for something. */
    private IntPredicate asksDatabase = i -> false;

    @BeforeEach
    void backoutQueue() {
        run.queues.create(new QueueDefinition("IN", 0, true, 0, "BACKOUT"));
    }

    @AfterEach
    void close() {
        run.close();
    }

    /** Counts the units that are committed. */
    private void count(NodeContext context) {
        if (!watched) {
            watched = true;
            context.unit()
                    .watch(
                            new UnitWatcher() {
                                @Override
                                public void committing() {}

                                @Override
                                public void ended(boolean committed) {
                                    watched = false;
                                    units += committed ? 1 : 0;
                                }
                            });
        }
    }

    private static int backouts(MessageAssembly message) {
        return Integer.parseInt(message.root().child("MQMD").textOf("BackoutCount"));
    }

    private static boolean isBad(int message) {
        return message % 100 == 77;
    }

    /** Puts each message to OUT, and only then throws for the bad ones. */
    private void run(String transactionOfOutput, IntPredicate persistent) throws Exception {
        run.node("in", "MQInput", "queue=IN", "transactionMode=automatic")
                .testIn("count", (context, message) -> count(context))
                .node("out", "MQOutput", "queue=OUT", "transactionMode", transactionOfOutput)
                .testIn(
                        "check",
                        (context, m) -> {
                            String body = FlowRun.body(m);
                            tried.add(body);
                            mostBackouts = Math.max(mostBackouts, backouts(m));
                            if (asksDatabase.test(Integer.parseInt(body))) {
                                context.unit().enlist(context.database("STOCK", false));
                            }
                            if (isBad(Integer.parseInt(body))) {
                                throw new MillraceException(ErrorCode.ESQL_CAST, "a bad one");
                            }
                        })
                .connect("in.out -> count", "count.out -> out", "out.out -> check");
        if (!oneByOne) {
            for (int i = 0; i < MESSAGES; i++) {
                put(i, persistent.test(i));
            }
        }
        var options = new ExecutionGroup.Options(1, new RetryDelay(1, 5), 30_000);
        try (ExecutionGroup group = new ExecutionGroup("eg", run.services(), options)) {
            group.deploy("app", List.of(run.compiled()));
            if (oneByOne) {
                for (int i = 0; i < MESSAGES; i++) {
                    put(i, persistent.test(i));
                    awaitEmpty();
                }
            }
            awaitEmpty();
        }
    }

    private void put(int message, boolean persistent) {
        Mqmd descriptor = new Mqmd();
        descriptor.persistence(persistent ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO);
        run.put("IN", FlowRun.message(Integer.toString(message), descriptor));
    }

    private void awaitEmpty() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(240);
        while (run.queues.status("IN").depth() > 0) {
            assertThat(System.nanoTime()).as("time until IN is empty").isLessThan(deadline);
            Thread.yield();
        }
    }

    private static List<String> messages(IntPredicate which) {
        return IntStream.range(0, MESSAGES).filter(which).mapToObj(Integer::toString).toList();
    }

    @Test
    void theyShareUnits() throws Exception {
        run("automatic", i -> false);
        assertThat(run.texts("OUT")).containsExactlyElementsOf(messages(i -> true));
        // The first 64 run alone, and so does what shared a unit with a bad one.
        assertThat(units).isLessThan(MESSAGES - 64);
    }

    @Test
    void whatABadOnePutAtOnceStaysAndItIsLost() throws Exception {
        run("automatic", i -> false);
        assertThat(run.texts("OUT")).containsExactlyElementsOf(messages(i -> true));
        assertThat(run.texts("BACKOUT")).isEmpty();
        assertThat(tried).filteredOn("377"::equals).hasSizeBetween(1, 2);
        assertThat(mostBackouts).isZero();
    }

    @Test
    void aBadOneThatWasAloneInTheUnitIsTriedOnceMoreAndLost() throws Exception {
        oneByOne = true;
        run("automatic", i -> false);
        assertThat(run.texts("OUT")).containsExactlyElementsOf(messages(i -> true));
        assertThat(run.texts("BACKOUT")).isEmpty();
        assertThat(tried).filteredOn("377"::equals).hasSize(2);
        assertThat(mostBackouts).isZero();
    }

    @Test
    void whatABadOnePutInTheUnitIsUndone() throws Exception {
        run("yes", i -> false);
        assertThat(run.texts("OUT")).containsExactlyElementsOf(messages(i -> !isBad(i)));
        assertThat(run.texts("BACKOUT")).isEmpty();
    }

    @Test
    void amongTransactionalOnesEachIsTreatedAsItsKind() throws Exception {
        IntPredicate persistent = i -> i / 100 % 2 == 0;
        run("automatic", persistent);
        assertThat(run.texts("OUT"))
                .containsExactlyElementsOf(messages(i -> !isBad(i) || !persistent.test(i)));
        assertThat(run.texts("BACKOUT")).containsExactly("77", "277");
    }

    @Test
    void whatFindsNoRoomIsLostAndNothingElse() throws Exception {
        run.queues.create(new QueueDefinition("OUT", 300, true, 0, ""));
        run("automatic", i -> false);
        assertThat(run.texts("OUT")).containsExactlyElementsOf(messages(i -> i < 300));
    }

    /** Databases commit before queues: with one in the unit, a guest could take effect twice. */
    @Test
    void thereAreNoneWhereADatabaseTakesPart() throws Exception {
        run.dataSources = new OneRowSources();
        asksDatabase = i -> i == 200;
        run("automatic", i -> false);
        assertThat(run.texts("OUT")).containsExactlyElementsOf(messages(i -> true));
        assertThat(tried).filteredOn("200"::equals).hasSize(2);
        int last = tried.lastIndexOf("200");
        // Each once, but for bad ones that nobody waits for: none was in a unit with another.
        assertThat(tried.subList(last, tried.size()))
                .containsExactlyElementsOf(messages(i -> i >= 200));
    }
}
