package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.Release;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.flows.application.ServerSettings;
import io.millrace.server.console.Console;
import io.millrace.server.tracing.Tracing;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The life cycle of a broker process. The process ends on SIGINT or SIGTERM, or when the broker
 * fails permanently.
 */
final class BrokerProcess {

    /**
     * Maximum time in seconds for the normal end of a failed broker, before the process is halted.
     */
    private static final int MAX_CLOSE_SECONDS = 20;

    /**
     * Time in seconds for a normal end after an interrupt, in addition to the drain timeout. By
     * default, Kubernetes kills a process 30 seconds after SIGTERM.
     */
    private static final long END_SECONDS = 9;

    private final Console console;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<MillraceException> fatal = new AtomicReference<>();
    private long endMillis;
    private Tracing tracing;

    BrokerProcess(Console console) {
        this.console = console;
    }

    /** Runs the code of a command, which closes the broker before it returns. */
    int run(BrokerBuilder builder, Callable<Integer> command) throws Exception {
        builder.statistics(true).fatalErrorHandler(this::end);
        ServerSettings.Tracing traced = builder.server().tracing();
        if (traced != null) {
            tracing = Tracing.open(traced, Release.current().toString());
            builder.observers(tracing);
        }
        endMillis = builder.server().drainMillis() + TimeUnit.SECONDS.toMillis(END_SECONDS);
        Thread hook = new Thread(this::interrupt, "interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return command.call();
        } finally {
            if (tracing != null) {
                tracing.close();
            }
            closed.countDown();
            removeHook(hook);
        }
    }

    boolean isInterrupted() {
        return interrupted.getCount() == 0;
    }

    /** Waits for an interrupt or a fatal error. Returns false if the time expired first. */
    boolean await(long millis) throws InterruptedException {
        return interrupted.await(millis, TimeUnit.MILLISECONDS);
    }

    void await() throws InterruptedException {
        interrupted.await();
    }

    /** Throws the error by which the broker failed permanently, if any. */
    void throwIfFailed() {
        if (fatal.get() != null) {
            throw fatal.get();
        }
    }

    /**
     * Registers the broker for the queue commands. Returns null if they cannot reach its queues.
     */
    static RunningBrokers.Entry entry(BrokerBuilder builder) {
        return builder.isEmbedded() ? builder.home().map(RunningBrokers::add).orElse(null) : null;
    }

    /** Prints the ports and addresses on which the broker receives messages. */
    void announcePorts(Broker broker) {
        broker.statistics()
                .forEach(
                        flow ->
                                flow.calls().stream()
                                        .filter(input -> !input.address().isEmpty())
                                        .forEach(
                                                input ->
                                                        console.report(
                                                                "listening for requests of %s.%s on %s"
                                                                        .formatted(
                                                                                flow.flow(),
                                                                                input.input(),
                                                                                input.address()))));
        for (Acceptor a : broker.store().listening()) {
            if (a.protocol() != Protocol.CORE) {
                console.report(
                        "listening for " + a.protocol() + " on " + a.host() + ":" + a.port());
            }
        }
    }

    /** Ends the command with an error. A supervisor of the process can start it again. */
    private void end(MillraceException error) {
        if (error.code() == ErrorCode.HEAP_EXHAUSTED) {
            // There is no memory for an orderly end. Units of work are rolled back.
            Runtime.getRuntime().halt(ExitCode.report(error, console));
        }
        fatal.set(error);
        interrupted.countDown();
        try {
            if (!closed.await(MAX_CLOSE_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(ExitCode.report(error, console));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests the end of the command and waits for it. Runs in the thread of an interrupt. */
    private void interrupt() {
        interrupted.countDown();
        try {
            if (!closed.await(endMillis, TimeUnit.MILLISECONDS)) {
                console.report("not all flows have ended; open units of work are rolled back");
                console.err().flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The command was ended by the hook itself.
        }
    }
}
