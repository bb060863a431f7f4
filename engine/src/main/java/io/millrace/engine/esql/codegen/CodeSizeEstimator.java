package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Statement;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A cache of the estimated code sizes of the parts of a program. Each size is computed once. */
final class CodeSizeEstimator {

    private final Map<Object, Integer> known = new IdentityHashMap<>();

    /** Returns the approximate number of bytes of bytecode for a node or a list of nodes. */
    int of(Object node) {
        if (node instanceof List<?> list) {
            int sum = 0;
            for (Object n : list) {
                sum += of(n);
            }
            return sum;
        }
        Integer weight = known.get(node);
        if (weight == null) {
            weight = weigh(node);
            known.put(node, weight);
        }
        return weight;
    }

    /**
     * Computes the size of a node. Statements in it are looked up, because their sizes are needed
     * repeatedly.
     */
    private int weigh(Object node) {
        if (!(node instanceof Statement) && !(node instanceof Statement.Branch)) {
            return ProgramWalk.weight(node);
        }
        int sum = ProgramWalk.BYTES;
        for (Object part : ProgramWalk.parts((Record) node)) {
            sum += of(part);
        }
        return sum;
    }
}
