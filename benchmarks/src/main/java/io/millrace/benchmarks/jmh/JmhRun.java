package io.millrace.benchmarks.jmh;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A run of JMH. Each benchmark has its own forks, warm-up and iterations; what is null here is left
 * to it.
 *
 * @param pattern a regular expression that is looked for in benchmarks' full names
 * @param forks virtual machines, one after the other
 * @param warmUps iterations before those that count
 * @param iterations that count
 * @param millis of an iteration
 * @param parameters values to measure with, instead of all that the benchmark has
 */
public record JmhRun(
        String pattern,
        Integer forks,
        Integer warmUps,
        Integer iterations,
        Integer millis,
        Map<String, String> parameters) {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** The full names of the benchmarks that fit, in order. */
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
     * Measures. A benchmark that fails is left out, and told of on {@code progress}.
     *
     * @param progress where JMH tells how far it is
     * @throws MillraceException with USAGE where no benchmark fits
     */
    public List<ResultRow> rows(PrintStream progress) {
        if (names().isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE, "no benchmark's name has '" + pattern + "' in it");
        }
        ChainedOptionsBuilder options =
                new OptionsBuilder().include(pattern).addProfiler(GCProfiler.class);
        if (forks != null) {
            options.forks(forks);
        }
        if (warmUps != null) {
            options.warmupIterations(warmUps);
        }
        if (iterations != null) {
            options.measurementIterations(iterations);
        }
        if (millis != null) {
            options.warmupTime(TimeValue.milliseconds(millis));
            options.measurementTime(TimeValue.milliseconds(millis));
        }
        parameters.forEach((name, values) -> options.param(name, values.split(",")));
        OutputFormat format =
                OutputFormatFactory.createFormatInstance(progress, VerboseMode.NORMAL);
        try {
            List<ResultRow> rows = new ArrayList<>();
            for (RunResult result : new Runner(options.build(), format).run()) {
                rows.add(measured(result).row());
            }
            return rows;
        } catch (RunnerException e) {
            throw new MillraceException(ErrorCode.USAGE, "JMH: " + e.getMessage());
        }
    }

    private static Measured measured(RunResult result) {
        List<Double> perSecond = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                perSecond.add(perSecond(iteration.getPrimaryResult()));
            }
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : result.getParams().getParamsKeys()) {
            parameters.put(name, result.getParams().getParam(name));
        }
        Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        return new Measured(
                result.getParams().getBenchmark(),
                parameters,
                result.getParams().getThreads(),
                perSecond,
                allocated == null ? null : allocated.getScore());
    }

    /** A rate from {@code ops/s} and its like, or from {@code us/op} and its like. */
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
        throw new IllegalStateException("JMH's unit " + unit);
    }
}
