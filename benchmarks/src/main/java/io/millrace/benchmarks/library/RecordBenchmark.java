package io.millrace.benchmarks.library;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** A record read or written by each {@link RecordPeer}. */
public class RecordBenchmark extends EngineBenchmark {

    @Param private RecordPeer peer;
    @Param private Access work;

    /** Size of the message; 0 for the shortest filler. */
    @Param({"0", "4096"})
    private int bytes;

    private byte[] message;
    private RecordPeer.Work reader;
    private Fields fields;

    @Setup
    public void open() throws Exception {
        message = peer.format.message(bytes);
        reader = peer.open();
        fields = new Fields();
        Fields expected = peer.format.fields(bytes);
        if (run() instanceof byte[] changed) {
            expected.increment();
            reader.read(changed, Access.READ_ALL, fields);
        }
        fields.check(expected, work == Access.CHANGE ? Access.READ_ALL : work, peer);
    }

    @Benchmark
    public Object run() throws Exception {
        if (work == Access.CHANGE) {
            return reader.change(message, fields);
        }
        reader.read(message, work, fields);
        return fields;
    }
}
