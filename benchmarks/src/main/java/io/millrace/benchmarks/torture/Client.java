package io.millrace.benchmarks.torture;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Puts messages in units of work until it has put enough or the victim has ended, and records the
 * known outcome of each unit. A unit with an unknown outcome is not put again.
 */
final class Client implements Runnable {

    private static final int LARGEST_UNIT = 12;
    private static final int REFUSED_PAUSE_MILLIS = 20;
    private static final int BAD_PERCENT = 3;
    private static final AtomicLong UNITS = new AtomicLong();

    private final int number;
    private final QueueStore store;
    private final Books books;
    private final Random random;
    private final int most;
    private final Scenario scenario;

    /**
     * @param number number of the client; not used by two at a time
     * @param most maximum number of messages to put
     * @param scenario whose queue it puts to
     */
    Client(int number, QueueStore store, Books books, Random random, int most, Scenario scenario) {
        this.scenario = scenario;
        this.number = number;
        this.store = store;
        this.books = books;
        this.random = random;
        this.most = most;
    }

    @Override
    public void run() {
        try (QueueSession session = store.session()) {
            for (int put = 0; put < most; ) {
                List<Entry> unit = unit(Math.min(most - put, 1 + random.nextInt(LARGEST_UNIT)));
                put += unit.size();
                Entry.Outcome outcome = put(session, unit);
                books.put(unit, outcome);
                if (outcome == Entry.Outcome.REFUSED && scenario.isOnSmallDisk()) {
                    session.rollback();
                    Thread.sleep(REFUSED_PAUSE_MILLIS);
                } else if (outcome != Entry.Outcome.ACCEPTED) {
                    return;
                }
            }
        } catch (MillraceException gone) {
            // No session could be opened, or it is closed already: nothing was put in it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Entry> unit(int size) {
        long unit = UNITS.incrementAndGet();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            boolean bad = random.nextInt(100) < BAD_PERCENT;
            entries.add(new Entry(number, books.nextNumber(number), bad, unit));
        }
        return entries;
    }

    private Entry.Outcome put(QueueSession session, List<Entry> unit) {
        try {
            for (Entry entry : unit) {
                Bytes body = Bytes.utf8(entry.text(random.nextInt(scenario.maxPadding())));
                session.put(Scenario.IN, new QueueMessage(new Mqmd().persistence(1), body), true);
            }
        } catch (MillraceException refused) {
            return Entry.Outcome.REFUSED;
        }
        try {
            session.commit();
            return Entry.Outcome.ACCEPTED;
        } catch (MillraceException unknown) {
            return Entry.Outcome.UNKNOWN;
        }
    }
}
