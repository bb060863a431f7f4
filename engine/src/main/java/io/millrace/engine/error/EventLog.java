package io.millrace.engine.error;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventBuilder;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A logger whose events are printable with every SLF4J provider: arguments and throwables are
 * escaped before the provider receives them. Repeated events are limited ({@link RepeatedEntries})
 * if the first argument of the event is the id of an {@link ErrorCode}. The second argument is then
 * the object of the error, for example a node, queue or client.
 */
public final class EventLog extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;

    private static final RepeatedEntries REPEATED =
            new RepeatedEntries(
                    System::nanoTime,
                    (task, nanos) ->
                            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS)
                                    .execute(task));

    private final transient Logger target;

    private EventLog(Logger target) {
        this.name = target.getName();
        this.target = target;
    }

    /** Returns the logger of a class. */
    public static Logger of(Class<?> type) {
        return of(type.getName());
    }

    /** Returns the logger with a name. */
    public static Logger of(String name) {
        return new EventLog(LoggerFactory.getLogger(name));
    }

    /**
     * Writes the summaries of suppressed events immediately, for example before a broker closes.
     */
    public static void summarize() {
        REPEATED.endAll();
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            Marker marker,
            String text,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        if (REPEATED.suppresses(target, level, arguments)) {
            return;
        }
        LoggingEventBuilder event =
                target.atLevel(level).setMessage(PrintableText.line(String.valueOf(text)));
        if (arguments != null) {
            for (Object argument : arguments) {
                event = event.addArgument(PrintableText.line(String.valueOf(argument)));
            }
        }
        if (thrown != null) {
            event = event.setCause(PrintableThrowable.of(thrown));
        }
        event.log();
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return EventLog.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return target.isTraceEnabled();
    }

    @Override
    public boolean isDebugEnabled() {
        return target.isDebugEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return target.isInfoEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return target.isWarnEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return target.isErrorEnabled();
    }
}
