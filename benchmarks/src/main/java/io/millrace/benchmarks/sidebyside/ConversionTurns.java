package io.millrace.benchmarks.sidebyside;

import io.millrace.benchmarks.record.ConversionBenchmark;
import io.millrace.benchmarks.record.ConversionFlowBenchmark;
import io.millrace.benchmarks.record.ConversionPeerBenchmark;

import java.util.List;
import java.util.Map;

/** The sixteen conversions of the WMQI report's Table 1. */
public final class ConversionTurns {

    /** The formats, as the report's scenarios are named. */
    public static final List<String> FORMATS = List.of("xml", "cwf", "mrm-xml", "tag");

    private ConversionTurns() {}

    /**
     * What one conversion took.
     *
     * @param flow the sample's flow, with queues in memory
     * @param engine its program, from bytes to bytes
     * @param peer libraries and Java by hand, from bytes to bytes
     */
    public record Shares(SideBySide.Share flow, SideBySide.Share engine, SideBySide.Share peer) {}

    public static Shares measure(SideBySide turns, String from, String to, int bytes)
            throws Exception {
        List<SideBySide.Share> all =
                turns.measure(
                        List.of(
                                contender(ConversionFlowBenchmark.class, from, to, bytes),
                                engine(from, to, bytes),
                                peer(from, to, bytes)));
        return new Shares(all.get(0), all.get(1), all.get(2));
    }

    static Contender engine(String from, String to, int bytes) {
        return contender(ConversionBenchmark.class, from, to, bytes);
    }

    static Contender peer(String from, String to, int bytes) {
        return contender(ConversionPeerBenchmark.class, from, to, bytes);
    }

    /** Who does it as the peer: who reads, and who writes. */
    public static String who(String from, String to) {
        String reads =
                switch (from) {
                    case "cwf" -> "cobrix";
                    case "tag" -> "by hand";
                    default -> "aalto";
                };
        String writes = to.endsWith("xml") ? "aalto" : "by hand";
        return reads.equals(writes) ? reads : reads + ", " + writes;
    }

    private static Contender contender(Class<?> benchmark, String from, String to, int bytes) {
        return new Contender(
                benchmark == ConversionPeerBenchmark.class ? who(from, to) : "millrace",
                benchmark,
                "convert",
                Map.of(
                        "from", constant(from),
                        "to", constant(to),
                        "bytes", Integer.toString(bytes)));
    }

    private static String constant(String format) {
        return format.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
    }
}
