package io.millrace.store.artemis.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.store.artemis.connection.ConnectionPool;

import org.junit.jupiter.api.Test;

class ReadAheadTest {

    private static final long MILLI = 1_000_000;

    private final ReadAhead readAhead = new ReadAhead();
    private long now;

    private int work(long millis, int bytes) {
        readAhead.handedOver(now, bytes);
        now += millis * MILLI;
        return readAhead.window(now);
    }

    private int workQuickly(int times) {
        int window = 0;
        for (int i = 0; i < times; i++) {
            window = work(1, 1024);
        }
        return window;
    }

    @Test
    void aNewReaderReadsOneMessageAhead() {
        assertThat(readAhead.window(0)).isEqualTo(ConnectionPool.ONE_MESSAGE);
        assertThat(workQuickly(ReadAhead.QUICK_RUN - 1)).isEqualTo(ConnectionPool.ONE_MESSAGE);
    }

    @Test
    void aQuickReaderReadsAsManyMessagesAheadAsAUnitMayHave() {
        assertThat(workQuickly(ReadAhead.QUICK_RUN)).isEqualTo(ReadAhead.MAX_MESSAGES * 1024);
    }

    @Test
    void aReaderReadsNoMoreAheadThanItWorksOffInATenthOfASecond() {
        int window = 0;
        for (int i = 0; i < ReadAhead.QUICK_RUN; i++) {
            window = work(9, 1024);
        }
        assertThat(window).isBetween(10 * 1024, 12 * 1024);
    }

    @Test
    void aReaderThatWasSlowOnceReadsOneAheadUntilItHasBeenQuickForAWhile() {
        workQuickly(ReadAhead.QUICK_RUN);
        assertThat(work(60, 1024)).isEqualTo(ConnectionPool.ONE_MESSAGE);
        assertThat(workQuickly(ReadAhead.QUICK_RUN - 1)).isEqualTo(ConnectionPool.ONE_MESSAGE);
        assertThat(workQuickly(1)).isGreaterThan(ConnectionPool.ONE_MESSAGE);
    }

    @Test
    void theTimeOfWaitingForAMessageDoesNotCountAsWork() {
        workQuickly(ReadAhead.QUICK_RUN);
        now += 10_000 * MILLI;
        assertThat(readAhead.window(now)).isGreaterThan(ConnectionPool.ONE_MESSAGE);
    }

    @Test
    void largeMessagesAreReadAheadUpToALimit() {
        int window = 0;
        for (int i = 0; i < ReadAhead.QUICK_RUN; i++) {
            window = work(1, 10 << 20);
        }
        assertThat(window).isEqualTo(256 << 10);
    }
}
