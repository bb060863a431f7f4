package io.millrace.store.artemis.backout;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The poison candidates: messages that may have caused an abnormal end of a process. They are the
 * first messages of each priority that were on each queue before the end. Their number is the
 * maximum number of messages from the queue that units of work contained at the same time. This
 * number is logged each time it doubles. Safe for use by several threads.
 */
public final class PoisonCandidates {

    private static final Logger LOG = EventLog.of(PoisonCandidates.class);

    /**
     * Initial number of messages that units can contain from each queue, which need not be logged.
     */
    static final int MIN_COUNT = 64;

    private static final int PRIORITIES = 10;
    private static final String BOUNDARY = "suspects";
    private static final String HELD = "held";
    private static final String THROUGH = "through";

    private final BackoutCountLog log;
    private final Map<String, Watch> watches = new ConcurrentHashMap<>();

    /** Message ids below this limit existed when a process ended abnormally; 0 if none did. */
    private volatile long boundary;

    /**
     * @param log log of the numbers; null if they are not stored
     */
    PoisonCandidates(BackoutCountLog log) {
        this.log = log;
    }

    /** Returns the state of a queue. */
    public Watch of(String queue) {
        return watches.computeIfAbsent(queue, Watch::new);
    }

    void forget(String queue) {
        watches.remove(queue);
    }

    /**
     * Registers that the previous process ended abnormally. All messages with ids below the given
     * limit are poison candidates until their units commit.
     */
    void died(long firstNew) {
        watches.values().forEach(Watch::startAnew);
        boundary = firstNew;
    }

    /** Reads a line of the log; returns false if the line has another kind. */
    boolean read(String[] words) {
        switch (words[0]) {
            case BOUNDARY -> boundary = Long.parseLong(words[1]);
            case HELD -> of(words[1]).held(Integer.parseInt(words[2]));
            case THROUGH ->
                    of(words[1]).through[Integer.parseInt(words[2])] = Integer.parseInt(words[3]);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Returns the complete state as lines of the log. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (boundary > 0) {
            lines.add(BOUNDARY + ' ' + boundary);
        }
        watches.values().forEach(w -> w.addLines(lines));
        return lines;
    }

    /** The state of one queue. */
    public final class Watch {
        private final String queue;
        private final int[] through = new int[PRIORITIES];

        /**
         * Maximum number of messages that units can contain now: the sum of the maximum numbers of
         * all readers.
         */
        private int holding;

        private int most = MIN_COUNT;

        /** Number of messages of each priority that must be tried alone. */
        private int quota = MIN_COUNT;

        private Watch(String queue) {
            this.queue = queue;
        }

        private void held(int messages) {
            most = messages;
            quota = messages;
        }

        private synchronized void startAnew() {
            quota = most;
            Arrays.fill(through, 0);
        }

        /** Whether a message that is about to be delivered is a poison candidate. */
        public boolean isCandidate(long id, int priority) {
            if (id >= boundary) {
                return false;
            }
            synchronized (this) {
                return through[Math.clamp(priority, 0, PRIORITIES - 1)] < quota;
            }
        }

        /** Registers that the unit of a poison candidate has committed. */
        public void through(int priority) {
            int level = Math.clamp(priority, 0, PRIORITIES - 1);
            int count;
            synchronized (this) {
                count = ++through[level];
            }
            tell(THROUGH + ' ' + queue + ' ' + level + ' ' + count, false);
        }

        /**
         * Changes the number of messages that the units of a reader can contain. A negative
         * argument reduces it.
         */
        public void mayHold(int more) {
            synchronized (this) {
                holding += more;
                if (holding <= most) {
                    return;
                }
                most = Integer.highestOneBit(2 * holding - 1);
            }
            // Outside the lock, because the log requests all lines when it is rewritten.
            tell(heldLine(), true);
        }

        private synchronized String heldLine() {
            return HELD + ' ' + queue + ' ' + most;
        }

        private synchronized void addLines(List<String> lines) {
            if (most > MIN_COUNT) {
                lines.add(heldLine());
            }
            for (int p = 0; boundary > 0 && p < PRIORITIES; p++) {
                if (through[p] > 0) {
                    lines.add(THROUGH + ' ' + queue + ' ' + p + ' ' + through[p]);
                }
            }
        }
    }

    private void tell(String line, boolean force) {
        if (log != null) {
            try {
                log.append(line, force);
            } catch (MillraceException e) {
                LOG.warn("{} cannot keep count of messages: {}", e.code().id(), e.getMessage());
            }
        }
    }
}
