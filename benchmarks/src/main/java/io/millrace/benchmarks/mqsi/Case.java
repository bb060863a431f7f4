package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.result.Work;

import java.util.List;
import java.util.Optional;

/**
 * A test case of the report.
 *
 * @param id scenario id in the report, for example {@code C2t3_40}
 * @param persistent whether messages are persistent
 */
public record Case(String id, Shape shape, Tuning tuning, Volume volume, boolean persistent) {

    /** Number of records of most cases. */
    public static final int STANDARD_RECORDS = 112_000;

    private static final List<Case> ALL = Resources.list("mqsi/cases.yaml", Case.class);

    /**
     * The number of stores, queues and instances.
     *
     * @param stores number of queue managers: brokers with their own journals, each with an input
     *     program and file and an output program and file
     * @param queues number of input queues of each queue manager
     * @param instances number of instances of the flow for each input queue
     */
    public record Shape(int stores, int queues, int instances) {

        /** Returns the number of threads that run flows. */
        public int threads() {
            return stores * queues * instances;
        }
    }

    /**
     * The settings of a case.
     *
     * @param unitIn number of records that the input adapter puts in a unit of work
     * @param unitOut number of messages that the output adapter gets in a unit of work
     * @param queueCache maximum number of open queues that a session keeps; 0 for none
     * @param queueDepth maximum number of messages on an input queue
     */
    public record Tuning(int unitIn, int unitOut, int queueCache, int queueDepth) {

        private Tuning queueDepth(int messages) {
            return new Tuning(unitIn, unitOut, queueCache, messages);
        }
    }

    /**
     * The amount of data of a case.
     *
     * @param records number of records in all input files
     * @param messages number of records that a rule matches
     */
    public record Volume(int records, int messages) {

        /** Whether a rule matches a record. Matching records are evenly distributed. */
        boolean isMatch(long number) {
            return (number + 1) * messages / records > number * messages / records;
        }

        /** Returns a share of this volume, but at least one record. */
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
     * Returns the case with a fraction of the records. The limit of the input queues is scaled in
     * proportion, so that a smaller run is paced like the complete one, but a unit always fits.
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
     * Returns the case for the records that are processed before the measured ones, because new
     * instances receive their first messages one by one.
     */
    Case first() {
        int records = 100 * shape.threads() * shape.instances;
        Tuning small = new Tuning(50, 50, tuning.queueCache, tuning.queueDepth);
        return new Case(id, shape, small, new Volume(records, records), persistent);
    }

    /**
     * Returns the description of this case in the results. The description includes the volume, so
     * runs with different volumes are not compared.
     */
    Work work() {
        return new Work(id, "", "3 types, " + volume.records() + " records", persistent, 0);
    }
}
