package io.millrace.engine.esql.runtime;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.program.Statement.Log;
import io.millrace.engine.esql.program.Statement.Log.Exceptions;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * The LOG statement (ESQL reference, "LOG statement"). Events are for operators and are logged at
 * the level of their severity (1 information, 2 warning, 3 error). User trace is logged by a
 * separate logger at debug level.
 */
public final class LogStatement {

    private static final Logger EVENTS = EventLog.of("io.millrace.esql");
    private static final Logger USER_TRACE = EventLog.of("io.millrace.esql.trace");

    private LogStatement() {}

    /** Runs a LOG. Omitted operands are null. */
    public static void write(
            ModuleInvocation run,
            Log statement,
            Value severity,
            Value catalog,
            Value message,
            Value[] values) {
        MillraceException thrown =
                (MillraceException) ExceptionSupport.user(severity, catalog, message, values);
        Level level = statement.event() ? level(thrown.severity()) : Level.DEBUG;
        Logger logger = statement.event() ? EVENTS : USER_TRACE;
        if (logger.isEnabledForLevel(level)) {
            String text = thrown.getMessage().replaceFirst("^user exception", "message");
            String handled = handled(run.caught(), statement.exceptions());
            SensitiveValues secrets = run.environment.sensitiveValues();
            logger.atLevel(level)
                    .log(
                            "{}{}{}",
                            where(run.environment),
                            secrets.mask(text),
                            secrets.mask(handled));
        }
    }

    private static Level level(int severity) {
        return switch (severity) {
            case 2 -> Level.WARN;
            case 3 -> Level.ERROR;
            default -> Level.INFO;
        };
    }

    /** Returns the flow and node if they are known. */
    private static String where(EsqlEnvironment environment) {
        Value flow = environment.property("MessageFlowLabel");
        Value node = environment.property("NodeLabel");
        return flow == null || node == null ? "" : flow.text() + "." + node.text() + ": ";
    }

    private static String handled(@Nullable MillraceException caught, Exceptions exceptions) {
        if (caught == null || exceptions == Exceptions.NONE) {
            return "";
        }
        if (exceptions == Exceptions.ORIGINAL) {
            return "; " + line(caught.root());
        }
        StringBuilder all = new StringBuilder();
        for (Throwable t = caught; t instanceof MillraceException e; t = e.getCause()) {
            all.append("; ").append(line(e));
        }
        return all.toString();
    }

    private static String line(MillraceException e) {
        return e.code().id() + " " + e.getMessage();
    }
}
