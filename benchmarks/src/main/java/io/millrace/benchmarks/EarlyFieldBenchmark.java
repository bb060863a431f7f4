package io.millrace.benchmarks;

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

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A Filter node that reads a field near the beginning of messages of two sizes: what lies behind
 * the field should cost nothing. A flow in the caller's thread with queues in memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EarlyFieldBenchmark {

    private static final String FLOW =
            """
            flow: early
            nodes:
              in:    {type: MQInput, queue: EARLY.IN, domain: %s}
              large: {type: Filter, expression: "Body.%s > 1000"}
              yes:   {type: MQOutput, queue: EARLY.YES}
            connections:
              in.out: large
              large.true: yes
            """;

    /** How many bytes a message has at least. */
    @Param({"1024", "65536"})
    private int bytes;

    @Param({"XMLNSC", "XML", "JSON"})
    private String domain;

    private byte[] message;
    private Flow flow;

    @Setup
    public void open() {
        boolean json = domain.equals("JSON");
        flow = Flow.parse(FLOW.formatted(domain, json ? "Data.total" : "order.total"));
        StringBuilder text = new StringBuilder();
        text.append(
                json
                        ? "{\"id\": \"A4711\", \"total\": 1234, \"items\": ["
                        : "<order><id>A4711</id><total>1234</total><items>");
        for (int i = 0; text.length() < bytes; i++) {
            String item =
                    json
                            ? "%s{\"number\": %d, \"name\": \"thing\"}"
                                    .formatted(i > 0 ? "," : "", i)
                            : "<item><number>%d</number><name>thing</name></item>".formatted(i);
            text.append(item);
        }
        text.append(json ? "]}" : "</items></order>");
        message = text.toString().getBytes(StandardCharsets.UTF_8);
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
