package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.SharedMemory;
import io.millrace.engine.message.TreeSize;
import io.millrace.engine.message.Value;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the threads of a flow share: the SHARED variables of schemas, one each for the flow, those
 * of modules, one each for a node, and the locks of ATOMIC blocks, one for each schema and label in
 * the flow. Lives as long as the flow is deployed. Safe to use from several threads.
 *
 * <p>One lock guards the trees of all SHARED ROWs of a flow: a statement that uses one, or a
 * reference into one, holds it. It is given back while a routine is called or a message propagated,
 * so that who holds it never waits for an ATOMIC block, and nothing can wait in a circle.
 */
final class SharedState {

    private final Program program;
    private final Flow flow;
    private final Cell[] node;

    /** What belongs to the flow. */
    private static final class Flow {
        final Cell[] cells;
        final Exclusions exclusions = new Exclusions();
        final ReentrantLock rows = new ReentrantLock();

        /** The tops of all SHARED ROWs. */
        final Set<Element> tops = ConcurrentHashMap.newKeySet();

        /** Variables that had a large value. */
        final Set<Cell> large = ConcurrentHashMap.newKeySet();

        final SharedMemory memory;

        Flow(Program program, String name) {
            this.cells = SharedState.cells(program, Variable.Lifetime.FLOW, this);
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

    private SharedState(Program program, Flow flow) {
        this.program = program;
        this.flow = flow;
        this.node = cells(program, Variable.Lifetime.NODE, flow);
    }

    /** For a flow, and one node of it. */
    static SharedState ofFlow(Program program, String name) {
        return new SharedState(program, new Flow(program, name));
    }

    /** For another node of the same flow. */
    SharedState ofNode() {
        return new SharedState(program, flow);
    }

    private static Cell[] cells(Program program, Variable.Lifetime lifetime, Flow flow) {
        Cell[] cells = new Cell[program.globals().size()];
        for (GlobalDefinition global : program.globals()) {
            if (global.variable().lifetime() == lifetime) {
                cells[global.variable().index()] = new Cell(flow);
            }
        }
        return cells;
    }

    Cell flowCell(int global) {
        return flow.cells[global];
    }

    Cell nodeCell(int global) {
        return node[global];
    }

    /** ATOMIC blocks by their locks, and SHARED variables that get their initial value. */
    Exclusions exclusions() {
        return flow.exclusions;
    }

    // Rows

    /** At the start of a statement that uses a SHARED ROW. */
    void lockRows() {
        flow.rows.lock();
    }

    /** At the end of a statement, however it ends; the lock may have been given back before. */
    void unlockRows() {
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

    /** The initial content of a ROW. */
    void fill(Cell cell, Element initial) {
        Element tree = initial.deepCopy();
        flow.tops.add(tree);
        cell.tree = tree;
    }

    /**
     * A SHARED variable. It gets its initial value from the first thread that needs it, while
     * others wait.
     */
    static final class Cell {
        private final Flow flow;
        private volatile boolean filled;
        private volatile Value value;
        private volatile Element tree;

        private Cell(Flow flow) {
            this.flow = flow;
        }

        /** Whether it has its initial value. */
        boolean isFilled() {
            return filled;
        }

        void filled() {
            filled = true;
        }

        @Override
        public String toString() {
            return "the initial value of a SHARED variable";
        }

        Value value() {
            return value;
        }

        void value(Value assigned) {
            value = assigned;
            if (TreeSize.isLarge(assigned)) {
                flow.large.add(this);
                flow.measure();
            }
        }

        Element tree() {
            return tree;
        }
    }
}
