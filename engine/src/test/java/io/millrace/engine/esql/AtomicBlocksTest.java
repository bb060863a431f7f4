package io.millrace.engine.esql;

import static io.millrace.engine.error.ErrorCode.ESQL_DEADLOCK;
import static io.millrace.engine.error.ErrorCode.FLOW_STOPPED;
import static io.millrace.engine.esql.Programs.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Which ATOMIC blocks exclude each other: two threads meet in two blocks of a flow. */
@Timeout(300)
class AtomicBlocksTest {

    private static EsqlProgram program(String first, String second) {
        String blocks =
                """
                BROKER SCHEMA shop
                CREATE COMPUTE MODULE One
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN FIRST PROPAGATE; END; END;
                END MODULE;
                CREATE COMPUTE MODULE Two
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN SECOND PROPAGATE; END; END;
                END MODULE;
                """;
        return compiled(blocks.replace("FIRST", first).replace("SECOND", second));
    }

    private static EsqlProgram compiled(String text) {
        return compile(text).forFlow("flow");
    }

    private static Thread run(EsqlProgram program, String module, Runnable inTheBlock) {
        RecordingEnvironment environment = Programs.environment();
        environment.whenPropagated = inTheBlock;
        EsqlModule compiled = program.module(module, ModuleKind.COMPUTE).orElseThrow();
        return Thread.ofPlatform().start(() -> compiled.run(environment));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertExcludeEachOther(String first, String second)
            throws InterruptedException {
        EsqlProgram program = program(first, second);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CountDownLatch enteredSecond = new CountDownLatch(1);
        Thread one =
                run(
                        program,
                        "shop.One",
                        () -> {
                            entered.countDown();
                            await(leave);
                        });
        entered.await();
        Thread two = run(program, "shop.Two", enteredSecond::countDown);

        while (two.getState() != Thread.State.TIMED_WAITING) {
            assertThat(enteredSecond.getCount()).isEqualTo(1);
            Thread.onSpinWait();
        }
        assertThat(enteredSecond.getCount()).isEqualTo(1);
        leave.countDown();
        enteredSecond.await();
        one.join();
        two.join();
    }

    private static void assertMayRunTogether(String first, String second)
            throws InterruptedException {
        EsqlProgram program = program(first, second);
        CountDownLatch both = new CountDownLatch(2);
        Runnable meet =
                () -> {
                    both.countDown();
                    await(both);
                };
        Thread one = run(program, "shop.One", meet);
        Thread two = run(program, "shop.Two", meet);

        both.await();
        one.join();
        two.join();
    }

    /** The second thread enters both blocks while the first sleeps, which then goes on in them. */
    @Test
    void aThreadThatSleepsLetsOthersIntoItsBlocks() throws InterruptedException {
        EsqlProgram program =
                compiled(
                        """
                        CREATE COMPUTE MODULE One CREATE FUNCTION Main() RETURNS BOOLEAN
                          a: BEGIN ATOMIC
                            b: BEGIN ATOMIC
                              PROPAGATE;
                              WHILE SHARED.open = 0 AND SLEEP(1) DO END WHILE;
                              PROPAGATE;
                            END;
                          END;
                        END MODULE;
                        CREATE COMPUTE MODULE Two CREATE FUNCTION Main() RETURNS BOOLEAN
                          a: BEGIN ATOMIC b: BEGIN ATOMIC SET opened = 1; PROPAGATE; END; END;
                        END MODULE;
                        DECLARE opened SHARED INTEGER 0;
                        """
                                .replace("SHARED.open", "opened"));
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch inside = new CountDownLatch(1);
        Thread one =
                run(
                        program,
                        "One",
                        () -> {
                            order.add("one");
                            inside.countDown();
                        });
        inside.await();
        Thread two = run(program, "Two", () -> order.add("two"));

        two.join();
        one.join();
        assertThat(order).containsExactly("one", "two", "one");
    }

    /** Two threads, each in one block when the other wants to enter it. */
    private static final class Embrace {
        static final String BLOCKS =
                """
                CREATE COMPUTE MODULE One CREATE FUNCTION Main() RETURNS BOOLEAN
                  BEGIN
                    a: BEGIN ATOMIC PROPAGATE; b: BEGIN ATOMIC PROPAGATE; END; END;
                  END;
                END MODULE;
                CREATE COMPUTE MODULE Two CREATE FUNCTION Main() RETURNS BOOLEAN
                  b: BEGIN ATOMIC PROPAGATE; a: BEGIN ATOMIC PROPAGATE; END; END;
                END MODULE;
                """;

        final EsqlProgram program = compiled(BLOCKS);
        final CountDownLatch both = new CountDownLatch(2);
        final List<MillraceException> failures = new CopyOnWriteArrayList<>();
        final AtomicInteger entered = new AtomicInteger();

        Thread run(RecordingEnvironment environment, String module, boolean meets) {
            boolean[] outer = {true};
            environment.whenPropagated =
                    () -> {
                        if (outer[0]) {
                            outer[0] = false;
                            both.countDown();
                            if (meets) {
                                await(both);
                            }
                        } else {
                            entered.incrementAndGet();
                        }
                    };
            EsqlModule compiled = program.module(module, ModuleKind.COMPUTE).orElseThrow();
            return Thread.ofPlatform()
                    .start(
                            () -> {
                                try {
                                    compiled.run(environment);
                                } catch (MillraceException e) {
                                    failures.add(e);
                                }
                            });
        }
    }

    private static RecordingEnvironment environment() {
        return Programs.environment();
    }

    @Test
    void twoThatStandInOneAnotherInOppositeOrdersEndInAnErrorOfOneAndTheOtherGoesOn()
            throws InterruptedException {
        Embrace embrace = new Embrace();
        Thread one = embrace.run(environment(), "One", true);
        Thread two = embrace.run(environment(), "Two", true);
        one.join();
        two.join();

        assertThat(embrace.failures).hasSize(1);
        assertThat(embrace.entered).hasValue(1);
        MillraceException root = embrace.failures.getFirst().root();
        assertThat(root.code()).isEqualTo(ESQL_DEADLOCK);
        assertThat(root)
                .hasMessageMatching(
                        "the ATOMIC [ab] is held by a thread that waits for the ATOMIC [ab], which"
                                + " this thread holds; nest ATOMIC blocks in the same order"
                                + " everywhere");
    }

    /** What ends a thread that waits for a block that another is in. */
    private static ErrorCode endOfWaiting(BiConsumer<Thread, RecordingEnvironment> end)
            throws InterruptedException {
        EsqlProgram program = program("BEGIN ATOMIC", "BEGIN ATOMIC");
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Thread one =
                run(
                        program,
                        "shop.One",
                        () -> {
                            entered.countDown();
                            await(leave);
                        });
        entered.await();
        RecordingEnvironment environment = environment();
        EsqlModule second = program.module("shop.Two", ModuleKind.COMPUTE).orElseThrow();
        FutureTask<MillraceException> failure =
                new FutureTask<>(
                        () ->
                                catchThrowableOfType(
                                        MillraceException.class, () -> second.run(environment)));
        Thread two = Thread.ofPlatform().start(failure);
        awaitWaiting(two);
        end.accept(two, environment);
        two.join();
        leave.countDown();
        one.join();
        assertThat(run(program, "shop.Two", () -> {}).join(Duration.ofSeconds(240))).isTrue();
        return failure.resultNow().root().code();
    }

    @Test
    void whoWaitsEndsWhenItsFlowIsStoppedOrItIsInterrupted() throws InterruptedException {
        assertThat(endOfWaiting((thread, environment) -> environment.stopped = true))
                .isEqualTo(FLOW_STOPPED);
        assertThat(endOfWaiting((thread, environment) -> thread.interrupt()))
                .isEqualTo(FLOW_STOPPED);
    }

    /** Until a thread waits in slices; it may just be between two. */
    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void thoseWithoutALabelShareTheLockOfTheirSchemaWhereverTheyAre() throws Exception {
        assertExcludeEachOther("BEGIN ATOMIC", "BEGIN ATOMIC");
    }

    @Test
    void thoseWithOneLabelShareALock() throws Exception {
        assertExcludeEachOther("a: BEGIN ATOMIC", "a: BEGIN ATOMIC");
    }

    @Test
    void thoseWithOtherLabelsOrNoneDoNotWaitForEachOther() throws Exception {
        assertMayRunTogether("a: BEGIN ATOMIC", "b: BEGIN ATOMIC");
        assertMayRunTogether("a: BEGIN ATOMIC", "A: BEGIN ATOMIC");
        assertMayRunTogether("a: BEGIN ATOMIC", "BEGIN ATOMIC");
        assertMayRunTogether("BEGIN", "BEGIN ATOMIC");
    }
}
