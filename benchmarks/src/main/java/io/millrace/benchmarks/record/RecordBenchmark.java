package io.millrace.benchmarks.record;

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

/** Reading a record by each {@link RecordPeer}: nothing of it, some fields, all of them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecordBenchmark {

    @Param private RecordPeer peer;

    @Param private Access access;

    /** How many bytes the message has; 0 for no more filler than one character. */
    @Param({"0", "4096"})
    private int bytes;

    private byte[] message;
    private RecordPeer.Reader work;
    private Fields fields;

    @Setup
    public void open() throws Exception {
        message = peer.format.message(bytes);
        work = peer.open();
        fields = new Fields();
        work.read(message, access, fields);
        fields.check(peer.format.fields(bytes), access, peer.name());
        fields = new Fields();
    }

    @Benchmark
    public Object read() throws Exception {
        work.read(message, access, fields);
        return fields;
    }
}
