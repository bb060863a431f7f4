package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Reading a record, or changing and writing it, by each {@link RecordPeer}. */
public class RecordBenchmark extends EngineBenchmark {

    @Param private RecordPeer peer;

    /** Size of the message; 0 for the shortest filler. */
    @Param({"0", "4096"})
    private int bytes;

    private byte[] message;
    private RecordPeer.Work work;
    private final Fields fields = new Fields();

    @Setup
    public void open() throws Exception {
        message = peer.format.message(bytes);
        work = peer.open();
        read();
        fields.check(peer.format.fields(bytes), peer);
    }

    @Benchmark
    public Object read() throws Exception {
        work.read(message, fields);
        return fields;
    }

    @Benchmark
    public Object change() throws Exception {
        return work.change(message, fields);
    }
}
