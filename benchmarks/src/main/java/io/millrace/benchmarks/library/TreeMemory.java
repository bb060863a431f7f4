package io.millrace.benchmarks.library;

import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;

import org.apache.commons.math3.stat.StatUtils;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The memory of message trees: trees of the same message are read completely and kept, and the heap
 * is measured after a garbage collection.
 *
 * @param trees number of trees of each message
 * @param rounds number of measurements of each message
 */
public record TreeMemory(int trees, int rounds) {

    private static final int FILLER_BYTES = 0;

    /** Returns a row for each format. */
    public List<ResultRow> measure() {
        return Stream.of(Format.values()).map(this::row).toList();
    }

    private ResultRow row(Format format) {
        byte[] message = format.message(FILLER_BYTES);
        List<Double> rates = new ArrayList<>();
        double[] heap = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            Element[] kept = new Element[trees];
            long before = used();
            long begin = System.nanoTime();
            Arrays.setAll(kept, n -> read(format, message.clone()));
            rates.add(trees * 1e9 / (System.nanoTime() - begin));
            heap[i] = (double) (used() - before) / trees / message.length;
            if (kept[trees - 1].size() == 0) {
                throw new IllegalStateException("the tree must have children");
            }
        }
        Work work = new Work("tree-memory-" + format.word(), "", "", false, message.length);
        return ResultRow.alone(work, ResultRow.MILLRACE, 1, rates, Double.NaN)
                .with(Map.of("heapPerByte", StatUtils.percentile(heap, 50)));
    }

    private static Element read(Format format, byte[] message) {
        Element body = format.parser().parse(Bytes.of(message), format.parseOptions());
        visit(body);
        return body;
    }

    private static void visit(Element e) {
        e.type();
        e.value();
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            visit(c);
        }
    }

    /** Returns the number of bytes of the heap that are in use. */
    public static long used() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
