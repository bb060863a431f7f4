package io.millrace.engine.esql.library;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.LongExecution;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageMemory;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The limit of one execution of a program. The execution ends when its time limit is exceeded or
 * its flow is stopped. Loops, rows of a SELECT and calls check the limit in each iteration. To keep
 * this cheap, the clock is read only once in a number of iterations; this number is adjusted so
 * that about a tenth of a millisecond passes between reads. Only for the thread that processes the
 * message.
 */
public final class ExecutionBudget {

    /** A locator of the statement that the current thread executes. */
    @FunctionalInterface
    public interface Locator {

        /** Returns the execution with its statement; null if the statement is unknown. */
        @Nullable LongExecution locate(long ownMillis, boolean reported);
    }

    private static final int MAX_TURNS = 1024;
    private static final long OFTEN_NANOS = 50_000;
    private static final long RARELY_NANOS = 200_000;
    private static final long SLICE_MILLIS = 20;

    /**
     * Execution time below which the memory of a program is not measured, because its trees are
     * small.
     */
    private static final long MEASURED_NANOS = 1_000_000;

    private static final int ROOM_TO_RECOVER = 50;

    /** Time between two updates of the state of a long execution. */
    private static final long UPDATE_NANOS = 1_000_000_000;

    /** Locks that a program holds, except while it sleeps. */
    public interface Locks {
        void release();

        /**
         * Acquires the locks of the program that are not currently held, and waits if necessary.
         */
        void acquire();
    }

    private final EsqlEnvironment environment;
    private final MessageMemory memory = MessageMemory.current();
    private final long millis;
    private final long begun;
    private final long deadline;
    private final Locator locator;

    /** Time spent in waits and in other nodes, and the start of the current one; 0 for none. */
    private long waited;

    private long waitBegun;

    /** Own time of the next update and of the next log entry of a long execution. */
    private long nextUpdate;

    private long nextEntry;

    /** Trees of the programs that call this program. */
    private MessageMemory.@Nullable Trees outer;

    private @Nullable Locks locks;
    private int interval = 1;
    private int turns = 1;
    private long looked;

    /** Whether a long execution was reported. */
    private boolean reported;

    /** Number of methods that must be left before an exhausted stack is used again. */
    private int leaving = ROOM_TO_RECOVER;

    /** Creates a budget for an operation outside a module, which is not reported. */
    public ExecutionBudget(EsqlEnvironment environment) {
        this(environment, (_, _) -> null);
    }

    /**
     * Creates a budget for an operation in another language, which is not reported.
     *
     * @param defaultMillis maximum duration in milliseconds if the limits have none for ESQL
     */
    public ExecutionBudget(EsqlEnvironment environment, long defaultMillis) {
        this(
                environment,
                (_, _) -> null,
                environment.limits().esqlMillis() == 0
                        ? defaultMillis
                        : environment.limits().esqlMillis());
    }

    /**
     * Creates a budget. Its time starts immediately.
     *
     * @param locator locator of the statement that the current thread executes
     */
    public ExecutionBudget(EsqlEnvironment environment, Locator locator) {
        this(environment, locator, environment.limits().esqlMillis());
    }

    private ExecutionBudget(EsqlEnvironment environment, Locator locator, long millis) {
        this.environment = environment;
        this.locator = locator;
        this.millis = millis;
        long report = environment.limits().esqlReportMillis();
        this.nextEntry = report == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(report);
        this.nextUpdate = nextEntry;
        this.begun = System.nanoTime();
        this.looked = begun;
        this.deadline = begun + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    EsqlEnvironment environment() {
        return environment;
    }

    /**
     * Counts one iteration of an operation that a program can repeat without limit.
     *
     * @throws MillraceException with ESQL_TIME, ESQL_MEMORY or FLOW_STOPPED
     */
    public void turn() {
        if (--turns <= 0) {
            look();
        }
    }

    boolean hasRoomAgain() {
        leaving--;
        if (leaving > 0) {
            return false;
        }
        leaving = ROOM_TO_RECOVER;
        return true;
    }

    private void look() {
        long now = System.nanoTime();
        long passed = now - looked;
        if (passed < OFTEN_NANOS) {
            interval = Math.min(2 * interval, MAX_TURNS);
        } else if (passed > RARELY_NANOS) {
            interval = (int) Math.max(1, interval * OFTEN_NANOS / passed);
        }
        turns = interval;
        looked = now;
        check(now);
        if (now - begun > MEASURED_NANOS) {
            memory.measureIfDue(environment.limits());
            if (now - begun - waited > nextUpdate) {
                report(now - begun - waited);
            }
        }
    }

    private void report(long own) {
        boolean entry = own > nextEntry;
        if (entry) {
            nextEntry = 2 * nextEntry;
        }
        nextUpdate = Math.min(nextEntry, own + UPDATE_NANOS);
        LongExecution execution = locator.locate(TimeUnit.NANOSECONDS.toMillis(own), entry);
        if (execution != null) {
            environment.longExecution(execution);
            reported = true;
        }
    }

    /**
     * Begins a wait or the processing in other nodes; this time does not count towards the limit.
     */
    public void pause() {
        waitBegun = System.nanoTime();
    }

    /** Ends a {@link #pause}. */
    public void resume() {
        if (waitBegun != 0) {
            waited += System.nanoTime() - waitBegun;
            waitBegun = 0;
        }
    }

    /** Returns the locks of the program; null if it has acquired none yet. */
    public @Nullable Locks locks() {
        return locks;
    }

    public void locks(Locks acquired) {
        locks = acquired;
    }

    /** Starts the measurement of the program's trees. */
    void begin() {
        outer = memory.trees(this::trees);
    }

    void end() {
        memory.trees(outer);
        if (reported) {
            environment.longExecution(null);
        }
    }

    private void trees(Consumer<Element> action) {
        environment.forEachTree(action);
        if (outer != null) {
            outer.forEach(action);
        }
    }

    /**
     * Checks the budget. Code that waits must call this method about fifty times a second.
     *
     * @throws MillraceException like {@link #turn}
     */
    public void check() {
        check(System.nanoTime());
    }

    private void check(long now) {
        if (environment.isStopped() || Thread.currentThread().isInterrupted()) {
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    "the program was stopped because its flow is being stopped");
        }
        if (millis != 0 && now - deadline > 0) {
            throw new MillraceException(
                    ErrorCode.ESQL_TIME,
                    "the program exceeded its time limit of " + millis + " ms");
        }
    }

    /**
     * Waits without the locks of the program. Fails if the program must end earlier.
     *
     * @throws MillraceException like {@link #turn}, or because a lock cannot be acquired again
     */
    void sleep(long sleepMillis) {
        Locks held = locks;
        if (held == null) {
            pause(sleepMillis);
            return;
        }
        held.release();
        pause(sleepMillis);
        held.acquire();
    }

    private void pause(long sleepMillis) {
        long start = System.nanoTime();
        try {
            while (true) {
                long now = System.nanoTime();
                check(now);
                long rest = sleepMillis - TimeUnit.NANOSECONDS.toMillis(now - start);
                if (rest <= 0) {
                    return;
                }
                Thread.sleep(Math.min(rest, SLICE_MILLIS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            check(start);
        } finally {
            waited += System.nanoTime() - start;
        }
    }
}
