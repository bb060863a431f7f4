package io.millrace.benchmarks;

import io.millrace.engine.message.Element;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * What {@link ListWork#FOR_LOOP} does, by hand in Java: a long list is further from the processor
 * than a short one, whoever goes through it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ListWalkBenchmark {

    @Param({"10", "100", "1000", "10000"})
    private int items;

    private Element root;

    @Setup
    public void build() {
        root = ListBenchmark.orders(items);
    }

    @Benchmark
    public long java() {
        long length = 0;
        for (Element e = root.at("XML", "Order").firstChild(); e != null; e = e.next()) {
            if (e.isNamed("Item")) {
                length += e.textOf("Code").length();
            }
        }
        return length;
    }
}
