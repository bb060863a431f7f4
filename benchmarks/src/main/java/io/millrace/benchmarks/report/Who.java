package io.millrace.benchmarks.report;

import io.millrace.benchmarks.result.ResultRow;

/** Whose figures rows hold, as they name themselves there. */
final class Who {

    /** Millrace, from queue to queue over its embedded broker. */
    static final String MILLRACE = ResultRow.MILLRACE;

    /** The same by JMH, whose threads are the driving clients. */
    static final String JMH = "jmh";

    /** Millrace's engine alone: one thread, queues in memory. */
    static final String ENGINE = "engine";

    /** A loop over the broker's core API that gets, puts and commits. */
    static final String BARE = ResultRow.BARE;

    /** A Camel route from and to JMS. */
    static final String CAMEL = "camel-jms";

    private Who() {}
}
