package io.millrace.benchmarks.report;

import java.util.List;
import java.util.stream.Stream;

/** What the report on MQSI V1.1 for AIX states of persistent messages. */
final class MqsiClaims {

    private static final Rule EFFECT = new Rule.Effect();

    private MqsiClaims() {}

    static List<Claim> all() {
        return Stream.of(settings(), queues()).flatMap(List::stream).toList();
    }

    private static List<Claim> settings() {
        return List.of(
                new Claim(
                        "syncpoint-in",
                        "Forty messages in a unit of the putting program give a fifth "
                                + "more than one.",
                        "MQSI Figure 7",
                        mqsi("C2t3_40", "C2"),
                        "rate with 40 puts in a unit to 1",
                        EFFECT,
                        "The client waits for the disk once in a unit. All of the chain"
                                + " waits for its slowest part, which the putting program then no"
                                + " longer is."),
                new Claim(
                        "syncpoint-enough",
                        "From a hundred messages in a unit on, more gain nothing.",
                        "MQSI Figure 7",
                        mqsi("C2t3_200", "C2t3_100"),
                        "rate with 200 puts in a unit to 100",
                        new Rule.Same(0.1),
                        "The wait for the disk, shared by a hundred, is shorter than "
                                + "the work for one message."),
                new Claim(
                        "syncpoint-out",
                        "A hundred messages in a unit of the program that takes the "
                                + "results give a fifth more.",
                        "MQSI Figure 7",
                        mqsi("C2t5", "C2t1_50"),
                        "rate with 100 gets in a unit to 1",
                        EFFECT,
                        "As on the way in. A program that lags behind lets a queue "
                                + "grow, from which a broker must page in the end."),
                new Claim(
                        "handles",
                        "Keeping queues open between messages gives 7 % more.",
                        "MQSI Figure 7",
                        mqsi("C2t1_50", "C2t3_100"),
                        "rate with the cache of handles to without",
                        EFFECT,
                        "A flow's session has one producer for all queues, whatever"
                            + " queueCacheMaxSize says; what the cache saves is a look at a map."),
                new Claim(
                        "pacing",
                        "A small limit on the input queues, 5,000 messages instead of "
                                + "100,000, paces the putting programs and gives a sixth more.",
                        "MQSI Figure 7",
                        mqsi("C2t6", "C2t5"),
                        "rate with the small limit to the large one",
                        EFFECT,
                        "The depth of a queue does not slow those who read it while it "
                                + "is in memory. A limit bounds memory, and what must be read "
                                + "from the disk after it was paged out."),
                new Claim(
                        "tuning",
                        "All settings together nearly double the rate.",
                        "MQSI Figure 7",
                        mqsi("C2t6", "C2"),
                        "rate tuned to untuned",
                        EFFECT,
                        "Most of what was tuned by hand is done by the engine: shared "
                                + "units, open queues, forced writes that serve many."));
    }

    private static List<Claim> queues() {
        return List.of(
                new Claim(
                        "third-engine",
                        "A third engine on each queue makes things slower.",
                        "MQSI Figure 3",
                        mqsi("B3", "B2"),
                        "rate with 3 engines for a queue to 2",
                        EFFECT,
                        "Readers of a queue get messages pushed ahead in bundles and do"
                                + " not fight for its lock one by one."),
                new Claim(
                        "third-queue",
                        "A third input queue with its engines makes things slower.",
                        "MQSI Figure 3",
                        mqsi("B5", "B2"),
                        "rate with 3 input queues to 2",
                        EFFECT,
                        "Queues of one broker share its journal, and with it forced " + "writes."),
                new Claim(
                        "four-managers",
                        "Four queue managers, each with a log of its own, give more "
                                + "than half as much again as two.",
                        "MQSI Figure 3",
                        mqsi("C2", "B2"),
                        "rate with 4 queue managers to 2",
                        EFFECT,
                        "Each queue manager is a broker with a journal of its own, but "
                                + "all are in one process, on one disk and the same processors."),
                new Claim(
                        "six-managers",
                        "Six queue managers are slower than four.",
                        "MQSI Figure 3",
                        mqsi("D2", "C2"),
                        "rate with 6 queue managers to 4",
                        EFFECT,
                        "As before. Brokers share nothing with each other but processors"
                                + " and disk."),
                new Claim(
                        "volume",
                        "A long run is somewhat slower than a short one.",
                        "MQSI Figure 3",
                        mqsi("C2_500", "C2"),
                        "rate with 1.71 million messages to 100,000",
                        new Rule.AtLeast(0.85, 0.75),
                        "Files of the journal are used again, and nothing grows with "
                                + "the number of messages that have passed."),
                new Claim(
                        "mqsi-nonpersistent",
                        "Without persistence the same set-up gives half as much again, "
                                + "and then the processor is the limit.",
                        "MQSI Considerations",
                        Ratio.of(
                                Point.rate("C2t6_12-nonpersistent", 0),
                                Point.rate("C2t6_12", 0).forced()),
                        "rate not persistent to persistent",
                        EFFECT,
                        "No disk is waited for. How much that gains depends on the "
                                + "disk, and on how many messages share a forced write already."));
    }

    /** The rates of two of the report's test cases, messages of all its types. */
    private static Ratio mqsi(String of, String to) {
        return Ratio.of(Point.rate(of, 0).forced(), Point.rate(to, 0).forced());
    }
}
