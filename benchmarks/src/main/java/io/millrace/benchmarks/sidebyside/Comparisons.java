package io.millrace.benchmarks.sidebyside;

import io.millrace.benchmarks.EarlyFieldBenchmark;
import io.millrace.benchmarks.ListBenchmark;
import io.millrace.benchmarks.ListWork;
import io.millrace.benchmarks.RouteToLabelBenchmark;
import io.millrace.benchmarks.ScalarBenchmark;
import io.millrace.benchmarks.ScalarWork;
import io.millrace.benchmarks.complex.ComplexComputeBenchmark;
import io.millrace.benchmarks.complex.NodesInARowBenchmark;
import io.millrace.benchmarks.complex.TwoThreadsBenchmark;
import io.millrace.benchmarks.record.ChangeBenchmark;
import io.millrace.benchmarks.record.EarlyRecordFieldBenchmark;
import io.millrace.benchmarks.record.RecordBenchmark;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.standards.StandardBenchmark;
import io.millrace.benchmarks.standards.StandardChangeBenchmark;
import io.millrace.benchmarks.tables.InstancesBenchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All that is compared, with the goals that Millrace has set itself. */
public final class Comparisons {

    private static final String MILLRACE = ResultRow.MILLRACE;

    /** Values of ESQL and of Java by hand differ: the first know NULL and 34 digits. */
    private static final double SCALAR_GOAL = 2;

    /** Noise included: a loop that were not linear would take a hundred times as long. */
    private static final double LINEAR_GOAL = 2;

    private final List<Comparison> all = new ArrayList<>();

    private Comparisons() {}

    public static List<Comparison> all() {
        Comparisons made = new Comparisons();
        made.compute();
        made.esql();
        made.early();
        made.lists();
        made.instances();
        made.records();
        made.conversions();
        made.standards();
        return List.copyOf(made.all);
    }

    private void compute() {
        Map<String, Double> goals = Map.of("4k", 0.7, "16k", 0.4, "64k", 0.25);
        for (String size : List.of("4k", "16k", "64k")) {
            all.add(
                    new Comparison(
                            "complex-compute-" + size,
                            compute(MILLRACE, size),
                            compute("aalto", size),
                            goals.get(size)));
        }
        for (String size : List.of("4k", "16k", "64k")) {
            all.add(
                    new Comparison(
                            "five-nodes-" + size,
                            nodes("five nodes", "multiple-complex", size),
                            nodes("one node", "very-complex", size),
                            1.05));
        }
    }

    private static Contender compute(String peer, String size) {
        return new Contender(
                peer,
                ComplexComputeBenchmark.class,
                "bytesToBytes",
                Map.of("peer", peer.toUpperCase(Locale.ROOT), "size", size));
    }

    private static Contender nodes(String who, String flow, String size) {
        return new Contender(
                who, NodesInARowBenchmark.class, "fiveTimes", Map.of("flow", flow, "size", size));
    }

    private void esql() {
        for (ScalarWork work : ScalarWork.values()) {
            Map<String, String> parameters = Map.of("work", work.name());
            all.add(
                    new Comparison(
                            "scalar-" + id(work),
                            new Contender(MILLRACE, ScalarBenchmark.class, "esql", parameters),
                            new Contender("java", ScalarBenchmark.class, "java", parameters),
                            SCALAR_GOAL));
        }
        for (ListWork work : ListWork.values()) {
            all.add(
                    new Comparison(
                            "list-" + id(work),
                            list(work, "an item of 1,000", 1_000),
                            list(work, "an item of 100", 100),
                            LINEAR_GOAL));
        }
    }

    private static Contender list(ListWork work, String who, int items) {
        return new Contender(
                who,
                ListBenchmark.class,
                "esql",
                Map.of("work", work.name(), "items", Integer.toString(items)),
                items);
    }

    private static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void early() {
        for (String domain : List.of("XMLNSC", "XML", "JSON")) {
            early(EarlyFieldBenchmark.class, "domain", domain);
        }
        for (String format : List.of("CWF", "MRM_XML", "TAG", "CSV")) {
            early(EarlyRecordFieldBenchmark.class, "format", format);
        }
    }

    private void early(Class<?> benchmark, String parameter, String value) {
        all.add(
                new Comparison(
                        "early-field-" + value.toLowerCase(Locale.ROOT).replace('_', '-'),
                        early(benchmark, parameter, value, "64 KB", 65_536),
                        early(benchmark, parameter, value, "1 KB", 1_024),
                        1.1));
    }

    private static Contender early(
            Class<?> benchmark, String parameter, String value, String who, int bytes) {
        return new Contender(
                who,
                benchmark,
                "filter",
                Map.of(parameter, value, "bytes", Integer.toString(bytes)));
    }

    private void lists() {
        for (String end : List.of("first", "last")) {
            all.add(
                    new Comparison(
                            "route-to-label-" + end,
                            route("100 entries", end, 100),
                            route("one entry", end, 1),
                            1.05));
        }
    }

    private static Contender route(String who, String end, int entries) {
        return new Contender(
                who,
                RouteToLabelBenchmark.class,
                end,
                Map.of("entries", Integer.toString(entries)));
    }

    private void instances() {
        for (int kb : List.of(4, 16, 64)) {
            all.add(
                    new Comparison(
                            "two-instances-" + kb + "k",
                            instances("two", 2, kb),
                            instances("one", 1, kb),
                            1 / 1.9));
        }
        // What the machine can: no goal of ours, but the bound of the ones above.
        for (String work : List.of("arithmetic", "aalto", "millrace")) {
            all.add(
                    new Comparison(
                            "two-threads-" + work,
                            threads("two", work, 2),
                            threads("one", work, 1),
                            1 / 1.9));
        }
    }

