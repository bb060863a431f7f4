package io.millrace.benchmarks.record;

import io.millrace.benchmarks.EngineBenchmark;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** A record read or written by each {@link RecordPeer}. */
public class RecordBenchmark extends EngineBenchmark {

    @Param private RecordPeer peer;
    @Param private RecordWork work;

    /** Size of the message; 0 for the shortest filler. */
    @Param({"0", "4096"})
    private int bytes;

    private byte[] message;
    private RecordPeer.Reader reader;
    private Fields fields;

    @Setup
    public void open() throws Exception {
        message = peer.format.message(bytes);
        reader = peer.open();
        fields = new Fields();
        Fields expected = peer.format.fields(bytes);
        if (work.access == null) {
            expected.increment();
            reader.read((byte[]) run(), Access.ALL, fields);
            fields.check(expected, Access.ALL, peer.name());
        } else {
            run();
            fields.check(expected, work.access, peer.name());
        }
    }

    @Benchmark
    public Object run() throws Exception {
        switch (work) {
            case CHANGE -> {
                return ((RecordPeer.Writer) reader).change(message, fields);
            }
            case REWRITE -> {
                return ((RecordPeer.Writer) reader).rewrite(message, fields);
            }
            default -> {
                reader.read(message, work.access, fields);
                return fields;
            }
        }
    }
}
