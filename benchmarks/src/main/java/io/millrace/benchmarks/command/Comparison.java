package io.millrace.benchmarks.command;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.library.Format;
import io.millrace.benchmarks.library.RecordPeer;
import io.millrace.benchmarks.result.Work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A comparison of contenders that do the same work.
 *
 * @param work work in result files; patterns match the id of the work
 * @param contenders contenders, measured in turns
 * @param goal upper bound of the first contender's time divided by the last one's; null if they are
 *     not compared
 * @param manyThreads whether contenders also work in threads other than the measuring thread
 */
record Comparison(Work work, List<Contender> contenders, Double goal, boolean manyThreads) {

    /**
     * A contender of a comparison.
     *
     * @param who name in results
     * @param benchmark class and method of a JMH benchmark, below the package of the benchmarks
     * @param parameters values of {@code @Param} fields by name; others have their first value
     * @param units number of equal parts of the work, by which the time is divided; usually 1
     */
    record Contender(String who, String benchmark, Map<String, String> parameters, int units) {}

    /**
     * A line of {@code comparisons.yaml}. The template defines a comparison for each value of
     * {@code x} and {@code y}. The values replace {@code {x}} and {@code {y}}.
     *
     * @param goals goals for the values of {@code x}, or null
     * @param goal goal for all values, or null
     * @param manyThreads whether contenders also work in threads other than the measuring thread
     * @param contenders parameters of each contender, with {@code who} and optionally {@code units}
     */
    private record Line(
            String id,
            List<String> x,
            List<String> y,
            List<Double> goals,
            Double goal,
            boolean manyThreads,
            String benchmark,
            List<Map<String, String>> contenders) {

        Line {
            x = Objects.requireNonNullElse(x, List.of(""));
            y = Objects.requireNonNullElse(y, List.of(""));
        }

        private Stream<Comparison> comparisons() {
            return x.stream().flatMap(a -> y.stream().map(b -> comparison(a, b)));
        }

        private Comparison comparison(String a, String b) {
            UnaryOperator<String> replaced = text -> text.replace("{x}", a).replace("{y}", b);
            List<Contender> all = new ArrayList<>();
            for (Map<String, String> given : contenders) {
                Map<String, String> parameters = new HashMap<>(given);
                parameters.replaceAll((name, text) -> replaced.apply(text));
                String units = parameters.remove("units");
                String who = parameters.remove("who");
                int parts = units == null ? 1 : Integer.parseInt(units);
                all.add(new Contender(who, benchmark, parameters, parts));
            }
            Double highest = goals == null ? goal : goals.get(x.indexOf(a));
            return new Comparison(named(replaced.apply(id)), all, highest, manyThreads);
        }
    }

    private static Work named(String id) {
        return new Work(id.toLowerCase(Locale.ROOT).replace('_', '-'), "", "", false, 0);
    }

    String id() {
        return work.scenarioId();
    }

    /** Returns the comparisons of the engine with peers, with their goals. */
    static List<Comparison> all() {
        return Resources.list("comparisons.yaml", Line.class).stream()
                .flatMap(Line::comparisons)
                .toList();
    }

    /**
     * Returns the comparisons of reading and writing a record, with the matching peers of each
     * format.
     */
    static List<Comparison> records(Pattern requested) {
        List<Comparison> all = new ArrayList<>();
        for (Format format : Format.values()) {
            for (String work : List.of("read", "change")) {
                List<Contender> able =
                        Stream.of(RecordPeer.values())
                                .filter(peer -> peer.format == format)
                                .filter(peer -> peer.writes() || work.equals("read"))
                                .map(RecordPeer::name)
                                .filter(peer -> requested.matcher(peer).find())
                                .map(peer -> contender(peer, work))
                                .toList();
                if (!able.isEmpty()) {
                    Work named = named("record-" + format + "-" + work);
                    all.add(new Comparison(named, able, null, false));
                }
            }
        }
        return all;
    }

    private static Contender contender(String peer, String work) {
        Map<String, String> parameters = Map.of("peer", peer, "bytes", "0");
        return new Contender(peer, "library.RecordBenchmark." + work, parameters, 1);
    }
}
