package io.millrace.benchmarks;

import io.millrace.benchmarks.library.Format;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A Filter node that reads a field near the beginning of messages of two sizes: the rest of the
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
        boolean json = format.equals("JSON");
        if (json || format.startsWith("XML")) {
            String field = json ? "Body.Data.total > 1000" : "Body.order.total > 1000";
            flow = Flow.parse(FLOW.formatted("domain: " + format, field));
            message = json ? json() : xml();
        } else {
            Format record = Format.valueOf(format);
            String properties =
                    "domain: MRM, messageSet: conversions, messageType: record, messageFormat: "
                            + record.wireFormat();
            String text = FLOW.formatted(properties, "Body.text01 = 'Text field A'");
            String model = Resources.sampleText("conversions/conversions.model.yaml");
            flow =
                    Flow.of(
                            Application.of(
                                    "early",
                                    Map.of("early.flow.yaml", text, "early.model.yaml", model)),
                            "early");
            message = record.message(bytes);
        }
        if (flow.process(message).outputs().size() != 1) {
            throw new IllegalStateException("the message does not pass the filter");
        }
    }

    private byte[] xml() {
        return items(
                "<order><id>A4711</id><total>1234</total><items>",
                "<item><number>4711</number><name>thing</name></item>",
                "</items></order>");
    }

    private byte[] json() {
        return items(
                "{\"id\": \"A4711\", \"total\": 1234, \"items\": [{}",
                ",{\"number\": 4711, \"name\": \"thing\"}",
                "]}");
    }

    private byte[] items(String begin, String item, String end) {
        int count = Math.ceilDiv(bytes - begin.length(), item.length());
        return (begin + item.repeat(count) + end).getBytes(StandardCharsets.UTF_8);
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
