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
        Object done = run();
        if (work.writes()) {
            expected.increment();
            reader.read((byte[]) done, Access.READ_ALL, fields);
        }
        fields.check(expected, work.writes() ? Access.READ_ALL : work, peer);
    }

    @Benchmark
    public Object run() throws Exception {
        switch (work) {
            case CHANGE -> {
                return reader.change(message, fields);
            }
            case REWRITE -> {
                return reader.rewrite(message, fields);
            }
            default -> {
                reader.read(message, work, fields);
                return fields;
            }
        }
    }
}
