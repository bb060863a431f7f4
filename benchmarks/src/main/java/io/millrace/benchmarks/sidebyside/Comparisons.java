package io.millrace.benchmarks.sidebyside;

import io.millrace.benchmarks.record.ConversionBenchmark.Converter;
import io.millrace.benchmarks.record.RecordPeer;
import io.millrace.benchmarks.record.RecordWork;
import io.millrace.benchmarks.report.Data;
import io.millrace.benchmarks.result.Work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All comparisons: those of {@code comparisons.yaml}, and tables of records and conversions. */
public final class Comparisons {

    private static final List<String> CONVERTED = List.of("XML", "CWF", "MRM_XML", "TAG");

    /**
     * A line of the file. It represents a comparison for each value of {@code x} and {@code y},
     * which replace {@code {x}} and {@code {y}}.
     *
     * @param goals one for each value of {@code x}, or null
     * @param goal the same goal for all, or null
     * @param contenders parameters of each, with {@code who} and optionally {@code units}
     */
    private record Line(
            String id,
            List<String> x,
            List<String> y,
            List<Double> goals,
            Double goal,
            String benchmark,
            List<Map<String, String>> contenders) {

        private static final List<String> ONCE = List.of("");

        Stream<Comparison> comparisons() {
            return Objects.requireNonNullElse(x, ONCE).stream()
                    .flatMap(
                            a ->
                                    Objects.requireNonNullElse(y, ONCE).stream()
                                            .map(b -> comparison(a, b)));
        }

        private Comparison comparison(String a, String b) {
            String name = replaced(id, a, b).toLowerCase(Locale.ROOT).replace('_', '-');
            return new Comparison(
                    Work.named(name),
                    contenders.stream().map(contender -> contender(contender, a, b)).toList(),
                    goals == null ? goal : goals.get(x.indexOf(a)));
        }

        private Contender contender(Map<String, String> text, String a, String b) {
            Map<String, String> parameters = new HashMap<>();
            text.forEach((name, value) -> parameters.put(name, replaced(value, a, b)));
            String units = parameters.remove("units");
            return new Contender(
                    parameters.remove("who"),
                    benchmark,
                    parameters,
                    units == null ? 1 : Integer.parseInt(units));
        }

        private static String replaced(String text, String a, String b) {
            return text.replace("{x}", a).replace("{y}", b);
        }
    }

    private Comparisons() {}

    /** Returns the comparisons of the engine with others, with goals. */
    public static List<Comparison> all() {
        return Data.list("sidebyside/comparisons.yaml", Line.class).stream()
                .flatMap(Line::comparisons)
                .toList();
    }

    /** Returns all work on a record by the peers of each format whose names match. */
    public static List<Comparison> records(Pattern wanted) {
        Map<String, List<RecordPeer>> formats =
                Arrays.stream(RecordPeer.values())
                        .filter(peer -> wanted.matcher(peer.name()).find())
                        .collect(
                                Collectors.groupingBy(
                                        RecordPeer::formatName,
                                        java.util.LinkedHashMap::new,
                                        Collectors.toList()));
        List<Comparison> all = new ArrayList<>();
        formats.forEach(
                (format, peers) -> {
                    for (RecordWork work : RecordWork.values()) {
                        List<Contender> able =
                                peers.stream()
                                        .filter(work::isDoneBy)
                                        .map(peer -> record(peer, work))
                                        .toList();
                        if (!able.isEmpty()) {
                            String id = "record-" + format + "-" + work;
                            all.add(new Comparison(Work.named(lower(id)), able, null));
                        }
                    }
                });
        return all;
    }

    private static Contender record(RecordPeer peer, RecordWork work) {
        return new Contender(
                peer.name(),
                "record.RecordBenchmark.run",
                Map.of("peer", peer.name(), "work", work.name(), "bytes", "0"),
                1);
    }

    /**
     * Returns the sixteen conversions of the WMQI report's Table 1 by program, flow and libraries.
     */
    public static List<Comparison> conversions(List<Integer> sizes) {
        List<Comparison> all = new ArrayList<>();
        for (int size : sizes) {
            for (String from : CONVERTED) {
                for (String to : CONVERTED) {
                    String id = lower("convert-" + from + "-to-" + to);
                    all.add(
                            new Comparison(
                                    new Work(id, "7.7", "", false, size),
                                    List.of(
                                            conversion(
                                                    "millrace", Converter.PROGRAM, from, to, size),
                                            conversion("flow", Converter.FLOW, from, to, size),
                                            conversion(
                                                    "libraries", Converter.PEER, from, to, size)),
                                    1.0));
                }
            }
        }
        return all;
    }

    private static Contender conversion(
            String who, Converter by, String from, String to, int size) {
        return new Contender(
                who,
                "record.ConversionBenchmark.convert",
                Map.of("by", by.name(), "from", from, "to", to, "bytes", Integer.toString(size)),
                1);
    }

    private static String lower(String id) {
        return id.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
