package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.EngineTable;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Runs JMH and converts its results. All benchmarks report microseconds per operation. */
final class JmhRun {

    private JmhRun() {}

    private static Runner runner(ChainedOptionsBuilder options, PrintStream out) {
        return new Runner(
                options.addProfiler(GCProfiler.class).build(),
                OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL));
    }

    /** Prints the full names of benchmarks. */
    static void list(ChainedOptionsBuilder options, OutputStream out) {
        runner(options, new PrintStream(out, true, StandardCharsets.UTF_8)).list();
    }

    /**
     * Runs benchmarks and returns their results. A benchmark that fails is reported on the error
     * output and omitted.
     */
    static List<ResultRow> run(ChainedOptionsBuilder options) {
        try {
            return runner(options, System.err).run().stream().map(JmhRun::row).toList();
        } catch (RunnerException e) {
            throw new MillraceException(ErrorCode.USAGE, "JMH: " + e.getMessage());
        }
    }

    private static ResultRow row(RunResult result) {
        BenchmarkParams params = result.getParams();
        Map<String, String> parameters = new TreeMap<>();
        params.getParamsKeys().forEach(name -> parameters.put(name, params.getParam(name)));
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        List<Double> rates =
                result.getBenchmarkResults().stream()
                        .flatMap(fork -> fork.getIterationResults().stream())
                        .map(iteration -> 1e6 / iteration.getPrimaryResult().getScore())
                        .toList();
        double seconds = params.getMeasurement().getTime().convertTo(TimeUnit.MILLISECONDS) / 1e3;
        return row(
                        params.getBenchmark(),
                        parameters,
                        rates,
                        allocated == null ? Double.NaN : allocated.getScore())
                .measuredFor(rates.size() * seconds);
    }

    private static int bytes(String size) {
        return size.endsWith("k")
                ? 1024 * Integer.parseInt(size.replace("k", ""))
                : Integer.parseInt(size);
    }

    /**
     * Returns the row of a benchmark. A benchmark with the parameter {@code row} is named after its
     * scenario. Other benchmarks are named after class, method and parameters, except {@code peer}
     * and the size.
     */
    static ResultRow row(
            String benchmark, Map<String, String> parameters, List<Double> rates, double bytes) {
        Map<String, String> rest = new TreeMap<>(parameters);
        String peer = rest.remove("peer");
        String who =
                peer == null || peer.equals("MILLRACE")
                        ? ResultRow.ENGINE
                        : peer.toLowerCase(Locale.ROOT).replace('_', '-');
        Work work;
        if (rest.containsKey("row")) {
            work = EngineTable.work(rest.get("row"));
        } else {
            String size = rest.containsKey("size") ? rest.remove("size") : rest.remove("bytes");
            StringBuilder id =
                    new StringBuilder(
                            benchmark
                                    .replaceFirst(".*[.](\\w+[.]\\w+)", "$1")
                                    .replace("Benchmark.", "."));
            rest.forEach((name, value) -> id.append(' ').append(name).append('=').append(value));
            work = new Work(id.toString(), "", "", false, size == null ? 0 : bytes(size));
        }
        return ResultRow.alone(work, who, 1, rates, bytes);
    }
}
