package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.setting.LimitUse;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The open units of work on the queues of a store. This class enforces their limit, lists them,
 * logs units that are open for a long time, and backs out units for an operator. Safe for use by
 * several threads; a {@link Unit} belongs to its owner.
 */
public final class OpenUnits implements AutoCloseable {

    private static final Logger LOG = EventLog.of(OpenUnits.class);
    private static final long MILLI = 1_000_000;
    private static final long MAX_PAUSE = 1_000 * MILLI;

    private final UnitLimits limits;
    private final Set<Unit> units = ConcurrentHashMap.newKeySet();
    private final AtomicLong numbers = new AtomicLong();
    private final Peak peak = new Peak();

    /** Largest units of the owners that have a separate limit. */
    private final Map<String, Peak> ownPeaks = new ConcurrentHashMap<>();

    private volatile boolean closed;
    private @Nullable Thread watch;

    public OpenUnits(UnitLimits limits) {
        this.limits = limits;
    }

    public UnitLimits limits() {
        return limits;
    }

    /** Starts to log long units, until this object is closed. */
    public synchronized void watch() {
        if (limits.longUnitMillis() > 0 && watch == null) {
            watch = Thread.ofVirtual().name("millrace-units").start(this::watching);
        }
    }

    private void watching() {
        long pause = Math.clamp(limits.longUnitMillis() * MILLI / 4, MILLI, MAX_PAUSE);
        while (!closed) {
            LockSupport.parkNanos(pause);
            report(System.nanoTime());
        }
    }

    /** Logs units that have been open for a long time. */
    void report(long now) {
        for (Unit unit : units) {
            if (unit.isToReport(now)) {
                OpenUnit open = unit.status(now);
                LOG.warn(
                        """
                        {} unit of work {} of {} ({}) has been open for {} s; it contains {} \
                        messages got and {} put, {} bytes\
                        """,
                        ErrorCode.LONG_UNIT.id(),
                        open.id(),
                        open.owner(),
                        open.origin(),
                        open.ageMillis() / 1_000.0,
                        open.got(),
                        open.put(),
                        open.bytes());
            }
        }
    }

    /** Returns an object for the successive units of an owner. */
    public Unit of(String owner, String origin) {
        return of(owner, origin, limits.maxUncommittedMessages());
    }

    /** Returns an object for the successive units of an owner with a separate limit. */
    public Unit of(String owner, String origin, int most) {
        Peak largest =
                most == limits.maxUncommittedMessages()
                        ? peak
                        : ownPeaks.computeIfAbsent(owner, o -> new Peak());
        Unit unit = new Unit(numbers.incrementAndGet(), owner, origin, most, largest);
        units.add(unit);
        return unit;
    }

    /** Returns the open units, the oldest first. */
    public List<OpenUnit> list() {
        long now = System.nanoTime();
        List<OpenUnit> open = new ArrayList<>();
        for (Unit unit : units) {
            if (unit.began != NOT_OPEN) {
                open.add(unit.status(now));
            }
        }
        open.sort(Comparator.comparingLong(OpenUnit::ageMillis).reversed());
        return open;
    }

    /**
     * Returns the sizes of the largest units, with a separate value for each owner that has a
     * separate limit.
     */
    public List<LimitUse> largest() {
        Map<String, LimitUse> largest = new TreeMap<>();
        largest.put("", use("", peak, limits.maxUncommittedMessages(), 0));
        for (Unit unit : units) {
            String name = unit.largest == peak ? "" : unit.owner;
            LimitUse before = largest.get(name);
            long current = Math.max(unit.size(), before == null ? 0 : before.current());
            largest.put(name, use(name, unit.largest, unit.most, current));
        }
        return List.copyOf(largest.values());
    }

    private static LimitUse use(String object, Peak peak, int most, long current) {
        return LimitUse.count("messages of a unit of work", object, current, most)
                .raised(peak.messages);
    }

