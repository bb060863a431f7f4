package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.engine.message.Bytes;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** All values of messages of three sizes: the time of a kilobyte should be the same. */
public class LinearBenchmark extends EngineBenchmark {

    @Param private Rows rows;

    @Param({"1024", "102400", "10485760"})
    private int bytes;

    private Bytes message;

    @Setup
    public void open() {
        message = rows.message(bytes);
    }

    @Benchmark
    public int read() {
        return Rows.values(rows.parse(message));
    }
}
