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

/** From the bytes of a record to all its values, and to a record made anew of these. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RewriteBenchmark {

    /** All that write their values and keep nothing of the message, and Millrace. */
    @Param({
        "CWF_MILLRACE",
        "CWF_MILLRACE_VALUES",
        "CWF_HAND_WRITTEN",
        "CWF_DAFFODIL_TUNED",
        "CSV_MILLRACE",
        "CSV_MILLRACE_VALUES",
        "CSV_FASTCSV",
        "CSV_UNIVOCITY",
        "CSV_JACKSON",
        "CSV_BEANIO",
        "TAG_MILLRACE",
        "MRM_XML_MILLRACE",
        "XML_MILLRACE",
        "XML_AALTO",
        "XML_WOODSTOX",
        "JSON_MILLRACE",
        "JSON_JACKSON",
        "JSON_FASTJSON2"
    })
    private RecordPeer peer;

    @Param({"0", "4096"})
    private int bytes;

    private byte[] message;
    private RecordPeer.Writer work;
    private Fields scratch;

    @Setup
    public void open() throws Exception {
        message = peer.format.message(bytes);
        work = (RecordPeer.Writer) peer.open();
        scratch = new Fields();
        Fields expected = peer.format.fields(bytes);
        expected.integers[Fields.EACH - 1]++;
        work.read(work.rewrite(message, scratch), Access.ALL, scratch);
        scratch.check(expected, Access.ALL, peer.name());
    }

    @Benchmark
    public byte[] rewrite() throws Exception {
        return work.rewrite(message, scratch);
    }
}