    private static Contender threads(String who, String work, int threads) {
        return new Contender(
                who,
                TwoThreadsBenchmark.class,
                "worked",
                Map.of(
                        "work", work.toUpperCase(Locale.ROOT),
                        "threads", Integer.toString(threads)),
                TwoThreadsBenchmark.PIECES);
    }

    private static Contender instances(String who, int instances, int kb) {
        return new Contender(
                who,
                InstancesBenchmark.class,
                "drained",
                Map.of(
                        "instances", Integer.toString(instances),
                        "bytes", Integer.toString(kb * 1024)),
                InstancesBenchmark.MESSAGES);
    }

    private void records() {
        record("cwf", "by hand", "CWF_HAND_WRITTEN", 1.5);
        all.add(
                new Comparison(
                        "read-cwf-values-by-hand",
                        record("millrace, values", "CWF_MILLRACE_VALUES"),
                        record("by hand", "CWF_HAND_WRITTEN"),
                        1.5));
        record("cwf", "cobrix", "CWF_COBRIX", 1 / 15.0);
        record("cwf", "daffodil", "CWF_DAFFODIL_TUNED", 1 / 100.0);
        record("csv", "fastcsv", "CSV_FASTCSV", 1);
        all.add(
                new Comparison(
                        "read-csv-values-fastcsv",
                        record("millrace, values", "CSV_MILLRACE_VALUES"),
                        record("fastcsv", "CSV_FASTCSV"),
                        1));
        record("csv", "univocity", "CSV_UNIVOCITY", 1);
        record("csv", "jackson", "CSV_JACKSON", 1);
        record("csv", "beanio", "CSV_BEANIO", 1);
        record("csv", "our xml", "XML_MILLRACE", 1.5);
        record("xml", "aalto tree", "XML_AALTO", 1);
        record("xml", "woodstox tree", "XML_WOODSTOX", 1);
        record("json", "jackson", "JSON_JACKSON", 1);
        record("json", "fastjson2 tree", "JSON_FASTJSON2", 1);
        change("cwf", "by hand", "CWF_HAND_WRITTEN", 1.5);
        change("csv", "fastcsv", "CSV_FASTCSV", 1);
    }

    private void conversions() {
        for (String to : ConversionTurns.FORMATS) {
            all.add(
                    new Comparison(
                            "from-tag-to-" + to,
                            ConversionTurns.engine("tag", to, 4096).as("from TAG"),
                            ConversionTurns.engine("xml", to, 4096).as("from XML"),
                            1.5));
        }
        // Nobody's library reads the tagged format: by hand is no goal.
        for (String from : List.of("xml", "cwf", "mrm-xml")) {
            for (String to : ConversionTurns.FORMATS) {
                all.add(
                        new Comparison(
                                "convert-" + from + "-to-" + to,
                                ConversionTurns.engine(from, to, 4096),
                                ConversionTurns.peer(from, to, 4096),
                                1));
            }
        }
    }

    private void record(String format, String who, String peer, double goal) {
        String mine = format.toUpperCase(Locale.ROOT) + "_MILLRACE";
        all.add(
                new Comparison(
                        "read-" + format + "-" + who.replace(' ', '-'),
                        record(MILLRACE, mine),
                        record(who, peer),
                        goal));
    }

    private static Contender record(String who, String peer) {
        return new Contender(
                who,
                RecordBenchmark.class,
                "read",
                Map.of("peer", peer, "access", "ALL", "bytes", "0"));
    }

    private void change(String format, String who, String peer, double goal) {
        String mine = format.toUpperCase(Locale.ROOT) + "_MILLRACE";
        all.add(
                new Comparison(
                        "change-" + format + "-" + who.replace(' ', '-'),
                        change(MILLRACE, mine),
                        change(who, peer),
                        goal));
    }

    private static Contender change(String who, String peer) {
        return new Contender(
                who, ChangeBenchmark.class, "change", Map.of("peer", peer, "bytes", "0"));
    }

    private void standards() {
        Map<String, String> peers =
                Map.of("EDIFACT", "STAEDI", "X12", "STAEDI", "HL7", "HAPI", "SWIFT", "PROWIDE");
        for (String standard : List.of("EDIFACT", "X12", "HL7", "SWIFT")) {
            String peer = peers.get(standard);
            String names = standard.toLowerCase(Locale.ROOT) + "-" + peer.toLowerCase(Locale.ROOT);
            all.add(
                    new Comparison(
                            "read-" + names,
                            standard(standard, "MILLRACE", true),
                            standard(standard, peer, true),
                            1));
            all.add(
                    new Comparison(
                            "change-" + names,
                            standard(standard, "MILLRACE", false),
                            standard(standard, peer, false),
                            1));
        }
    }

    private static Contender standard(String standard, String peer, boolean read) {
        Map<String, String> parameters = Map.of("peer", standard + "_" + peer, "access", "ALL");
        String who = peer.toLowerCase(Locale.ROOT);
        return read
                ? new Contender(who, StandardBenchmark.class, "read", parameters)
                : new Contender(
                        who,
                        StandardChangeBenchmark.class,
                        "change",
                        Map.of("peer", standard + "_" + peer));
    }
}
