package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Limits;

import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * The surroundings of the program that the thread runs, for operators: their generated calls pass
 * values only. Outside of programs, those of the process.
 */
public final class RunningProgram {

    private static final ThreadLocal<Budget> RUNNING = new ThreadLocal<>();

    private RunningProgram() {}

    /**
     * A program begins.
     *
     * @return what {@link #end} must be given: the program around it, null for none
     */
    public static Budget begin(Budget budget) {
        Budget outer = RUNNING.get();
        RUNNING.set(budget);
        budget.begin();
        return outer;
    }

    /** A program ends. */
    public static void end(Budget outer) {
        RUNNING.get().end();
        if (outer == null) {
            RUNNING.remove();
        } else {
            RUNNING.set(outer);
        }
    }

    /**
     * Whether an exhausted stack has been given back so far that an exception can be made; to be
     * asked at each method that is left.
     */
    public static boolean hasRoomAgain() {
        Budget budget = RUNNING.get();
        return budget == null || budget.hasRoomAgain();
    }

    private static EsqlEnvironment environment() {
        Budget budget = RUNNING.get();
        return budget == null ? null : budget.environment();
    }

    /**
     * Waits, unless the program has to end first.
     *
     * @throws io.millrace.engine.error.MillraceException with ESQL_TIME or FLOW_STOPPED
     */
    public static void sleep(EsqlEnvironment environment, long millis) {
        Budget budget = RUNNING.get();
        (budget == null ? new Budget(environment) : budget).sleep(millis);
    }

    /**
     * Sets whether an interrupt, when the flow is stopped, ends what the program does from now on.
     */
    public static void interruptible(boolean value) {
        EsqlEnvironment environment = environment();
        if (environment != null) {
            environment.interruptible(value);
        }
    }

    private static ZonedDateTime now() {
        EsqlEnvironment environment = environment();
        return environment == null ? ZonedDateTime.now() : environment.now();
    }

    /** The broker's time zone: local times are times there. */
    public static ZoneId zone() {
        return now().getZone();
    }

    /** The date of this call of the node, there. */
    public static LocalDate today() {
        return now().toLocalDate();
    }

    /** The date of this call of the node in GMT. */
    public static LocalDate todayInGmt() {
        return now().withZoneSameInstant(ZoneOffset.UTC).toLocalDate();
    }

    public static Limits limits() {
        EsqlEnvironment environment = environment();
        return environment == null ? Limits.DEFAULTS : environment.limits();
    }
}
