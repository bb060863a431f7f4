package io.millrace.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The levels of the loggers of this process. Changes by operators apply until the process ends. A
 * changed level applies to the loggers below its name, and has precedence over the level of the log
 * file. Safe for use by several threads.
 */
public final class LogLevels {

    /** The levels that operators can set. */
    public static final List<String> LEVELS = List.of("error", "warn", "info", "debug", "trace");

    private static final org.slf4j.Logger LOG = EventLog.of(LogLevels.class);

    private static final int MAX_CHANGED = 100;

    /** Changed loggers with the level that was set before, if any. */
    private static final Map<String, Optional<Level>> CHANGED = new ConcurrentSkipListMap<>();

    /**
     * A logger.
     *
     * @param level level that applies, in lower case
     * @param origin {@code operator} if an operator has changed it, otherwise {@code configuration}
     */
    public record Entry(String logger, String level, String origin) {}

    private LogLevels() {}

    /**
     * Returns loggers, sorted by name.
     *
     * @param all whether loggers without a level of their own are also returned
     */
    public static List<Entry> list(boolean all) {
        TreeMap<String, Entry> entries = new TreeMap<>();
        for (Logger logger : context().getLoggerList()) {
            if (all || logger.getLevel() != null) {
                entries.put(logger.getName(), entry(logger));
            }
        }
        return new ArrayList<>(entries.values());
    }

    private static Entry entry(Logger logger) {
        return new Entry(
                logger.getName(),
                logger.getEffectiveLevel().toString().toLowerCase(Locale.ROOT),
                CHANGED.containsKey(logger.getName()) ? "operator" : "configuration");
    }

    /**
     * Changes the level of a logger.
     *
     * @param loggerName name of the logger, or {@code ROOT} in upper or lower case
     * @param levelName one of {@link #LEVELS}, in upper or lower case
     * @param author who changes it
     * @throws MillraceException with REQUEST_INVALID
     */
    public static synchronized Entry set(String loggerName, String levelName, String author) {
        String name = canonical(loggerName);
        String level = levelName.toLowerCase(Locale.ROOT);
        if (!name.matches("[A-Za-z0-9_$-]+(\\.[A-Za-z0-9_$-]+)*")) {
            throw invalid(
                    "a logger must be the name of a class or package, or ROOT (found %s)", name);
        }
        if (!LEVELS.contains(level)) {
            throw invalid(
                    "level must be one of %s (found %s)", String.join(", ", LEVELS), levelName);
        }
        if (!CHANGED.containsKey(name) && CHANGED.size() == MAX_CHANGED) {
            throw invalid(
                    "at most %s levels can be changed at a time; reset levels that you do not need",
                    MAX_CHANGED);
        }
        Logger logger = context().getLogger(name);
        CHANGED.putIfAbsent(name, Optional.ofNullable(logger.getLevel()));
        logger.setLevel(Level.toLevel(level));
        LOG.warn("{} has set the log level of {} to {}", author, name, level);
        return entry(logger);
    }

    /**
     * Restores the level of a logger.
     *
     * @throws MillraceException with REQUEST_INVALID if it was not changed
     */
    public static synchronized Entry reset(String loggerName, String author) {
        String name = canonical(loggerName);
        Optional<Level> before = CHANGED.remove(name);
        if (before == null) {
            throw invalid(
                    "the log level of %s was not changed; changed are: %s",
                    name, CHANGED.isEmpty() ? "none" : String.join(", ", CHANGED.keySet()));
        }
        Logger logger = context().getLogger(name);
        logger.setLevel(before.orElse(null));
        LOG.warn("{} has reset the log level of {}", author, name);
        return entry(logger);
    }

    /**
     * Returns the canonical name of a logger. Logback accepts the name of the root logger in upper
     * or lower case.
     */
    public static String canonical(String logger) {
        boolean isRoot = logger.equalsIgnoreCase(org.slf4j.Logger.ROOT_LOGGER_NAME);
        return isRoot ? org.slf4j.Logger.ROOT_LOGGER_NAME : logger;
    }

    /** Whether a word is the name of a level, in upper or lower case. */
    public static boolean isLevel(String word) {
        return LEVELS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Restores the levels of all loggers. */
    public static synchronized void resetAll(String author) {
        List.copyOf(CHANGED.keySet()).forEach(name -> reset(name, author));
    }

    private static LoggerContext context() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            return context;
        }
        throw new MillraceException(
                ErrorCode.CHANGE_REFUSED,
                "the log of this process is not Logback; change its levels in its configuration");
    }

    private static MillraceException invalid(String text, Object... values) {
        return new MillraceException(ErrorCode.REQUEST_INVALID, text.formatted(values));
    }

    /** Whether an operator has changed the level that applies to a logger. */
    private static boolean isChanged(String logger) {
        if (CHANGED.isEmpty()) {
            return false;
        }
        String name = logger;
        while (!CHANGED.containsKey(name)) {
            int dot = name.lastIndexOf('.');
            if (dot < 0) {
                return CHANGED.containsKey(org.slf4j.Logger.ROOT_LOGGER_NAME);
            }
            name = name.substring(0, dot);
        }
        return true;
    }

    /**
     * Returns the level filter of an appender. The filter does not apply to loggers whose level an
     * operator has changed.
     */
    static Filter<ILoggingEvent> filter(Level lowest) {
        Filter<ILoggingEvent> filter =
                new Filter<>() {
                    @Override
                    public FilterReply decide(ILoggingEvent event) {
                        return event.getLevel().isGreaterOrEqual(lowest)
                                        || isChanged(event.getLoggerName())
                                ? FilterReply.NEUTRAL
                                : FilterReply.DENY;
                    }
                };
        filter.start();
        return filter;
    }
}
