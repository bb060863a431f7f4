package io.millrace.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountersTest {

    private final Counters counters = new Counters();
    private final FlowObserver observer = counters.slot("in/1");

    /** Returns the time for which it has waited, in nanoseconds. */
    private static long waitABit() {
        long start = System.nanoTime();
        long passed = 0;
        while (passed < 1_000_000) {
            Thread.onSpinWait();
            passed = System.nanoTime() - start;
        }
        return passed;
    }

    @Test
    void theTimeOfAUnitBeginsWithItsFirstMessage() {
        observer.began("f.in", 1);
        long between = waitABit();
        observer.began("f.in", 1);
        observer.ended("f.in", true, null);
        observer.ended("f.in", true, null);
        assertThat(counters.snapshot().nanos()).isGreaterThanOrEqualTo(between);
    }

    @Test
    void theTimeBetweenUnitsIsNotCounted() {
        long start = System.nanoTime();
        observer.began("f.in", 1);
        observer.ended("f.in", true, null);
        long between = waitABit();
        observer.began("f.in", 1);
        observer.ended("f.in", true, null);
        long all = System.nanoTime() - start;
        assertThat(counters.snapshot().nanos()).isLessThanOrEqualTo(all - between);
    }
}
