package io.millrace.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class RepeatedEntriesTest {

    private static final String CODE = ErrorCode.RETRY.id();

    /** A task that runs at a time. */
    private record Task(Runnable run, long time) {}

    private final Logger logger = new LoggerContext().getLogger("test");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final List<Task> tasks = new ArrayList<>();
    private long now = Long.MAX_VALUE - 1_000;
    private final RepeatedEntries repeated =
            new RepeatedEntries(() -> now, (task, nanos) -> tasks.add(new Task(task, now + nanos)));

    @BeforeEach
    void collectSummaries() {
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
    }

    @Test
    void fiveEntriesAreWrittenAndTheOthersAreSummarizedOnceAfterAMinute() {
        assertThat(written(CODE, "orders.in", 12)).isEqualTo(5);
        pass(59);
        assertThat(summaries()).isEmpty();
        pass(1);
        assertThat(summaries()).containsExactly("MR4010 orders.in: occurred 7 more times in 60 s");
        assertThat(log.list.getFirst().getLevel()).isEqualTo(Level.WARN);
        pass(600);
        assertThat(summaries()).hasSize(1);
        assertThat(tasks).isEmpty();
    }

    @Test
    void anEntryAfterThePeriodBeginsTheNext() {
        assertThat(written(CODE, "orders.in", 4)).isEqualTo(4);
        pass(60);
        assertThat(written(CODE, "orders.in", 6)).isEqualTo(5);
        pass(60);
        assertThat(written(CODE, "orders.in", 5)).isEqualTo(5);
        assertThat(summaries()).containsExactly("MR4010 orders.in: occurred 1 more time in 60 s");
    }

    /** The task of the summary can be late. */
    @Test
    void theSummaryPrecedesTheNextPeriod() {
        written(CODE, "orders.in", 8);
        now += Duration.ofSeconds(90).toNanos();
        assertThat(written(CODE, "orders.in", 1)).isEqualTo(1);
        assertThat(summaries()).containsExactly("MR4010 orders.in: occurred 3 more times in 90 s");
        pass(0);
        assertThat(summaries()).hasSize(1);
    }

    @Test
    void otherObjectsCodesAndLoggersHaveTheirOwnLimit() {
        assertThat(written(CODE, "orders.in", 9)).isEqualTo(5);
        assertThat(written(CODE, "prices.in", 9)).isEqualTo(5);
        assertThat(written(ErrorCode.BACKED_OUT.id(), "orders.in", 9)).isEqualTo(5);
        Logger other = logger.getLoggerContext().getLogger("other");
        assertThat(suppresses(other, CODE, "orders.in")).isFalse();
    }

    @Test
    void entriesWithoutAnObjectAreLimitedByTheirCode() {
        for (int i = 0; i < 7; i++) {
            assertThat(suppresses(logger, CODE)).isEqualTo(i >= 5);
        }
        repeated.endAll();
        assertThat(summaries()).containsExactly("MR4010: occurred 2 more times in 1 s");
    }

    @Test
    void entriesWithoutACodeAreNotLimited() {
        assertThat(written("orders.in", "prices.in", 100)).isEqualTo(100);
        assertThat(written("MR0000", "prices.in", 100)).isEqualTo(100);
        assertThat(repeated.suppresses(logger, org.slf4j.event.Level.WARN, null)).isFalse();
        assertThat(repeated.suppresses(logger, org.slf4j.event.Level.WARN, new Object[0]))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void onlyErrorsThatLoseDataAreNotLimited(ErrorCode code) {
        assertThat(written(code.id(), "orders.in", 100)).isEqualTo(code.isLossOfData() ? 100 : 5);
    }

    @Test
    void entriesOfALoggerAtTheLevelDebugAreNotLimited() {
        logger.setLevel(Level.DEBUG);
        assertThat(written(CODE, "orders.in", 100)).isEqualTo(100);
    }

    @Test
    void theObjectOfASummaryIsEscapedAndItsLengthIsLimited() {
        written(CODE, "a\nb" + "c".repeat(1_000), 6);
        repeated.endAll();
        assertThat(summaries())
                .singleElement()
                .asString()
                .startsWith("MR4010 a\\nbccc")
                .hasSize(237);
    }

    @Test
    void objectsAboveTheMaximumShareACount() {
        for (int i = 0; i < RepeatedEntries.MAX_OBJECTS; i++) {
            written(CODE, "client " + i, 1);
        }
        int others = 0;
        for (int i = 0; i < 500; i++) {
            others += written(CODE, "late client " + i, 1);
        }
        assertThat(others).isEqualTo(5);
        assertThat(written(CODE, "client 1", 9)).as("a client that is counted").isEqualTo(4);
        pass(60);
        assertThat(summaries())
                .containsExactlyInAnyOrder(
                        "MR4010 other objects: occurred 495 more times in 60 s",
                        "MR4010 client 1: occurred 5 more times in 60 s");
        assertThat(written(CODE, "new client", 5)).as("ended periods make room").isEqualTo(5);
        assertThat(written(CODE, "another client", 5)).isEqualTo(5);
    }

    private int written(String code, String object, int entries) {
        int written = 0;
        for (int i = 0; i < entries; i++) {
            written += suppresses(logger, code, object) ? 0 : 1;
        }
        return written;
    }

    private boolean suppresses(Logger of, Object... arguments) {
        return repeated.suppresses(of, org.slf4j.event.Level.WARN, arguments);
    }

    private void pass(long seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
        List<Task> due = tasks.stream().filter(task -> task.time - now <= 0).toList();
        tasks.removeAll(due);
        due.forEach(task -> task.run.run());
    }

    private List<String> summaries() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
