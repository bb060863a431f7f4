package io.millrace.engine.error;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * A limiter of repeated log entries. In each {@link #PERIOD}, a logger writes at most {@link
 * #MAX_ENTRIES} entries with the same code and object. Further entries are counted and reported in
 * one summary at the end of the period.
 *
 * <p>The first argument of an entry is the code, the second is the object. Three kinds of entries
 * are never limited: entries without a code, entries with a code for data loss, and entries of a
 * logger at level debug or trace.
 *
 * <p>Safe for use by several threads.
 */
final class RepeatedEntries {

    /** Number of entries that are written in a period. */
    static final int MAX_ENTRIES = 5;

    /** Time from the first entry to the summary. */
    static final Duration PERIOD = Duration.ofSeconds(60);

    /** Maximum number of objects that are counted separately. Further objects share a count. */
    static final int MAX_OBJECTS = 1_000;

    private static final int MAX_OBJECT_LENGTH = 200;
    private static final String OTHERS = "other objects";

    private static final Map<String, ErrorCode> CODES =
            Arrays.stream(ErrorCode.values())
                    .collect(Collectors.toUnmodifiableMap(ErrorCode::id, code -> code));

    /** A scheduler that runs a task after a delay. */
    @FunctionalInterface
    interface Delay {
        void run(Runnable task, long nanos);
    }

    private record Key(String logger, String code, String object) {}

    /** The count of the entries with one key in the current period. */
    private static final class Period {
        private final long begin;
        private final Logger logger;
        private int entries;
        private long suppressed;
        private Level level;

        private Period(long begin, Logger logger, Level level) {
            this.begin = begin;
            this.logger = logger;
            this.level = level;
        }
    }

    private final LongSupplier nanoTime;
    private final Delay delay;
    private final Map<Key, Period> periods = new HashMap<>();

    RepeatedEntries(LongSupplier nanoTime, Delay delay) {
        this.nanoTime = nanoTime;
        this.delay = delay;
    }

    /** Counts an entry. Returns true if the entry must be suppressed. */
    boolean suppresses(Logger logger, Level level, Object @Nullable [] arguments) {
        if (arguments == null
                || arguments.length == 0
                || !(arguments[0] instanceof String id)
                || !(CODES.get(id) instanceof ErrorCode code)
                || code.isLossOfData()
                || logger.isDebugEnabled()) {
            return false;
        }
        Key key = new Key(logger.getName(), id, arguments.length == 1 ? "" : cut(arguments[1]));
        return count(key, logger, level);
    }

    private static String cut(Object object) {
        String name = String.valueOf(object);
        return name.substring(0, Math.min(name.length(), MAX_OBJECT_LENGTH));
    }

    private boolean count(Key key, Logger logger, Level level) {
        Key counted = key;
        Period ended = null;
        Period period;
        boolean isFirst;
        boolean isSuppressed;
        long now = nanoTime.getAsLong();
        synchronized (periods) {
            period = periods.get(key);
            if (period == null && periods.size() >= MAX_OBJECTS) {
                periods.values().removeIf(p -> p.suppressed == 0 && hasEnded(p, now));
                if (periods.size() >= MAX_OBJECTS) {
                    counted = new Key(key.logger, key.code, OTHERS);
                    period = periods.get(counted);
                }
            }
            if (period != null && hasEnded(period, now)) {
                ended = period;
                period = null;
            }
            if (period == null) {
                period = new Period(now, logger, level);
                periods.put(counted, period);
            }
            isSuppressed = period.entries == MAX_ENTRIES;
            isFirst = isSuppressed && period.suppressed == 0;
            if (isSuppressed) {
                period.suppressed++;
                period.level = level;
            } else {
                period.entries++;
            }
        }
        if (ended != null) {
            summarize(counted, ended, now);
        }
        if (isFirst) {
            Key open = counted;
            Period begun = period;
            delay.run(() -> end(open, begun), begun.begin + PERIOD.toNanos() - now);
        }
        return isSuppressed;
    }

    private static boolean hasEnded(Period period, long now) {
        return now - period.begin >= PERIOD.toNanos();
    }

    private void end(Key key, Period period) {
        boolean isOpen;
        synchronized (periods) {
            isOpen = periods.remove(key, period);
        }
        if (isOpen) {
            summarize(key, period, nanoTime.getAsLong());
        }
    }

    /** Ends all periods and writes a summary for each period with suppressed entries. */
    void endAll() {
        Map<Key, Period> ended;
        synchronized (periods) {
            ended = Map.copyOf(periods);
            periods.clear();
        }
        long now = nanoTime.getAsLong();
        ended.forEach((key, period) -> summarize(key, period, now));
    }

    private static void summarize(Key key, Period period, long now) {
        if (period.suppressed == 0) {
            return;
        }
        long seconds = Math.max(1, Duration.ofNanos(now - period.begin).toSeconds());
        period.logger
                .atLevel(period.level)
                .log(
                        "{}{}: occurred {} more {} in {} s",
                        key.code,
                        key.object.isEmpty() ? "" : " " + PrintableText.line(key.object),
                        period.suppressed,
                        period.suppressed == 1 ? "time" : "times",
                        seconds);
    }
}
