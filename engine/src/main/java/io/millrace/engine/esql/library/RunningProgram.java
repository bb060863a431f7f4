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

    private static final ThreadLocal<EsqlEnvironment> ENVIRONMENT = new ThreadLocal<>();

    private RunningProgram() {}

    /**
     * A program begins.
     *
     * @return what {@link #end} must be given: the program around it, null for none
     */
    public static EsqlEnvironment begin(EsqlEnvironment environment) {
        EsqlEnvironment outer = ENVIRONMENT.get();
        ENVIRONMENT.set(environment);
        return outer;
    }

    /** A program ends. */
    public static void end(EsqlEnvironment outer) {
        if (outer == null) {
            ENVIRONMENT.remove();
        } else {
            ENVIRONMENT.set(outer);
        }
    }

    private static ZonedDateTime now() {
        EsqlEnvironment environment = ENVIRONMENT.get();
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
        EsqlEnvironment environment = ENVIRONMENT.get();
        return environment == null ? Limits.DEFAULTS : environment.limits();
    }
}
