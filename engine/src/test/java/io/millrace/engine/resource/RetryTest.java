package io.millrace.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Pauses between the attempts to connect to a resource. */
class RetryTest {

    private static final Retry TWICE = new Retry(2, new RetryDelay(1, 1));

    @Test
    void noAttemptFollowsTheLast() {
        assertThat(TWICE.pause(1)).isTrue();
        assertThat(TWICE.pause(2)).isFalse();
        assertThat(Retry.NONE.pause(1)).isFalse();
    }

    @Test
    void noAttemptFollowsAnInterrupt() {
        Thread.currentThread().interrupt();
        assertThat(TWICE.pause(1)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void pausesDoubleUpToTheMaximumAndDifferByAQuarter() {
        RetryDelay delay = new RetryDelay(10, 60);
        Random random = new Random(1);
        for (int failures = 1; failures < 100; failures++) {
            long nominal = failures == 1 ? 10 : failures == 2 ? 20 : failures == 3 ? 40 : 60;
            assertThat(delay.nanos(failures, random))
                    .isBetween(nominal * 750_000, nominal * 1_000_000);
        }
    }

    @Test
    void atLeastOneAttemptIsRequired() {
        assertThatThrownBy(() -> new Retry(0, RetryDelay.DEFAULT))
                .hasMessageContaining("attempts must be 1 or more (found 0)");
    }
}
