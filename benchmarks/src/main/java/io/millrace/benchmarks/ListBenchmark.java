package io.millrace.benchmarks;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Ways to go through the items of a list and to build one. The time divided by the number of items
 * should be constant. {@code FOR_LOOP_IN_JAVA} shows how much of a long list the caches of the
 * processor explain.
 */
public class ListBenchmark extends EngineBenchmark {

    private static final String IN_JAVA = "FOR_LOOP_IN_JAVA";

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
        "DELETE_WHILE_GOING",
        IN_JAVA
    })
    private String work;

    @Param({"10", "100", "1000", "10000"})
    private int items;

    private ComputeProgram program;
    private Element root;

    @Setup
    public void compile() {
        root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        Element order = folder(folder(root, "XML"), "Order");
        field(order, "Items", Integer.toString(items));
        for (int i = 0; i < items; i++) {
            Element item = folder(order, "Item");
            field(item, "Code", "A" + i);
            field(item, "Quantity", Integer.toString(i % 9));
            field(item, "Price", "19.99");
        }
        program = work.equals(IN_JAVA) ? null : ComputeProgram.named(work);
        run();
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
    public Object run() {
        return program == null ? java() : program.run(root);
    }

    private long java() {
        long length = 0;
        for (Element e = root.at("XML", "Order").firstChild(); e != null; e = e.next()) {
            if (e.isNamed("Item")) {
                length += e.textOf("Code").length();
            }
        }
        return length;
    }
}
