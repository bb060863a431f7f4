package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.Books.Outcome.*;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A client that puts messages in units of work until it has put a number of messages or the victim
 * has ended. The client records the outcome of each unit. A unit with an unknown outcome is not
 * repeated.
 *
 * @param number number of the client, which only one client at a time can use
 * @param max number of messages to put
 */
record Client(int number, QueueStore store, Books books, Random random, int max, Scenario scenario)
        implements Runnable {

    private static final AtomicLong UNITS = new AtomicLong();

    /** Maximum number of earlier messages that a unit contains again, plus 1. */
    private static final int MAX_REPEATED = 4;

    @Override
    public void run() {
        try (QueueSession session = store.session()) {
            for (int put = 0; put < max; ) {
                long id = UNITS.incrementAndGet();
                List<Books.Entry> unit =
                        Stream.generate(
                                        () ->
                                                new Books.Entry(
                                                        number,
                                                        books.nextNumber(number),
                                                        random.nextInt(100) < 3,
                                                        id))
                                .limit(Math.min(max - put, 1 + random.nextInt(12)))
                                .toList();
                put += unit.size();
                Books.Outcome outcome = put(session, unit);
                books.put(unit, outcome);
                if (outcome == REFUSED && scenario.smallDisk()) {
                    session.rollback();
                    Thread.sleep(20);
                } else if (outcome != ACCEPTED) {
                    return;
                }
            }
        } catch (MillraceException gone) {
            // The session could not be opened, or is closed. No message was put in it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Books.Outcome put(QueueSession session, List<Books.Entry> unit) {
        Books.Outcome failed = REFUSED;
        try {
            for (Books.Entry entry : unit) {
                put(session, entry);
            }
            if (scenario.receivesOnce()) {
                books.repeat(random, random.nextInt(MAX_REPEATED)).forEach(e -> put(session, e));
            }
            failed = UNKNOWN;
            session.commit();
            return ACCEPTED;
        } catch (MillraceException e) {
            return failed;
        }
    }

    private void put(QueueSession session, Books.Entry entry) {
        Bytes body = Bytes.utf8(entry.text(random.nextInt(scenario.maxPadding())));
        session.put(Scenario.IN, new QueueMessage(new Mqmd().persistence(1), body), true);
    }
}
