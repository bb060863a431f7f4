package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The units of work on the queues of a store: holds them to their limit, tells which are open, says
 * so in the log of those that are open for long, and lets an operator have one backed out. Safe to
 * use from several threads; a {@link Unit} belongs to whoever works in it.
 */
public final class OpenUnits implements AutoCloseable {

    private static final Logger LOG = EventLog.of(OpenUnits.class);
    private static final long MILLI = 1_000_000;
    private static final long MOST_PAUSE = 1_000 * MILLI;

    private final UnitLimits limits;
    private final Set<Unit> units = ConcurrentHashMap.newKeySet();
    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean closed;
    private Thread watch;

    public OpenUnits(UnitLimits limits) {
        this.limits = limits;
    }

    public UnitLimits limits() {
        return limits;
    }

    /** Begins to look after long units, until closed. */
    public synchronized void watch() {
        if (limits.longUnitMillis() > 0 && watch == null) {
            watch = Thread.ofVirtual().name("millrace-units").start(this::watching);
        }
    }

    private void watching() {
        long pause = Math.clamp(limits.longUnitMillis() * MILLI / 4, MILLI, MOST_PAUSE);
        while (!closed) {
            LockSupport.parkNanos(pause);
            report(System.nanoTime());
        }
    }

    /** Says of long units that they are open. */
    void report(long now) {
        for (Unit unit : units) {
            if (unit.isToReport(now)) {
                OpenUnit open = unit.status(now);
                LOG.warn(
                        "{} unit of work {} of {} ({}) has been open for {} s; it holds {} messages"
                                + " got and {} put, {} bytes",
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

    /** For one after the other of somebody's units. */
    public Unit of(String owner, String origin) {
        return of(owner, origin, limits.maxUncommittedMessages());
    }

    /**
     * For one after the other of somebody's units, who may hold more or fewer messages than others.
     */
    public Unit of(String owner, String origin, int most) {
        Unit unit = new Unit(numbers.incrementAndGet(), owner, origin, most);
        units.add(unit);
        return unit;
    }

    /** Those that are open, the oldest first. */
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
     * Has a unit backed out: its owner can do nothing more in it, and not commit it.
     *
     * @return false where no unit of this id is open
     */
    public boolean backOut(String id) {
        for (Unit unit : units) {
            if (unit.began != NOT_OPEN && unit.id().equals(id)) {
                unit.condemn(
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

    /** What somebody's unit holds now. */
    public final class Unit implements AutoCloseable {
        private final long number;
        private final String owner;
        private final String origin;
        private final int most;

        /** Others read the figures behind this one, and need them only about. */
        private volatile long began = NOT_OPEN;

        private long units;
        private int got;
        private int put;
        private long bytes;
        private volatile MillraceException condemned;
        private volatile Runnable whenCondemned = () -> {};

        // The watch's own.
        private long reported = NOT_OPEN;
        private long nextReport;

        private Unit(long number, String owner, String origin, int most) {
            this.number = number;
            this.owner = owner;
            this.origin = origin;
            this.most = most;
        }

        private String id() {
            return number + "." + units;
        }

        /**
         * What is to be done at once, on the operator's thread, when the unit is to be backed out.
         */
        public void whenCondemned(Runnable action) {
            whenCondemned = action;
        }

        /**
         * A message was got.
         *
         * @throws MillraceException with UNIT_TOO_LARGE or UNIT_BACKED_OUT: the unit can only be
         *     rolled back
         */
        public void got(long size) {
            begin();
            got++;
            bytes += size;
            check();
        }

        /** A message is about to be put; throws as {@link #got} does. */
        public void put(long size) {
            begin();
            put++;
            bytes += size;
            check();
        }

        private void begin() {
            if (began == NOT_OPEN) {
                units++;
                condemned = null;
                began = System.nanoTime();
            }
        }

        /** Throws as {@link #got} does. */
        public void check() {
            if (got + put > most && condemned == null) {
                condemned =
                        new MillraceException(
                                ErrorCode.UNIT_TOO_LARGE,
                                "a unit of work of "
                                        + owner
                                        + " holds more than maxUncommittedMessages "
                                        + most
                                        + ": "
                                        + got
                                        + " messages got and "
                                        + put
                                        + " put; it is backed out",
                                Insert.of(owner),
                                Insert.of(most));
            }
            if (condemned != null) {
                throw new MillraceException(condemned.code(), condemned.getMessage(), condemned);
            }
        }

        /** Whether the unit holds less than half of what it may. */
        public boolean hasRoom() {
            return 2 * (got + put) < most;
        }

        private void condemn(MillraceException reason) {
            condemned = reason;
            whenCondemned.run();
        }

        /** The unit was committed or rolled back. */
        public void ended() {
            if (began != NOT_OPEN) {
                began = NOT_OPEN;
                got = 0;
                put = 0;
                bytes = 0;
                condemned = null;
            }
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

        /** There will be no further unit. */
        @Override
        public void close() {
            OpenUnits.this.units.remove(this);
        }
    }
}
