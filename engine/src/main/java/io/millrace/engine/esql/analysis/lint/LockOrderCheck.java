package io.millrace.engine.esql.analysis.lint;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.StatementTree;
import io.millrace.engine.esql.syntax.StatementTree.Block;
import io.millrace.engine.esql.syntax.TreeWalk;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A check for ATOMIC blocks that are nested in different orders, which can make two threads of a
 * flow wait for each other. Routines called in such a block are not checked.
 */
public final class LockOrderCheck {

    /** A pair of nested ATOMIC blocks, identified by lock names. */
    private record Nesting(String outer, String inner) {}

    private final Map<Nesting, Place> found = new LinkedHashMap<>();

    /** Adds a routine body; null is accepted for an external routine. */
    public void add(EsqlFile file, @Nullable StatementTree body) {
        if (body != null) {
            add(file, body, new ArrayDeque<>());
        }
    }

    private void add(EsqlFile file, StatementTree tree, Deque<String> around) {
        if (tree instanceof Block block && block.atomic()) {
            String label = block.label() == null ? "" : block.label().text();
            String lock = file.schema() + ":" + label;
            if (!around.contains(lock)) {
                Place place = file.place(block.span());
                around.forEach(outer -> found.putIfAbsent(new Nesting(outer, lock), place));
            }
            around.push(lock);
            TreeWalk.children(tree).forEach(s -> add(file, s, around));
            around.pop();
        } else {
            TreeWalk.children(tree).forEach(s -> add(file, s, around));
        }
    }

    /**
     * Adds a warning for each pair of locks that is acquired in both orders, at the position of the
     * second.
     */
    public void warn(Problems problems) {
        Set<Nesting> before = new HashSet<>();
        found.forEach(
                (nesting, place) -> {
                    Nesting reverse = new Nesting(nesting.inner, nesting.outer);
                    Place first = found.get(reverse);
                    if (first != null && before.contains(reverse)) {
                        problems.warning(
                                ErrorCode.ESQL_DEADLOCK,
                                place,
                                """
                                this ATOMIC block and the enclosing one are nested in the \
                                opposite order at %s:%d; two threads of a flow can deadlock\
                                """
                                        .formatted(first.source().name(), first.line()),
                                "nest ATOMIC blocks in the same order everywhere");
                    }
                    before.add(nesting);
                });
    }
}
