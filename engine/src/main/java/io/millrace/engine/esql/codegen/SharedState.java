package io.millrace.engine.esql.codegen;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What all threads that run a program share: its SHARED variables, and the locks of its ATOMIC
 * blocks. Lives as long as the program is deployed. Safe to use from several threads.
 */
final class SharedState {

    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final Map<Integer, Cell> cells = new ConcurrentHashMap<>();

    /** The lock of the ATOMIC blocks of a schema with one label. */
    ReentrantLock lock(String name) {
        return locks.computeIfAbsent(name, n -> new ReentrantLock());
    }

    Cell cell(int global) {
        return cells.computeIfAbsent(global, g -> new Cell());
    }

    /**
     * A SHARED variable. Statements that use a SHARED ROW hold its lock, so that no two threads are
     * in its tree at a time.
     */
    static final class Cell {
        final ReentrantLock lock = new ReentrantLock();
        private volatile boolean filled;
        private volatile Value value;
        private volatile Element tree;

        boolean isFilled() {
            return filled;
        }

        /** The initial value of a scalar, unless another thread was first. */
        synchronized void fill(Value initial) {
            if (!filled) {
                value = initial;
                filled = true;
            }
        }

        /** The initial content of a ROW, unless another thread was first. */
        synchronized void fill(Element initial) {
            if (!filled) {
                tree = initial.deepCopy();
                filled = true;
            }
        }

        Value value() {
            return value;
        }

        void value(Value assigned) {
            value = assigned;
        }

        Element tree() {
            return tree;
        }
    }
}
