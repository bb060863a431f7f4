package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.reference.AixRates;
import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A row of results that a test case gave, with the report's figures.
 *
 * @param row with the figures that only these rows have among its others
 */
public record CaseRow(ResultRow row) {

    static final String STORES = "stores";
    static final String QUEUES = "queuesEach";
    static final String INSTANCES = "instancesEach";
    static final String UNIT_IN = "recordsInUnitIn";
    static final String UNIT_OUT = "recordsInUnitOut";
    static final String QUEUE_CACHE = "queueCacheMaxSize";
    static final String QUEUE_DEPTH = "maxDepth";
    static final String RECORDS = "records";
    static final String READ = "read";
    static final String WRITTEN = "written";
    static final String DROPPED = "dropped";
    static final String FAILED = "failed";
    static final String TWICE = "twice";
    static final String LEFT = "left";
    static final String READ_SECONDS = "readSeconds";
    static final String EVALUATED_SECONDS = "evaluatedSeconds";
    static final String SECONDS = "seconds";
    static final String PAUSED_SECONDS = "pausedSeconds";
    static final String CPU_MOST = "cpuMostPercent";
    static final String CPU_HIGH = "cpuAbove85Percent";
    static final String IO_WAIT = "ioWaitPercent";
    static final String DISK = "diskBusyPercent";
    static final String SWAP_INS = "swapInsPerSecond";

    /** The case that the report's others are variations of. */
    private static final String BASE = "C2";

    /** What the columns of {@link #cells} are. */
    public static final List<String> COLUMNS =
            List.of(
                    "case",
                    "stores",
                    "queues",
                    "inst.",
                    "in",
                    "out",
                    "cache",
                    "depth",
                    "records",
                    "report/s",
                    "of C2",
                    "now/s",
                    "+-%",
                    "of C2 now",
                    "read/s",
                    "eval./s",
                    "seconds",
                    "report cpu%",
                    "cpu%",
                    "most",
                    "report iowait%",
                    "iowait%",
                    "disk%",
                    "dropped",
                    "failed",
                    "bound by");

    /** What they say. */
    public static final List<String> LEGEND =
            List.of(
                    "report/s, report cpu%, report iowait%: the report's messages a second and what"
                        + " its 22 processors of 450 MHz did; of C2: of the case that the others"
                        + " vary.",
                    "now/s: records written in a second, from the first one read to the last one"
                        + " written; +- half of the 95 % interval of the rounds. read/s, eval./s:"
                        + " those read, and those that flows were done with, each until its last.",
                    "records, depth: fewer than the report's 112,000 and more, and 5,000 or"
                            + " 100,000, in the same proportion, where a run is smaller.",
                    "cpu%, most: of all cores, by this process with brokers and adapters, and in"
                            + " its busiest tenth of a second; iowait%, disk%: of this machine.",
                    "bound by: processor, memory or disk by the limits of the report's Appendix A,"
                            + " and the part of the chain that the others waited for.");

    /** The rows of test cases among others. */
    public static List<CaseRow> among(List<ResultRow> rows) {
        return rows.stream().filter(CaseRow::isCase).map(CaseRow::new).toList();
    }

    /** Whether a row is of a test case. */
    public static boolean isCase(ResultRow row) {
        return row.extra().containsKey(STORES) && row.extra().containsKey(READ_SECONDS);
    }

    public String id() {
        return row.work().scenarioId();
    }

    /** What became of the records of all rounds. */
    public Books books() {
        return new Books(
                Math.round(figure(READ)),
                Math.round(figure(WRITTEN)),
                Math.round(figure(DROPPED)),
                Math.round(figure(FAILED)),
                Math.round(figure(TWICE)));
    }

    /** Messages that were still on queues when nothing more came. */
    public long left() {
        return Math.round(figure(LEFT));
    }

    /**
     * What bound the run, by the rules of the report's Appendix A: the processor, the memory or the
     * disk; and the part of the chain that the others waited for.
     */
    public String bound() {
        List<String> words = new ArrayList<>(Bound.resources(this));
        words.add(Bound.part(this).toString());
        return String.join(", ", words);
    }

    /** NaN where it was not measured. */
    double figure(String name) {
        return row.extra().getOrDefault(name, Double.NaN);
    }

    /** NaN where it was not measured. */
    double cpuPercent() {
        Cost cost = row.cost();
        return cost == null || cost.cpuPercent() == null ? Double.NaN : cost.cpuPercent();
    }

    /** Rounds that were run: the times are their means. */
    private int rounds() {
        return row.rate().rounds().size();
    }

    /**
     * A cell for each of {@link #COLUMNS}; empty where there is no figure.
     *
     * @param all that were measured, for what is a ratio to another
     */
    public List<String> cells(List<CaseRow> all) {
        Rate rate = row.rate();
        Map<String, Double> reported = AixRates.rates();
        Optional<CaseRow> base = all.stream().filter(c -> c.id().equals(BASE)).findFirst();
        double report = reported.getOrDefault(id(), Double.NaN);
        double ofBase =
                base.map(c -> rate.perSecond() / c.row.rate().perSecond()).orElse(Double.NaN);
        double read = figure(READ) / rounds();
        return List.of(
                id(),
                whole(STORES),
                whole(QUEUES),
                whole(INSTANCES),
                whole(UNIT_IN),
                whole(UNIT_OUT),
                whole(QUEUE_CACHE),
                whole(QUEUE_DEPTH),
                whole(RECORDS),
                digits(report, 0),
                digits(report / reported.get(BASE), 2),
                digits(rate.perSecond(), 0),
                rounds() < 2 ? "" : digits(100 * (rate.high() / rate.perSecond() - 1), 0),
                digits(ofBase, 2),
                digits(read / figure(READ_SECONDS), 0),
                digits(read / figure(EVALUATED_SECONDS), 0),
                digits(figure(SECONDS), 1),
                digits(AixRates.cpuPercents().getOrDefault(id(), Double.NaN), 1),
                digits(cpuPercent(), 0),
                digits(figure(CPU_MOST), 0),
                digits(AixRates.ioWaitPercents().getOrDefault(id(), Double.NaN), 1),
                digits(figure(IO_WAIT), 1),
                digits(figure(DISK), 0),
                whole(DROPPED),
                whole(FAILED),
                bound());
    }

    private String whole(String name) {
        return digits(figure(name), 0);
    }

    private static String digits(double value, int places) {
        return Double.isNaN(value) || Double.isInfinite(value)
                ? ""
                : String.format(Locale.ROOT, "%." + places + "f", value);
    }
}
