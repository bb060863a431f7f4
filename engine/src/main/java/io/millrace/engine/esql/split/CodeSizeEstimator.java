package io.millrace.engine.esql.split;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Branch;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A cache of the estimated code sizes of the nodes of a program. Each size is calculated once. */
final class CodeSizeEstimator {

    /** Approximate number of bytes of bytecode for a node. */
    static final int NODE_BYTES = 12;

    /** Approximate number of bytes of bytecode for the call of a part. */
    static final int CALL_BYTES = 10;

    private final Map<Object, Integer> known = new IdentityHashMap<>();

    /** Returns the approximate number of bytes of bytecode for a node or a list of nodes. */
    int bytes(@Nullable Object node) {
        return switch (node) {
            case List<?> list -> sum(list);
            case Statement.Part _, Expression.Part _ -> CALL_BYTES;
            // The sizes of statements are used repeatedly.
            case Statement _, Branch _ -> {
                Integer bytes = known.get(node);
                if (bytes == null) {
                    bytes = own(node);
                    known.put(node, bytes);
                }
                yield bytes;
            }
            case null -> 0;
            default -> ProgramWalk.isNode(node) ? own(node) : 0;
        };
    }

    private int own(Object node) {
        return NODE_BYTES + sum(Arrays.asList(ProgramWalk.children((Record) node)));
    }

    private int sum(List<?> nodes) {
        int sum = 0;
        for (Object n : nodes) {
            sum += bytes(n);
        }
        return sum;
    }
}
