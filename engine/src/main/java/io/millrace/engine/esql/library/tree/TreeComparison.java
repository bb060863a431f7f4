package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.List;

/** Comparison of two trees by the names and values of all fields below their tops, in order. */
public final class TreeComparison {

    private TreeComparison() {}

    /**
     * Compares rows or folders with {@code =}: 1 true, 0 false, -1 unknown. The result is unknown
     * if a row is missing, or if a value is compared with NULL.
     */
    static int testEqual(@Nullable Element left, @Nullable Element right) {
        if (left == null || right == null) {
            return -1;
        }
        boolean unknown = false;
        ArrayDeque<Element> open = new ArrayDeque<>();
        open.push(right);
        open.push(left);
        while (!open.isEmpty()) {
            Element a = open.pop();
            Element b = open.pop();
            int test = values(a.value(), b.value());
            unknown |= test < 0;
            if (test == 0 || !pair(a, b, open)) {
                return 0;
            }
        }
        return unknown ? -1 : 1;
    }

    /**
     * Compares lists with {@code =}: lists with the same number of equal items are equal. Returns 1
     * for true, 0 for false, -1 for unknown.
     */
    public static int testEqualLists(List<Element> left, List<Element> right) {
        if (left.size() != right.size()) {
            return 0;
        }
        int result = 1;
        for (int i = 0; i < left.size() && result != 0; i++) {
            int test = testEqual(left.get(i), right.get(i));
            result = test == 0 ? 0 : Math.min(result, test);
        }
        return result;
    }

    private static int values(@Nullable Value a, @Nullable Value b) {
        return a == null && b == null ? 1 : Operators.testEqual(a, b);
    }

    /**
     * Adds the pairs of children to the pairs to compare. Returns false if the names or the numbers
     * of the children differ. The first children are compared first, so an error always refers to
     * the first pair that fails.
     */
    private static boolean pair(Element a, Element b, ArrayDeque<Element> open) {
        Element x = a.firstChild();
        Element y = b.firstChild();
        ArrayDeque<Element> pairs = new ArrayDeque<>();
        while (x != null && y != null && x.isNamed(y.namespace(), y.name())) {
            pairs.push(x);
            pairs.push(y);
            x = x.next();
            y = y.next();
        }
        pairs.forEach(open::push);
        return x == null && y == null;
    }
}
