package io.millrace.engine.esql.runtime;

import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.Variable.Lifetime;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.SharedMemory;
import io.millrace.engine.message.TreeSize;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The state that the threads of a flow share. A SHARED variable of a schema exists once for each
 * flow, a SHARED variable of a module once for each node. An EXTERNAL variable with a separate
 * value for each node also exists once for each node. Such a variable has its value from the start.
 * The lock of ATOMIC blocks exists once for each schema and label in the flow. The state exists as
 * long as the flow is deployed. Safe for use by several threads.
 *
 * <p>One lock guards the trees of all SHARED ROWs of a flow. A statement that uses such a tree, or
 * a reference into such a tree, holds the lock. The lock is released during the call of a routine
 * and the propagation of a message. A thread that holds the lock therefore never waits for an
 * ATOMIC block, and a deadlock is impossible.
 */
public final class SharedState {

    private final Program program;
    private final Flow flow;
    private final Cell[] node;
    private final Map<Integer, Value> externals;

    /** The state of a flow. */
    private static final class Flow {
        final Cell[] cells;
        final AtomicLocks exclusions = new AtomicLocks();
        final ReentrantLock rows = new ReentrantLock();

        /** The root elements of all SHARED ROWs. */
        final Set<Element> tops = ConcurrentHashMap.newKeySet();

        /** The variables that have had a large value at some time. */
        final Set<Cell> large = ConcurrentHashMap.newKeySet();

        final SharedMemory memory;

        Flow(Program program, String name) {
            this.cells = SharedState.cells(program, Lifetime.FLOW, this);
            this.memory = new SharedMemory(name);
        }

        void measure() {
            rows.lock();
            try {
                memory.measure(this::measure);
            } finally {
                rows.unlock();
            }
        }

        private void measure(TreeSize size) {
            tops.forEach(size::add);
            large.forEach(cell -> size.add(cell.value));
        }
    }

    private SharedState(Program program, Flow flow, Map<Integer, Value> externals) {
        this.program = program;
        this.flow = flow;
        this.node = cells(program, Lifetime.NODE, flow);
        this.externals = externals;
        externals.forEach(
                (global, value) -> {
                    node[global].value = value;
                    node[global].filled();
                });
    }

    /** Returns the shared state of a flow and of one node of the flow. */
    public static SharedState ofFlow(Program program, String name) {
        return new SharedState(program, new Flow(program, name), Map.of());
    }

    /** Returns the state of another node of the same flow, with the same external values. */
    public SharedState ofNode() {
        return new SharedState(program, flow, externals);
    }

    /**
     * Returns the state of another node of the same flow.
     *
     * @param values values of the node's EXTERNAL variables, by the indexes of the variables
     */
    public SharedState withExternals(Map<Integer, Value> values) {
        return new SharedState(program, flow, Map.copyOf(values));
    }

    private static Cell[] cells(Program program, Lifetime lifetime, Flow flow) {
        Cell[] cells = new Cell[program.globals().size()];
        for (GlobalDefinition global : program.globals()) {
            if (global.variable().lifetime() == lifetime) {
                cells[global.variable().index()] = new Cell(flow);
            }
        }
        return cells;
    }

    public Cell flowCell(int global) {
        return flow.cells[global];
    }

    public Cell nodeCell(int global) {
        return node[global];
    }

    /** Returns the locks of ATOMIC blocks and of SHARED variables that are being initialized. */
    AtomicLocks exclusions() {
        return flow.exclusions;
    }

    // Rows

    /** Acquires the lock of SHARED ROWs at the start of a statement that uses a SHARED ROW. */
    public void lockRows() {
        flow.rows.lock();
    }

    /**
     * Releases the lock of SHARED ROWs at the end of a statement, whether it succeeded or failed.
     * Has no effect if the lock was already released.
     */
    public void unlockRows() {
        if (flow.rows.isHeldByCurrentThread()) {
            try {
                if (flow.memory.isDue()) {
                    flow.measure();
                }
            } finally {
                flow.rows.unlock();
            }
        }
    }

    boolean holdsRows() {
        return flow.rows.isHeldByCurrentThread();
    }

    boolean isOfRow(Element element) {
        return flow.tops.contains(element.root());
    }

    /** Sets the initial content of a ROW. */
    public void fill(Cell cell, Element initial) {
        Element tree = initial.deepCopy();
        flow.tops.add(tree);
        cell.tree = tree;
    }

    /**
     * A SHARED variable. The first thread that needs the variable initializes it, while other
     * threads wait.
     */
    public static final class Cell {
        private final Flow flow;
        private volatile boolean filled;
        private volatile @Nullable Value value;
        private volatile @Nullable Element tree;

        private Cell(Flow flow) {
            this.flow = flow;
        }

        /** Whether the variable is initialized. */
        boolean isFilled() {
            return filled;
        }

        public void filled() {
            filled = true;
        }

        @Override
        public String toString() {
            return "the initial value of a SHARED variable";
        }

        public @Nullable Value value() {
            return value;
        }

        public void assign(@Nullable Value assigned) {
            value = assigned;
            if (TreeSize.isLarge(assigned)) {
                flow.large.add(this);
                flow.measure();
            }
        }

        public @Nullable Element tree() {
            return tree;
        }
    }
}
