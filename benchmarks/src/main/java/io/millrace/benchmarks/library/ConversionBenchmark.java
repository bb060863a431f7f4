package io.millrace.benchmarks.library;

import io.millrace.benchmarks.ComputeProgram;
import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.benchmarks.Resources;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The conversions of the WMQI V2.1 report (section 2.7, Table 1), from bytes to bytes: by the
 * programs of the sample {@code conversions}, and by a {@link ConversionPeer}.
 */
public class ConversionBenchmark extends EngineBenchmark {

    @Param({"PROGRAM", "PEER"})
    private String by;

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format from;

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format to;

    @Param({"4096", "16384", "65536"})
    private int bytes;

    private byte[] message;
    private ComputeProgram program;
    private ConversionPeer peer;

    @Setup
    public void open() throws Exception {
        message = from.message(bytes);
        if (by.equals("PEER")) {
            peer = new ConversionPeer(from, to);
            to.check(peer.convert(message), from, bytes);
        } else {
            String name =
                    switch (to) {
                        case CWF -> "ToCwf";
                        case MRM_XML -> "ToMrmXml";
                        case TAG -> "ToTag";
                        default -> "ToXml";
                    };
            program =
                    new ComputeProgram(
                            Resources.sampleText("conversions/conversions.esql"),
                            name,
                            Format.PARSERS,
                            from.template);
            to.check(program.run(message).toArray(), from, bytes);
        }
    }

    @Benchmark
    public Object convert() throws Exception {
        return program == null ? peer.convert(message) : program.run(message);
    }
}
