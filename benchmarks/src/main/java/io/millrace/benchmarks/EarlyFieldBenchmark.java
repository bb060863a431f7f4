package io.millrace.benchmarks;

import io.millrace.benchmarks.library.Format;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.util.Map;

/**
 * A Filter node that reads a field near the beginning of messages of two sizes. The rest of the
 * message should cost nothing. The flow runs in the caller's thread with queues in memory.
 */
public class EarlyFieldBenchmark extends EngineBenchmark {

    private static final String FLOW =
            """
            flow: early
            nodes:
              in:    {type: MQInput, queue: EARLY.IN, %s}
              early: {type: Filter, expression: "%s"}
              yes:   {type: MQOutput, queue: EARLY.YES}
            connections:
              in.out: early
              early.true: yes
            """;

    @Param({"XMLNSC", "XML", "JSON", "CWF", "MRM_XML", "TAG", "CSV"})
    private String format;

    @Param({"1024", "65536"})
    private int bytes;

    private byte[] message;
    private Flow flow;

    @Setup
    public void open() {
        String properties = "domain: " + format;
        String folder = "Body";
        Format record = Format.XML;
        switch (format) {
            case "XMLNSC", "XML" -> folder = "Body.record";
            case "JSON" -> {
                folder = "Body.Data";
                record = Format.JSON;
            }
            default -> {
                record = Format.valueOf(format);
                properties =
                        "domain: MRM, messageSet: conversions, messageType: record, messageFormat: "
                                + record.wireFormat();
            }
        }
        String text = FLOW.formatted(properties, folder + ".text01 = 'Text field A'");
        String model = Resources.sampleText("conversions/conversions.model.yaml");
        flow =
                Flow.of(
                        Application.of(
                                "early",
                                Map.of("early.flow.yaml", text, "early.model.yaml", model)),
                        "early");
        message = record.message(bytes);
        if (flow.process(message).outputs().size() != 1) {
            throw new IllegalStateException("the message does not pass the filter");
        }
    }

    @TearDown
    public void close() {
        flow.close();
    }

    @Benchmark
    public Object filter() {
        return flow.process(message);
    }
}
