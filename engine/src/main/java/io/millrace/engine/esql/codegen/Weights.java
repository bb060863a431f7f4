package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Statement;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** How long the code of the parts of a program becomes, found out once for each. */
final class Weights {

    private final Map<Object, Integer> known = new IdentityHashMap<>();

    /** About how many bytes of bytecode a node, or a list of nodes, becomes. */
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

    /** Statements in it are looked up: a part of them is asked for again and again. */
    private int weigh(Object node) {
        if (!(node instanceof Statement) && !(node instanceof Statement.Branch)) {
            return Nodes.weight(node);
        }
        int sum = Nodes.BYTES;
        for (Object part : Nodes.parts((Record) node)) {
            sum += of(part);
        }
        return sum;
    }
}
