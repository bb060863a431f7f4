package io.millrace.benchmarks.jmh;

import io.millrace.benchmarks.result.Cost;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.benchmarks.tables.Row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What JMH found of a benchmark with one set of parameters.
 *
 * @param benchmark its full name: package, class, method
 * @param parameters by name
 * @param threads that did it
 * @param perSecond operations a second of each iteration, of all forks
 * @param allocated bytes for an operation; null where the garbage collector was not watched
 */
record Measured(
        String benchmark,
        Map<String, String> parameters,
        int threads,
        List<Double> perSecond,
        Double allocated) {

    private static final String ENGINE = "engine";
    private static final String JMH = "jmh";
    private static final int KB = 1024;

    /** The row that {@code bench report} and {@code bench compare} look for. */
    ResultRow row() {
        boolean table = parameters.containsKey("scenario") && parameters.containsKey("message");
        return table ? ofTable() : ofOther();
    }

    private ResultRow ofTable() {
        Row row = Row.of(parameters.get("scenario"), parameters.get("message"));
        Optional<Scenario> known =
                Scenarios.all().stream().filter(s -> s.id().equals(row.scenario())).findFirst();
        Work work =
                new Work(
                        row.scenario(),
                        known.map(Scenario::section).orElse(""),
                        known.map(Scenario::messageFormat).orElse(""),
                        row.persistent(),
                        row.bytes());
        boolean alone = method().equals("engineAlone");
        return row(
                work, alone ? ENGINE : JMH, alone ? 1 : known.map(Scenario::instances).orElse(1));
    }

    /**
     * The class's name without {@code Benchmark}, the method, and what of the parameters is left.
     */
    private ResultRow ofOther() {
        String type = benchmark.substring(0, benchmark.lastIndexOf('.'));
        String simple = type.substring(type.lastIndexOf('.') + 1).replaceAll("Benchmark$", "");
        Map<String, String> rest = new LinkedHashMap<>(parameters);
        String peer = rest.remove("peer");
        boolean persistent = Boolean.parseBoolean(rest.remove("persistent"));
        int bytes = 0;
        for (String name : new String[] {"bytes", "size"}) {
            if (rest.containsKey(name) && bytes(rest.get(name)) > 0) {
                bytes = bytes(rest.remove(name));
            }
        }
        StringBuilder name = new StringBuilder(simple).append('.').append(method());
        rest.forEach((key, value) -> name.append(' ').append(key).append('=').append(value));
        return row(new Work(name.toString(), "", "", persistent, bytes), who(peer), threads);
    }

    private ResultRow row(Work work, String who, int instances) {
        return new ResultRow(
                work,
                who,
                instances,
                Rate.of(perSecond),
                allocated == null ? null : new Cost(null, null, allocated),
                null,
                null,
                Map.of());
    }

    private String method() {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    private static String who(String peer) {
        return peer == null || peer.equals("MILLRACE")
                ? ENGINE
                : peer.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code 4096} or {@code 4k}; 0 for anything else. */
    private static int bytes(String size) {
        if (size.matches("\\d{1,9}")) {
            return Integer.parseInt(size);
        }
        return size.matches("\\d{1,5}k")
                ? KB * Integer.parseInt(size.substring(0, size.length() - 1))
                : 0;
    }
}
