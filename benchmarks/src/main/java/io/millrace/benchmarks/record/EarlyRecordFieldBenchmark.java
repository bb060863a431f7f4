package io.millrace.benchmarks.record;

import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Filter node that reads the first field of the record in messages of two sizes: what lies behind
 * the field should cost nothing. A flow in the caller's thread with queues in memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EarlyRecordFieldBenchmark {

    private static final String FLOW =
            """
            flow: early
            nodes:
              in:   {type: MQInput, queue: EARLY.IN, domain: MRM, messageSet: conversions, messageType: record, messageFormat: %s}
              same: {type: Filter, expression: "Body.text01 = 'Text field A'"}
              yes:  {type: MQOutput, queue: EARLY.YES}
            connections:
              in.out: same
              same.true: yes
            """;

    @Param({"CWF", "MRM_XML", "TAG", "CSV"})
    private Format format;

    @Param({"1024", "65536"})
    private int bytes;

    private byte[] message;
    private Flow flow;

    @Setup
    public void open() throws IOException {
        String model = Files.readString(Format.SAMPLE.resolve("conversions.model.yaml"));
        String text = FLOW.formatted(format.template.format());
        flow =
                Flow.of(
                        Application.of(
                                "early",
                                Map.of("early.flow.yaml", text, "conversions.model.yaml", model)),
                        "early");
        message = format.message(bytes);
        if (flow.process(message).outputs().size() != 1) {
            throw new IllegalStateException("the message does not pass the filter");
        }
    }

    @TearDown
    public void close() {
        flow.close();
    }

    @Benchmark
    public FlowResult filter() {
        return flow.process(message);
    }
}
