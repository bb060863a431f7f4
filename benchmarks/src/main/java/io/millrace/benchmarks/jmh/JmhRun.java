package io.millrace.benchmarks.jmh;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.benchmarks.tables.Rows;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A run of JMH. Each benchmark defines its forks, warm-up and iterations, which values that are not
 * null replace.
 *
 * @param pattern regular expression found in full names of benchmarks
 * @param forks virtual machines, one after the other
 * @param warmUp seconds of warm-up in each fork
 * @param iterations measured iterations
 * @param millis length of a measured iteration
 * @param parameters values by name, separated by commas, instead of all values
 * @param rows values of the parameter {@code row}
 */
public record JmhRun(
        String pattern,
        Integer forks,
        Integer warmUp,
        Integer iterations,
        Integer millis,
        Map<String, String> parameters,
        List<String> rows) {

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final String ROW = "row";
    private static final int KB = 1024;

    /** Returns the full names of matching benchmarks. */
    public List<String> names() {
        OutputFormat silent =
                OutputFormatFactory.createFormatInstance(
                        new PrintStream(PrintStream.nullOutputStream()), VerboseMode.SILENT);
        return BenchmarkList.defaultList().find(silent, List.of(pattern), List.of()).stream()
                .map(BenchmarkListEntry::getUsername)
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Measures. A benchmark that fails is reported on {@code progress} and left out.
     *
     * @throws MillraceException with USAGE if no benchmark matches
     */
    public List<ResultRow> rows(PrintStream progress) {
        if (names().isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "no benchmark matches '" + pattern + "'; --list prints all names");
        }
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(pattern)
                        .addProfiler(GCProfiler.class)
                        .param(ROW, rows.toArray(String[]::new));
        if (forks != null) {
            options.forks(forks);
        }
        if (warmUp != null) {
            options.warmupIterations(warmUp).warmupTime(TimeValue.seconds(1));
        }
        if (iterations != null) {
            options.measurementIterations(iterations);
        }
        if (millis != null) {
            options.measurementTime(TimeValue.milliseconds(millis));
        }
        parameters.forEach((name, values) -> options.param(name, values.split(",")));
        OutputFormat format =
                OutputFormatFactory.createFormatInstance(progress, VerboseMode.NORMAL);
        try {
            return new Runner(options.build(), format).run().stream().map(JmhRun::row).toList();
        } catch (RunnerException e) {
            throw new MillraceException(ErrorCode.USAGE, "JMH: " + e.getMessage());
        }
    }

    private static ResultRow row(RunResult result) {
        BenchmarkParams params = result.getParams();
        Map<String, String> parameters = new TreeMap<>();
        params.getParamsKeys().forEach(name -> parameters.put(name, params.getParam(name)));
        Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        List<Double> rates =
                result.getBenchmarkResults().stream()
                        .flatMap(fork -> fork.getIterationResults().stream())
                        .map(iteration -> perSecond(iteration.getPrimaryResult()))
                        .toList();
        double seconds = params.getMeasurement().getTime().convertTo(TimeUnit.MILLISECONDS) / 1e3;
        return row(
                        params.getBenchmark(),
                        parameters,
                        params.getThreads(),
                        rates,
                        allocated == null ? Double.NaN : allocated.getScore())
                .measuredFor(rates.size() * seconds);
    }

    /** Converts {@code ops/s}, {@code us/op} and similar units. */
    private static double perSecond(Result<?> result) {
        String[] unit = result.getScoreUnit().split("/");
        double score = result.getScore();
        return unit[0].equals("ops") ? score / seconds(unit[1]) : 1 / (score * seconds(unit[0]));
    }

    private static double seconds(String unit) {
        for (TimeUnit known : TimeUnit.values()) {
            if (TimeValue.tuToString(known).equals(unit)) {
                return known.toNanos(1) / 1e9;
            }
        }
        throw new IllegalStateException("unknown unit of JMH " + unit);
    }

    /**
     * Returns the row of a benchmark. A {@code row} is a scenario; other benchmarks are named by
     * class, method and parameters, without {@code peer} and a size.
     */
    static ResultRow row(
            String benchmark,
            Map<String, String> parameters,
            int threads,
            List<Double> rates,
            double allocated) {
        String[] names = benchmark.split("[.]");
        String method = names[names.length - 1];
        if (parameters.containsKey(ROW)) {
            Work work = Rows.work(parameters.get(ROW));
            boolean alone = method.equals("engineAlone");
            int instances = alone ? 1 : Scenarios.of(work.scenarioId()).instances();
            String who = alone ? ResultRow.ENGINE : ResultRow.JMH;
            return ResultRow.alone(work, who, instances, rates, allocated);
        }
        Map<String, String> rest = new TreeMap<>(parameters);
        String peer = rest.remove("peer");
        int bytes = 0;
        for (String name : new String[] {"bytes", "size"}) {
            if (bytes(rest.get(name)) > 0) {
                bytes = bytes(rest.remove(name));
            }
        }
        StringBuilder id = new StringBuilder(names[names.length - 2].replaceAll("Benchmark$", ""));
        id.append('.').append(method);
        rest.forEach((name, value) -> id.append(' ').append(name).append('=').append(value));
        return ResultRow.alone(
                new Work(id.toString(), "", "", false, bytes),
                peer == null || peer.equals("MILLRACE")
                        ? ResultRow.ENGINE
                        : peer.toLowerCase(Locale.ROOT).replace('_', '-'),
                threads,
                rates,
                allocated);
    }

    /** Returns the number of {@code 4096} or {@code 4k}; 0 for anything else. */
    private static int bytes(String size) {
        if (size == null || !size.matches("\\d{1,9}k?")) {
            return 0;
        }
        return size.endsWith("k")
                ? KB * Integer.parseInt(size.substring(0, size.length() - 1))
                : Integer.parseInt(size);
    }
}
