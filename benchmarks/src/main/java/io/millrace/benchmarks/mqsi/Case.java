package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.result.Work;

import java.util.List;
import java.util.Optional;

/**
 * A test case of the report.
 *
 * @param id the report's scenario id: {@code C2t3_40}
 * @param persistent whether messages are
 */
public record Case(String id, Shape shape, Tuning tuning, Volume volume, boolean persistent) {

    /** Records of most cases. */
    public static final int STANDARD_RECORDS = 112_000;

    private static final List<Case> ALL = Resources.list("mqsi/cases.yaml", Case.class);

    /**
     * Number of stores, queues and instances.
     *
     * @param stores queue managers: brokers with a journal of their own, each with a file and a
     *     program at either end
     * @param queues input queues of each
     * @param instances of the flow, for each of these
     */
    public record Shape(int stores, int queues, int instances) {

        /** Threads that run flows. */
        public int threads() {
            return stores * queues * instances;
        }
    }

    /**
     * What is set.
     *
     * @param unitIn records that the input adapter puts in a unit of work
     * @param unitOut messages that the output adapter gets in one
     * @param queueCache queues that a session keeps resolved; 0 for none
     * @param queueDepth messages that an input queue can contain
     */
    public record Tuning(int unitIn, int unitOut, int queueCache, int queueDepth) {

        private Tuning queueDepth(int messages) {
            return new Tuning(unitIn, unitOut, queueCache, messages);
        }
    }

    /**
     * Amount of data of a case.
     *
     * @param records in all input files
     * @param messages number of records that a rule matches
     */
    public record Volume(int records, int messages) {

        /** Whether a rule matches a record: evenly distributed. */
        boolean isMatch(long number) {
            return (number + 1) * messages / records > number * messages / records;
        }

        /** Returns a share of it, at least a record. */
        Volume share(double share) {
            int some = Math.max(1, (int) Math.round(records * share));
            return new Volume(some, (int) ((long) messages * some / records));
        }
    }

    /** Returns the test cases of the report. */
    public static List<Case> all() {
        return ALL;
    }

    static Optional<Case> of(String id) {
        return ALL.stream().filter(test -> test.id.equals(id)).findFirst();
    }

    /**
     * Returns the case with a share of its records. The limit of the input queues changes in
     * proportion, so that they pace a smaller run like the complete one; a unit always fits.
     */
    public Case share(double share) {
        int depth = (int) Math.round(tuning.queueDepth() * Math.min(1, share));
        return new Case(
                id,
                shape,
                tuning.queueDepth(Math.max(200, depth)),
                volume.share(share),
                persistent);
    }

    /**
     * Returns the case with the records before the measured ones: instances take their first
     * messages one by one.
     */
    Case first() {
        int records = 100 * shape.threads() * shape.instances;
        Tuning small = new Tuning(50, 50, tuning.queueCache, tuning.queueDepth);
        return new Case(id, shape, small, new Volume(records, records), persistent);
    }

    /** Returns the name in results. Runs of other sizes are other work. */
    Work work() {
        return new Work(id, "", "3 types, " + volume.records() + " records", persistent, 0);
    }
}
