package io.millrace.benchmarks.library;

import io.millrace.benchmarks.ComputeProgram;
import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.benchmarks.Resources;
import io.millrace.engine.message.Bytes;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The conversions of the WMQI V2.1 report (section 2.7, Table 1), from bytes to bytes: by the
 * programs of the sample {@code conversions}, by its flows with queues in memory, and by a {@link
 * ConversionPeer}.
 */
public class ConversionBenchmark extends EngineBenchmark {

    private interface Conversion {
        Object convert(byte[] message) throws Exception;
    }

    @Param({"PROGRAM", "FLOW", "PEER"})
    private String by;

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format from;

    @Param({"XML", "CWF", "MRM_XML", "TAG"})
    private Format to;

    @Param({"4096", "16384", "65536"})
    private int bytes;

    private byte[] message;
    private Flow flow;
    private Conversion conversion;

    @Setup
    public void open() throws Exception {
        message = from.message(bytes);
        conversion =
                switch (by) {
                    case "PROGRAM" -> program()::run;
                    case "FLOW" -> {
                        flow =
                                Flow.load(
                                        Resources.sample("conversions"),
                                        from.word() + "-to-" + to.word());
                        yield flow::process;
                    }
                    default -> new ConversionPeer(from, to)::convert;
                };
        Object converted =
                switch (conversion.convert(message)) {
                    case Bytes result -> result.toArray();
                    case FlowResult result -> result.outputs().getFirst().body().toArray();
                    case Object result -> result;
                };
        to.check((byte[]) converted, from, bytes);
    }

    private ComputeProgram program() {
        String name =
                switch (to) {
                    case CWF -> "ToCwf";
                    case MRM_XML -> "ToMrmXml";
                    case TAG -> "ToTag";
                    default -> "ToXml";
                };
        return new ComputeProgram(
                Resources.sampleText("conversions/conversions.esql"),
                name,
                Format.PARSERS,
                from.template);
    }

    @TearDown
    public void close() {
        if (flow != null) {
            flow.close();
        }
    }

    @Benchmark
    public Object convert() throws Exception {
        return conversion.convert(message);
    }
}
