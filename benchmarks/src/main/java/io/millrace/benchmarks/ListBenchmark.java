package io.millrace.benchmarks;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;

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

/**
 * The usual ways to go through the items of a list and to build one. Read the time divided by the
 * number of items: it should be the same for all numbers.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ListBenchmark {

    @Param private ListWork work;

    @Param({"10", "100", "1000", "10000"})
    private int items;

    private EsqlText program;

    @Setup
    public void compile() {
        program = new EsqlText(work.statements(), "");
        program.input(orders(items));
        program.run();
    }

    static Element orders(int items) {
        Element root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        Element order = folder(folder(root, "XML"), "Order");
        field(order, "Items", Integer.toString(items));
        for (int i = 0; i < items; i++) {
            Element item = folder(order, "Item");
            field(item, "Code", "A" + i);
            field(item, "Quantity", Integer.toString(i % 9));
            field(item, "Price", "19.99");
        }
        return root;
    }

    private static Element folder(Element parent, String name) {
        Element made = Element.of(ElementType.NAME, name);
        parent.addLast(made);
        return made;
    }

    private static void field(Element parent, String name, String text) {
        parent.addLast(Element.of(ElementType.NAME_VALUE, "", name, Value.of(text)));
    }

    @Benchmark
    public Value esql() {
        return program.run();
    }
}
