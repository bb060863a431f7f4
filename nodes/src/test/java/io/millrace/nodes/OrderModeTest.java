package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.ExecutionGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

@Timeout(300)
class OrderModeTest {

    private static final int MESSAGES = 600;

    private final FlowRun run = new FlowRun();
    private final Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
    private final AtomicInteger together = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(240);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time until the condition holds").isLessThan(deadline);
            Thread.yield();
        }
    }

    private static String user(MessageAssembly m) {
        return m.root().child("MQMD").textOf("UserIdentifier").strip();
    }

    private void enter(MessageAssembly m) {
        most.accumulateAndGet(together.incrementAndGet(), Math::max);
        int same = inside.computeIfAbsent(user(m), u -> new AtomicInteger()).incrementAndGet();
        assertThat(same).as("messages of one user at a time").isOne();
        Thread.yield();
    }

    private void leave(MessageAssembly m) {
        inside.get(user(m)).decrementAndGet();
        together.decrementAndGet();
    }

    private void run(String mode, boolean failing) {
        Map<String, Boolean> failed = new ConcurrentHashMap<>();
        run.node("in", "MQInput", "queue=IN", "orderMode", mode, "backoutThreshold=5")
                .test(
                        "work",
                        m -> {
                            enter(m);
                            try {
                                String body = FlowRun.body(m);
                                if (failing
                                        && body.endsWith("7")
                                        && failed.putIfAbsent(body, true) == null) {
                                    throw new MillraceException(
                                            ErrorCode.ESQL_CAST, "the first time");
                                }
                            } finally {
                                leave(m);
                            }
                        })
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> work", "work.out -> out");
        for (int i = 0; i < MESSAGES; i++) {
            run.put(
                    "IN",
                    FlowRun.message(
                            Integer.toString(i), new Mqmd().userIdentifier("user" + i % 5)));
        }
        var options = new ExecutionGroup.Options(4, new RetryDelay(1, 5), 30_000);
        try (ExecutionGroup group = new ExecutionGroup("eg", run.services(), options)) {
            group.deploy("app", List.of(run.compiled()));
            await(() -> run.queues.status("OUT").depth() == MESSAGES);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesOfAUserKeepTheirOrderAcrossInstances(boolean failing) {
        run("byUserId", failing);
        Map<Integer, List<Integer>> byUser =
                run.texts("OUT").stream()
                        .map(Integer::parseInt)
                        .collect(Collectors.groupingBy(i -> i % 5));
        byUser.values().forEach(list -> assertThat(list).isSorted());
        assertThat(run.queues.status("BACKOUT").depth()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allMessagesKeepTheOrderOfTheQueue(boolean failing) {
        run("byQueueOrder", failing);
        assertThat(run.texts("OUT"))
                .containsExactlyElementsOf(
                        IntStream.range(0, MESSAGES).mapToObj(Integer::toString).toList());
        assertThat(most.get()).isOne();
    }

    @Test
    void deploymentsWhileMessagesWaitForEachOtherLoseNothing() {
        run.node("in", "MQInput", "queue=IN", "orderMode=byUserId", "backoutThreshold=50")
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> out");
        for (int i = 0; i < MESSAGES; i++) {
            run.put(
                    "IN",
                    FlowRun.message(
                            Integer.toString(i), new Mqmd().userIdentifier("user" + i % 2)));
        }
        var options = new ExecutionGroup.Options(4, new RetryDelay(1, 5), 30_000);
        try (ExecutionGroup group = new ExecutionGroup("eg", run.services(), options)) {
            while (run.queues.status("OUT").depth() < MESSAGES) {
                group.deploy("app", List.of(run.compiled()));
            }
        }
        Map<Integer, List<Integer>> byUser =
                run.texts("OUT").stream()
                        .map(Integer::parseInt)
                        .collect(Collectors.groupingBy(i -> i % 2));
        byUser.values().forEach(list -> assertThat(list).isSorted());
    }
}
