package io.millrace.benchmarks.record;

import io.millrace.benchmarks.ComputeProgram;
import io.millrace.benchmarks.EngineBenchmark;
import io.millrace.benchmarks.scenario.Resources;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.flows.Flow;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.util.Locale;
import java.util.Set;

/**
 * The conversions of the WMQI V2.1 report (section 2.7, Table 1), from bytes to bytes: by the
 * programs of the sample {@code conversions}, by its flows with queues in memory, and by a {@link
 * ConversionPeer}.
 */
public class ConversionBenchmark extends EngineBenchmark {

    /** Program that converts. */
    public enum Converter {
        PROGRAM,
        FLOW,
        PEER
    }

    private interface Conversion {
        Object convert(byte[] message) throws Exception;
    }

    @Param private Converter by;

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
        switch (by) {
            case PROGRAM -> {
                ComputeProgram program = program();
                Mqmd descriptor = new Mqmd().codedCharSetId(Format.CCSID).encoding(Format.ENCODING);
                var defaults =
                        new MessageAssembler.Defaults(
                                from.template, ParseTiming.ON_DEMAND, Set.of());
                conversion = input -> program.run(descriptor, input, defaults);
                to.check(program.run(descriptor, message, defaults).toArray(), from, bytes);
            }
            case FLOW -> {
                flow = Flow.load(Format.SAMPLE, word(from) + "-to-" + word(to));
                conversion = flow::process;
                to.check(flow.process(message).outputs().getFirst().body().toArray(), from, bytes);
            }
            case PEER -> {
                ConversionPeer peer = new ConversionPeer(from, to);
                conversion = peer::convert;
                to.check(peer.convert(message), from, bytes);
            }
        }
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
                Resources.sampleText("conversions", "conversions.esql"), name, Format.PARSERS);
    }

    private static String word(Format format) {
        return format.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
