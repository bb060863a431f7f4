package io.millrace.engine.esql.codegen;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The statements that enclose the current statement: targets of LEAVE and ITERATE, and cleanup code
 * to run before a jump to a target.
 */
final class EnclosingScopes {

    private final Deque<Exit> open = new ArrayDeque<>();

    sealed interface Exit {}

    /**
     * A labelled statement of this method.
     *
     * @param again target of ITERATE; null for a block
     */
    record Near(String label, Label after, @Nullable Label again) implements Exit {
        boolean is(String requested, boolean toIterate) {
            return label.equals(requested) && (!toIterate || again != null);
        }
    }

    /**
     * A labelled statement of a method that called this method. The return value of this method
     * identifies the exit.
     */
    record Far(String label, boolean iterates, int code) implements Exit {
        boolean is(String requested, boolean toIterate) {
            return label.equals(requested) && iterates == toIterate;
        }
    }

    /** A cleanup action, for example the release of a lock. */
    record Undo(Runnable code) implements Exit {}

    void push(Exit exit) {
        open.push(exit);
    }

    void pop() {
        open.pop();
    }

    /** Whether any enclosing statement has a label. */
    boolean hasLabels() {
        return open.stream().anyMatch(e -> !(e instanceof Undo));
    }

    /**
     * Whether a statement can leave (or, if {@code iterates}, continue) an enclosing statement with
     * this label.
     */
    boolean has(String label, boolean iterates) {
        return open.stream()
                .anyMatch(
                        e ->
                                switch (e) {
                                    case Near near -> near.is(label, iterates);
                                    case Far far -> far.is(label, iterates);
                                    case Undo _ -> false;
                                });
    }

    /** Writes the cleanup on the way out of the method. */
    void undoAll() {
        for (Exit e : open) {
            if (e instanceof Undo(Runnable code)) {
                code.run();
            }
        }
    }

    /** Writes the cleanup on the way to a label, and returns the exit for this label. */
    Exit leave(String label, boolean iterates) {
        for (Exit e : open) {
            switch (e) {
                case Undo(Runnable code) -> code.run();
                case Near near when near.is(label, iterates) -> {
                    return near;
                }
                case Far far when far.is(label, iterates) -> {
                    return far;
                }
                default -> {}
            }
        }
        throw new IllegalStateException("no enclosing statement has the label " + label);
    }
}
