package io.millrace.benchmarks;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Scalar ESQL in loops of 10,000 turns, beside the same work written in Java. */
public class ScalarBenchmark extends EngineBenchmark {

    @Param({
        "INTEGER",
        "FLOAT",
        "DECIMAL",
        "TEXT",
        "LINES",
        "DATES",
        "READ_DATES",
        "CHOICE",
        "FIBONACCI"
    })
    private String work;

    @Param({"ESQL", "JAVA"})
    private String language;

    private final Element root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
    private ComputeProgram program;

    @Setup
    public void compile() {
        program = ComputeProgram.named(work);
        String made = program.run(root).text();
        String wanted = ScalarByHand.run(work).toString();
        if (!made.equals(wanted)) {
            throw new IllegalStateException(
                    "%s: ESQL returns %s, Java %s".formatted(work, made, wanted));
        }
    }

    @Benchmark
    public Object run() {
        return language.equals("ESQL") ? program.run(root) : ScalarByHand.run(work);
    }
}
