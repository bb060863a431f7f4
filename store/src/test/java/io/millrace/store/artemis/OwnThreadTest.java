package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

class OwnThreadTest {

    private static final int LONG = 30_000;

    private final ExecutorService others = Executors.newSingleThreadExecutor();
    private final OwnThread own = new OwnThread(others);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        others.shutdownNow();
    }

    private static long inAMinute() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    }

    @Test
    void whoWaitsRunsWhatComesInOrder() {
        Thread me = Thread.currentThread();
        CountDownLatch waits = new CountDownLatch(1);
        others.execute(
                () -> {
                    try {
                        waits.await();
                    } catch (InterruptedException e) {
                        return;
                    }
                    for (int i = 0; i < 100; i++) {
                        String name = i + " " + me.threadId();
                        own.execute(
                                () ->
                                        done.add(
                                                name.replace(
                                                        Long.toString(me.threadId()),
                                                        Long.toString(
                                                                Thread.currentThread()
                                                                        .threadId()))));
                    }
                });
        boolean came =
                own.await(
                        () -> {
                            waits.countDown();
                            return done.size() == 100;
                        },
                        inAMinute());
        assertThat(came).isTrue();
        for (int i = 0; i < 100; i++) {
            assertThat(done.get(i)).isEqualTo(i + " " + me.threadId());
        }
    }

    @Test
    void whereNobodyWaitsOthersRunIt() throws Exception {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        own.execute(() -> ran.complete(Thread.currentThread()));
        assertThat(ran.get(1, TimeUnit.MINUTES)).isNotSameAs(Thread.currentThread());
    }

    @Test
    void twoMayWait() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        try (ExecutorService waiters = Executors.newFixedThreadPool(2)) {
            List<Future<Boolean>> waits = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                CountDownLatch first = new CountDownLatch(1);
                waits.add(
                        waiters.submit(
                                () ->
                                        own.await(
                                                () -> {
                                                    if (first.getCount() > 0) {
                                                        first.countDown();
                                                        both.countDown();
                                                    }
                                                    return !done.isEmpty();
                                                },
                                                inAMinute())));
            }
            both.await();
            own.execute(() -> done.add("x"));
            for (Future<Boolean> wait : waits) {
                assertThat(wait.get(LONG, TimeUnit.MILLISECONDS)).isTrue();
            }
        }
    }

    @Test
    void anInterruptIsKeptAndEndsNoWait() {
        others.execute(() -> own.execute(() -> done.add("x")));
        Thread.currentThread().interrupt();
        assertThat(own.await(() -> !done.isEmpty(), inAMinute())).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatDoesNotComeIsSaidAtTheEnd() {
        assertThat(own.await(() -> false, System.nanoTime())).isFalse();
    }
}