    /**
     * Backs out a unit: further operations of its owner and the commit fail.
     *
     * @return false if no open unit has this identifier
     */
    public boolean backOut(String id) {
        for (Unit unit : units) {
            if (unit.began != NOT_OPEN && unit.id().equals(id)) {
                unit.markForBackOut(
                        new MillraceException(
                                ErrorCode.UNIT_BACKED_OUT,
                                "an operator backed out the unit of work " + id,
                                Insert.of(id)));
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            if (watch != null) {
                LockSupport.unpark(watch);
            }
        }
    }

    private static final long NOT_OPEN = Long.MIN_VALUE;

    /** The number of messages of the largest unit that has ended. */
    private static final class Peak {
        private volatile int messages;

        private void raise(int size) {
            if (size > messages) {
                synchronized (this) {
                    messages = Math.max(messages, size);
                }
            }
        }
    }

    /** The current unit of an owner. */
    public final class Unit implements AutoCloseable {
        private final long number;
        private final String owner;
        private final String origin;
        private final int most;
        private final Peak largest;

        /**
         * Time at which the unit began. Volatile, and written last, so that other threads see
         * approximate values of the other fields.
         */
        private volatile long began = NOT_OPEN;

        private long units;
        private int got;
        private int put;
        private long bytes;
        private volatile @Nullable MillraceException backOutReason;
        private volatile Runnable whenBackedOut = () -> {};

        // Only for the thread that logs long units.
        private long reported = NOT_OPEN;
        private long nextReport;

        private Unit(long number, String owner, String origin, int most, Peak largest) {
            this.largest = largest;
            this.number = number;
            this.owner = owner;
            this.origin = origin;
            this.most = most;
        }

        private String id() {
            return number + "." + units;
        }

        /**
         * Sets the action that runs when an operator backs out the unit. The action runs on the
         * thread that calls {@link #backOut}, before that call returns.
         */
        public void whenBackedOut(Runnable action) {
            whenBackedOut = action;
        }

        /**
         * Counts a received message.
         *
         * @throws MillraceException with UNIT_TOO_LARGE or UNIT_BACKED_OUT; the unit must then be
         *     rolled back
         */
        public void got(long size) {
            begin();
            got++;
            bytes += size;
            check();
        }

        /** Counts a message before it is put. Fails like {@link #got}. */
        public void put(long size) {
            begin();
            put++;
            bytes += size;
            check();
        }

        private void begin() {
            if (began == NOT_OPEN) {
                units++;
                backOutReason = null;
                began = System.nanoTime();
            }
        }

        /** Checks that the unit can continue. Fails like {@link #got}. */
        public void check() {
            if (got + put > most && backOutReason == null) {
                backOutReason =
                        new MillraceException(
                                ErrorCode.UNIT_TOO_LARGE,
                                "a unit of work of "
                                        + owner
                                        + " exceeds maxUncommittedMessages "
                                        + most
                                        + ": "
                                        + got
                                        + " messages got and "
                                        + put
                                        + " put; it is backed out: commit after fewer messages, or"
                                        + " increase maxUncommittedMessages in broker.yaml",
                                Insert.of(owner),
                                Insert.of(most));
            }
            if (backOutReason != null) {
                throw new MillraceException(
                        backOutReason.code(), backOutReason.getMessage(), backOutReason);
            }
        }

        /** Returns the maximum number of messages that are received and put. */
        public int maxMessages() {
            return most;
        }

        /** Whether the unit contains less than half of its maximum number of messages. */
        public boolean hasRoom() {
            return 2 * (got + put) < most;
        }

        private void markForBackOut(MillraceException reason) {
            backOutReason = reason;
            whenBackedOut.run();
        }

        /** Records that the unit was committed or rolled back. */
        public void ended() {
            if (began != NOT_OPEN) {
                largest.raise(size());
                began = NOT_OPEN;
                got = 0;
                put = 0;
                bytes = 0;
                backOutReason = null;
            }
        }

        private int size() {
            return got + put;
        }

        private OpenUnit status(long now) {
            long age = began == NOT_OPEN ? 0 : Math.max(0, now - began);
            return new OpenUnit(id(), owner, origin, age / MILLI, got, put, bytes);
        }

        private boolean isToReport(long now) {
            long since = began;
            if (since == NOT_OPEN) {
                return false;
            }
            if (since != reported) {
                reported = since;
                nextReport = limits.longUnitMillis() * MILLI;
            }
            if (now - since < nextReport) {
                return false;
            }
            while (now - since >= nextReport) {
                nextReport *= 2;
            }
            return true;
        }

        /** Ends the use of this object. No further unit can follow. */
        @Override
        public void close() {
            OpenUnits.this.units.remove(this);
        }
    }
}
