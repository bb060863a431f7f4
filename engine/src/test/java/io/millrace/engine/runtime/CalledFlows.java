package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.resource.RetryDelay;

import org.junit.jupiter.api.AfterEach;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** A group whose flows are called, for tests of input nodes that receive calls. */
abstract class CalledFlows {

    static final ExecutionGroup.Options QUICK =
            new ExecutionGroup.Options(1, new RetryDelay(1, 20), 20_000);

    /** Options of a group that abandons messages soon. */
    static final ExecutionGroup.Options HASTY =
            new ExecutionGroup.Options(1, new RetryDelay(1, 20), 20);

    final MemoryQueues queues = FlowKit.queues("IN", "OUT", "BACKOUT");
    final BrokerServices services = FlowKit.services(queues);
    final ExecutionGroup group = new ExecutionGroup("eg", services, QUICK);
    final TestCalls in = new TestCalls(10);

    /** Messages that a gate holds in the flow. */
    final CountDownLatch release = new CountDownLatch(1);

    final AtomicInteger inside = new AtomicInteger();

    @AfterEach
    void stop() {
        release.countDown();
        group.close();
    }

    /** A flow that answers with the version and the text. */
    FlowKit answering(TestCalls calls, String version) {
        return new FlowKit("flow")
                .called("in", calls)
                .undoable(
                        "reply",
                        c ->
                                (terminal, message) ->
                                        ((TestCalls.Text) c.called())
                                                .reply(version + FlowKit.text(message)))
                .connect("in.out -> reply");
    }

    /** A flow whose messages wait until the test releases them, and are then put in the unit. */
    FlowKit holding(TestCalls calls) {
        return new FlowKit("flow")
                .called("in", calls)
                .undoable(
                        "hold",
                        c -> {
                            var out = c.terminal("out");
                            return (terminal, message) -> {
                                inside.incrementAndGet();
                                while (release.getCount() > 0 && !c.isStopped()) {
                                    Thread.onSpinWait();
                                    Thread.yield();
                                }
                                if (c.isStopped()) {
                                    throw new MillraceException(ErrorCode.FLOW_STOPPED, "stopped");
                                }
                                out.propagate(message);
                            };
                        })
                .putsInUnit("put", "OUT")
                .connect("in.out -> hold", "hold.out -> put");
    }

    static FutureTask<String> start(Callable<String> call) {
        FutureTask<String> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    static ErrorCode code(FutureTask<String> call) throws InterruptedException {
        try {
            call.get();
            return null;
        } catch (ExecutionException e) {
            return ((MillraceException) e.getCause()).code();
        }
    }

    List<String> out() {
        return FlowKit.texts(queues, "OUT");
    }

    CallStatus calls() {
        return group.status().getFirst().calls().getFirst();
    }
}
