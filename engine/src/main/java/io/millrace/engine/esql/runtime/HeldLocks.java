package io.millrace.engine.esql.runtime;

import io.millrace.engine.esql.library.ExecutionBudget;

import java.util.ArrayList;
import java.util.List;

/**
 * The locks of the ATOMIC blocks that a program is in, from the outermost to the innermost block. A
 * program does not hold them while it sleeps.
 */
final class HeldLocks implements ExecutionBudget.Locks {

    private final AtomicLocks locks;
    private final ExecutionBudget budget;
    private final List<Entry> entries = new ArrayList<>();

    private static final class Entry {
        final Object name;

        /**
         * Whether the program holds the lock. False during a wait, and if the lock was not acquired
         * again after the wait.
         */
        boolean held = true;

        Entry(Object name) {
            this.name = name;
        }
    }

    HeldLocks(AtomicLocks locks, ExecutionBudget budget) {
        this.locks = locks;
        this.budget = budget;
    }

    void enter(Object name) {
        locks.enter(name, budget);
        entries.add(new Entry(name));
    }

    /** Leaves the innermost block. */
    void leave() {
        release(entries.removeLast());
    }

    @Override
    public void release() {
        entries.reversed().forEach(this::release);
    }

    private void release(Entry entry) {
        if (entry.held) {
            entry.held = false;
            locks.leave(entry.name);
        }
    }

    @Override
    public void acquire() {
        for (Entry entry : entries) {
            if (!entry.held) {
                locks.enter(entry.name, budget);
                entry.held = true;
            }
        }
    }
}
