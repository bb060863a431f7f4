package io.millrace.benchmarks.mqsi;

import java.util.ArrayList;
import java.util.List;

/**
 * What kept a run from being faster. For resources these are the limits of the report's Appendix A;
 * its rule of free frames has no counterpart here.
 */
final class Bound {

    private static final double CPU_AVERAGE = 70;
    private static final double CPU_MOST = 90;
    private static final double CPU_HIGH = 50;
    private static final double PAGE_INS = 5;
    private static final double IO_WAIT = 40;
    private static final double DISK = 50;

    /** What counts as waiting for somebody: a twentieth of the time. */
    private static final double LATE = 1.05;

    private static final double WAITED = 0.05;

    private Bound() {}

    /** A part of the chain, for which the others waited. */
    enum Part {
        INPUT_ADAPTER("input adapter"),
        BROKER("broker"),
        OUTPUT_ADAPTER("output adapter");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** What was used up: any of processor, memory and disk. */
    static List<String> resources(CaseRow row) {
        List<String> used = new ArrayList<>();
        if (row.cpuPercent() > CPU_AVERAGE
                || row.figure(CaseRow.CPU_MOST) > CPU_MOST
                || row.figure(CaseRow.CPU_HIGH) > CPU_HIGH) {
            used.add("processor");
        }
        if (row.figure(CaseRow.SWAP_INS) > PAGE_INS) {
            used.add("memory");
        }
        if (row.figure(CaseRow.IO_WAIT) > IO_WAIT || row.figure(CaseRow.DISK) > DISK) {
            used.add("disk");
        }
        return used;
    }

    /**
     * The part that had work left when the part before it was done. An input adapter that slept
     * because of full queues did not keep anybody waiting.
     */
    static Part part(CaseRow row) {
        double evaluated = row.figure(CaseRow.EVALUATED_SECONDS);
        if (row.figure(CaseRow.SECONDS) > LATE * evaluated) {
            return Part.OUTPUT_ADAPTER;
        }
        boolean behind = evaluated > LATE * row.figure(CaseRow.READ_SECONDS);
        boolean slept = row.figure(CaseRow.PAUSED_SECONDS) > WAITED * evaluated;
        return behind || slept ? Part.BROKER : Part.INPUT_ADAPTER;
    }
}
