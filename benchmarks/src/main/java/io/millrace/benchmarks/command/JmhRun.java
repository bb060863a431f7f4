package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.EngineTable;
import io.millrace.benchmarks.drive.Scenario;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
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
import java.util.stream.Stream;

/** A run of JMH. Each benchmark defines its forks, warm-up and iterations; values replace them. */
final class JmhRun {

    private static final String ROW = "row";

    private final String pattern;
    private final ChainedOptionsBuilder options;

    /**
     * @param pattern regular expression found in full names of benchmarks
     */
    JmhRun(String pattern) {
        this.pattern = pattern;
        options = new OptionsBuilder().include(pattern).addProfiler(GCProfiler.class);
    }

    /** Sets the pieces of work of the benchmarks of scenarios. */
    void rows(List<Work> works) {
        options.param(ROW, works.stream().map(EngineTable::row).toArray(String[]::new));
    }

    void forks(Integer number) {
        if (number != null) {
            options.forks(number);
        }
    }

    void warmUp(Integer seconds) {
        if (seconds != null) {
            options.warmupIterations(seconds).warmupTime(TimeValue.seconds(1));
        }
    }

    void iterations(Integer number) {
        if (number != null) {
            options.measurementIterations(number);
        }
    }

    void millis(Integer length) {
        if (length != null) {
            options.measurementTime(TimeValue.milliseconds(length));
        }
    }

    /** Sets values by name, separated by commas, instead of all values. */
    void parameters(Map<String, String> parameters) {
        parameters.forEach((name, values) -> options.param(name, values.split(",")));
    }

    /** Returns the full names of matching benchmarks. */
    static List<String> names(String pattern) {
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
    List<ResultRow> run(PrintStream progress) {
        if (names(pattern).isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "no benchmark matches '" + pattern + "'; --list prints all names");
        }
        OutputFormat format =
                OutputFormatFactory.createFormatInstance(progress, VerboseMode.NORMAL);
        try {
            return new Runner(options.build(), format).run().stream().map(JmhRun::row).toList();
        } catch (RunnerException e) {
            throw new MillraceException(ErrorCode.USAGE, "JMH: " + e.getMessage());
        }
    }

    private static ResultRow row(org.openjdk.jmh.results.RunResult result) {
        BenchmarkParams params = result.getParams();
        Map<String, String> parameters = new TreeMap<>();
        params.getParamsKeys().forEach(name -> parameters.put(name, params.getParam(name)));
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
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
        return Stream.of(TimeUnit.values())
                .filter(known -> TimeValue.tuToString(known).equals(unit))
                .findFirst()
                .map(known -> known.toNanos(1) / 1e9)
                .orElseThrow();
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
        Map<String, String> rest = new TreeMap<>(parameters);
        if (rest.containsKey(ROW)) {
            Work work = EngineTable.work(rest.get(ROW));
            return method.equals("engineAlone")
                    ? ResultRow.alone(work, ResultRow.ENGINE, 1, rates, allocated)
                    : ResultRow.alone(
                            work,
                            ResultRow.JMH,
                            Scenario.of(work.scenarioId()).instances(),
                            rates,
                            allocated);
        }
        String peer = rest.remove("peer");
        int bytes = 0;
        for (String name : List.of("bytes", "size")) {
            String size = rest.getOrDefault(name, "");
            if (size.matches("[1-9]\\d{0,8}k?")) {
                bytes = Integer.parseInt(size.replace("k", "")) * (size.endsWith("k") ? 1024 : 1);
                rest.remove(name);
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
}
