package io.millrace.server.command;

import java.time.Duration;

/**
 * Work that is reported if it takes a long time. The report runs on a separate thread.
 *
 * @param watch thread that waits and reports
 */
record LongWork(Thread watch) implements AutoCloseable {

    /** Begins work. The report runs once, unless the work is closed before the time has passed. */
    static LongWork begin(Duration time, Runnable report) {
        return new LongWork(
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        Thread.sleep(time);
                                        report.run();
                                    } catch (InterruptedException _) {
                                        // The work has ended in time.
                                    }
                                }));
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
