package io.millrace.store.artemis;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The messages that a process may have died with: those first on each queue, of each priority, that
 * were there before; as many as units of work have ever held of the queue at a time. That number is
 * kept in the log whenever it doubles, which is a few times in a queue's life. Safe to use from
 * several threads.
 */
final class Suspects {

    private static final Logger LOG = EventLog.of(Suspects.class);

    /** Units are taken to have held so many messages of each queue, so that it need not be kept. */
    static final int LEAST = 64;

    private static final int PRIORITIES = 10;
    private static final String BOUNDARY = "suspects";
    private static final String HELD = "held";
    private static final String THROUGH = "through";

    private final CountLog log;
    private final Map<String, Watch> watches = new ConcurrentHashMap<>();

    /** Messages with a smaller number than this were there when a process died; 0 for none. */
    private volatile long boundary;

    /**
     * @param log null where nothing lasts
     */
    Suspects(CountLog log) {
        this.log = log;
    }

    /** What is known of a queue. */
    Watch of(String queue) {
        return watches.computeIfAbsent(queue, Watch::new);
    }

    void forget(String queue) {
        watches.remove(queue);
    }

    /**
     * The last process died: all messages with smaller numbers are suspects, until they are
     * through.
     */
    void died(long firstNew) {
        watches.values().forEach(Watch::startAnew);
        boundary = firstNew;
    }

    /** Takes over a line of the log; false where it is of another kind. */
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

    /** All that there is to know, as lines of the log. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (boundary > 0) {
            lines.add(BOUNDARY + ' ' + boundary);
        }
        watches.values().forEach(w -> w.addLines(lines));
        return lines;
    }

    /** What is known of one queue. */
    final class Watch {
        private final String queue;
        private final int[] through = new int[PRIORITIES];

        /** What units hold now at the most, by the most that each reader ever held. */
        private int holding;

        private int most = LEAST;

        /** How many messages of each priority are to be tried alone. */
        private int quota = LEAST;

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

        /**
         * Whether a message that is about to be handed over may be one that a process died with.
         */
        boolean isSuspect(long id, int priority) {
            if (id >= boundary) {
                return false;
            }
            synchronized (this) {
                return through[Math.clamp(priority, 0, PRIORITIES - 1)] < quota;
            }
        }

        /** A suspect's unit has committed. */
        void through(int priority) {
            int level = Math.clamp(priority, 0, PRIORITIES - 1);
            int count;
            synchronized (this) {
                count = ++through[level];
            }
            tell(THROUGH + ' ' + queue + ' ' + level + ' ' + count, false);
        }

        /** A reader's units may hold so many more messages than before, or fewer, if negative. */
        void mayHold(int more) {
            synchronized (this) {
                holding += more;
                if (holding <= most) {
                    return;
                }
                most = Integer.highestOneBit(2 * holding - 1);
            }
            // Outside: the log asks for all lines when it is written anew.
            tell(heldLine(), true);
        }

        private synchronized String heldLine() {
            return HELD + ' ' + queue + ' ' + most;
        }

        private synchronized void addLines(List<String> lines) {
            if (most > LEAST) {
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
