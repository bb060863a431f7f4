package io.millrace.benchmarks;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

import java.util.Map;

/**
 * Ways to iterate over a list and to build a list. The time divided by the number of items should
 * be constant.
 */
public class ListBenchmark extends EngineBenchmark {

    @Param({
        "INDEX_AND_CARDINALITY",
        "FIRST_BESIDE_CARDINALITY",
        "TWO_PLACES",
        "DYNAMIC_NAME",
        "REFERENCE_INDEX",
        "FOR_LOOP",
        "MOVE_NEXTSIBLING",
        "BUILD_BY_INDEX",
        "BUILD_AFTER_CARDINALITY",
        "COPY_CHILDREN",
        "CREATE_LASTCHILD",
        "SELECT_ALL",
        "DELETE_WHILE_GOING"
    })
    private String work;

    @Param({"10", "100", "1000", "10000"})
    private int items;

    private ComputeProgram program;
    private Element root;

    @Setup
    public void compile() {
        root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        Element order = root.add("XML").add("Order");
        order.add("Items", Value.of(Integer.toString(items)));
        for (int i = 0; i < items; i++) {
            Element item = order.add("Item");
            item.add("Code", Value.of("A" + i));
            item.add("Quantity", Value.of(Integer.toString(i % 9)));
            item.add("Price", Value.of("19.99"));
        }
        Object main = ((Map<?, ?>) Resources.yaml("programs.yaml")).get(work);
        program =
                new ComputeProgram(
                        """
                        CREATE COMPUTE MODULE Program
                          CREATE FUNCTION Main() RETURNS BOOLEAN
                          BEGIN
                            %s
                          END;
                        END MODULE;
                        """
                                .formatted(main),
                        "Program",
                        ComputeProgram.parsers(),
                        MessageTemplate.domain("XML"));
        run();
    }

    @Benchmark
    public Object run() {
        return program.run(root);
    }
}
