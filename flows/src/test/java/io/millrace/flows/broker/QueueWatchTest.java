package io.millrace.flows.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueThresholds;
import io.millrace.flows.QueueEvent;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The events of queues that reach their thresholds. */
class QueueWatchTest {

    private static final String QUEUE = "ONE";

    /** A clock that the test sets. */
    private static final class SetClock extends Clock {
        private long millis = 1_000_000_000;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis);
        }
    }

    private final SetClock clock = new SetClock();
    private final MemoryQueues queues = new MemoryQueues(Limits.DEFAULTS.messageBytes(), clock);
    private final QueueSession session = queues.session();
    private final QueueWatch watch = new QueueWatch(queues, clock);
    private final List<QueueEvent> events = new ArrayList<>();

    QueueWatchTest() {
        watch.add(events::add);
    }

    @AfterEach
    void close() {
        session.close();
        queues.close();
    }

    private void define(int maxDepth, QueueThresholds thresholds) {
        QueueRules rules = new QueueRules("", "", 0, 4, false, false, true, 0, thresholds);
        queues.create(new QueueDefinition(QUEUE, maxDepth, true, 0, "").withRules(rules));
    }

    private void put(int messages) {
        for (int i = 0; i < messages; i++) {
            session.put(QUEUE, new QueueMessage(new Mqmd(), Bytes.utf8("a")), false);
        }
    }

    private void get(int messages) {
        try (QueueReader reader = session.reader(QUEUE)) {
            for (int i = 0; i < messages; i++) {
                assertThat(reader.receive(0)).isNotNull();
            }
            session.commit();
        }
    }

    /** Looks again after a time, and returns the kinds of the new events. */
    private List<String> after(long seconds) {
        clock.millis += seconds * 1_000;
        events.clear();
        watch.check();
        return events.stream().map(e -> e.kind().word()).toList();
    }

    @Test
    void aHighDepthIsReportedOnceAndItsEndAtTheLowDepth() {
        define(0, new QueueThresholds(5, 2, 0, 0));
        put(4);
        assertThat(after(1)).isEmpty();
        put(1);
        assertThat(after(1)).containsExactly("depthHigh");
        assertThat(events.getFirst().description())
                .isEqualTo("the queue has 5 messages; depthHigh is 5, depthLow is 2");
        assertThat(events.getFirst().status().depth()).isEqualTo(5);
        put(1);
        get(3);
        assertThat(after(1)).as("between low and high").isEmpty();
        put(3);
        assertThat(after(1)).as("still high").isEmpty();
        get(4);
        assertThat(after(1)).isEmpty();
        assertThat(after(9)).isEmpty();
        assertThat(after(1)).containsExactly("depthLow");
        assertThat(after(100)).isEmpty();
        put(5);
        assertThat(after(1)).containsExactly("depthHigh");
    }

    @Test
    void aQueueThatAlternatesBetweenFullAndNotFullDoesNotFlood() {
        define(1, QueueThresholds.NONE);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            put(1);
            all.addAll(after(1));
            get(1);
            all.addAll(after(1));
        }
        assertThat(all).containsExactly("full");
        assertThat(after(10)).containsExactly("notFull");
    }

    @Test
    void anOldMessageIsReported() {
        define(0, new QueueThresholds(0, 0, 30_000, 0));
        put(2);
        assertThat(after(30)).isEmpty();
        assertThat(after(1)).containsExactly("oldMessage");
        assertThat(after(1)).isEmpty();
        get(2);
        assertThat(after(1)).isEmpty();
        assertThat(after(10)).containsExactly("noOldMessage");
    }

    @Test
    void aQueueWithoutReaderIsReported() {
        define(0, new QueueThresholds(0, 0, 0, 5_000));
        assertThat(after(1)).isEmpty();
        assertThat(after(4)).isEmpty();
        assertThat(after(1)).containsExactly("noReader");
        try (QueueReader reader = session.reader(QUEUE)) {
            assertThat(reader.receive(0)).isNull();
            assertThat(after(1)).isEmpty();
            assertThat(after(10)).containsExactly("reader");
        }
        assertThat(after(1)).isEmpty();
        assertThat(after(5)).containsExactly("noReader");
    }

    @Test
    void aClockThatIsSetBackCausesNoEvent() {
        define(0, new QueueThresholds(0, 0, 30_000, 5_000));
        put(1);
        assertThat(after(1)).isEmpty();
        assertThat(after(-3_600)).isEmpty();
        assertThat(after(1)).isEmpty();
    }

    @Test
    void aDeletedQueueIsForgotten() {
        define(1, QueueThresholds.NONE);
        put(1);
        assertThat(after(1)).containsExactly("full");
        queues.delete(QUEUE);
        assertThat(after(1)).isEmpty();
        define(1, QueueThresholds.NONE);
        put(1);
        assertThat(after(1)).containsExactly("full");
    }

    @Test
    void aQueueWithoutThresholdsHasNoEvents() {
        define(0, QueueThresholds.NONE);
        put(1_000);
        assertThat(after(1_000)).isEmpty();
    }
}
