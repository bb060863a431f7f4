package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Which ATOMIC blocks exclude each other: two threads meet in two blocks of a flow. */
@Timeout(60)
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
        String text = blocks.replace("FIRST", first).replace("SECOND", second);
        Problems problems = new Problems();
        EsqlProgram program =
                Esql.compile(
                        List.of(new Source("test.esql", text)),
                        new EsqlSettings(RecordingEnvironment.PARSERS, Limits.DEFAULTS, Map.of()),
                        problems);
        problems.throwIfErrors();
        return program.forFlow();
    }

    private static Thread run(EsqlProgram program, String module, Runnable inTheBlock) {
        RecordingEnvironment environment =
                new RecordingEnvironment(MessageAssembly.emptyTree(MessageAssembly.ROOT));
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

        while (two.getState() != Thread.State.WAITING) {
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
