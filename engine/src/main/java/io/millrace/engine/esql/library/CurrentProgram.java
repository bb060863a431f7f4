package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Limits;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * The environment of the program that runs on the current thread. Operators use this class because
 * generated code passes only values to operators. Outside programs, the environment of the process
 * applies.
 */
public final class CurrentProgram {

    private static final ThreadLocal<ExecutionBudget> RUNNING = new ThreadLocal<>();

    private CurrentProgram() {}

    /**
     * Starts a program on the current thread.
     *
     * @return argument for {@link #end}: the budget of the enclosing program; null if there is none
     */
    public static @Nullable ExecutionBudget begin(ExecutionBudget budget) {
        ExecutionBudget outer = RUNNING.get();
        RUNNING.set(budget);
        budget.begin();
        return outer;
    }

    /** Ends the program of the current thread. */
    public static void end(@Nullable ExecutionBudget outer) {
        RUNNING.get().end();
        if (outer == null) {
            RUNNING.remove();
        } else {
            RUNNING.set(outer);
        }
    }

    /**
     * Whether enough stack space is free again after a stack overflow to create an exception. Must
     * be called on each exit from a method.
     */
    public static boolean hasRoomAgain() {
        ExecutionBudget budget = RUNNING.get();
        return budget == null || budget.hasRoomAgain();
    }

    private static @Nullable EsqlEnvironment environment() {
        ExecutionBudget budget = RUNNING.get();
        return budget == null ? null : budget.environment();
    }

    /**
     * Waits. Fails if the program must end earlier.
     *
     * @throws io.millrace.engine.error.MillraceException with ESQL_TIME or FLOW_STOPPED
     */
    public static void sleep(EsqlEnvironment environment, long millis) {
        ExecutionBudget budget = RUNNING.get();
        (budget == null ? new ExecutionBudget(environment) : budget).sleep(millis);
    }

    /** Sets whether a stop of the flow interrupts the operations of the program from now on. */
    public static void interruptible(boolean value) {
        EsqlEnvironment environment = environment();
        if (environment != null) {
            environment.interruptible(value);
        }
    }

    /**
     * Marks the beginning or end of processing in other nodes. This time does not count towards the
     * time limit of the program.
     */
    public static void pause(boolean begins) {
        ExecutionBudget budget = RUNNING.get();
        if (budget != null && begins) {
            budget.pause();
        } else if (budget != null) {
            budget.resume();
        }
    }

    private static ZonedDateTime now() {
        EsqlEnvironment environment = environment();
        return environment == null ? ZonedDateTime.now() : environment.now();
    }

    /** Returns the broker's time zone, which local times use. */
    public static ZoneId zone() {
        return now().getZone();
    }

    /** Returns the date of the current node call in the broker's time zone. */
    public static LocalDate today() {
        return now().toLocalDate();
    }

    /** Returns the date of the current node call in UTC (GMT). */
    public static LocalDate todayInGmt() {
        return now().withZoneSameInstant(ZoneOffset.UTC).toLocalDate();
    }

    public static Limits limits() {
        EsqlEnvironment environment = environment();
        return environment == null ? Limits.DEFAULTS : environment.limits();
    }
}
