package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.StoredProcedure;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.RoutineTree;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** A routine of the compilation while it is checked. */
final class RoutineEntry {

    final EsqlFile file;
    final ModuleTree module;
    final RoutineTree tree;
    final Signature signature;

    /** What it calls, and the terminals and labels that its own PROPAGATE statements name. */
    final Set<RoutineEntry> calls = new LinkedHashSet<>();

    final Set<String> terminals = new TreeSet<>();
    final Set<String> labels = new TreeSet<>();

    /** Whether errors were found in it, or it cannot be run. */
    boolean broken;

    Routine checked;

    /** What a routine in LANGUAGE DATABASE stands for; null for others. */
    final StoredProcedure stored;

    /**
     * @param module null for a routine of a schema
     */
    RoutineEntry(EsqlFile file, ModuleTree module, RoutineTree tree, Signature signature) {
        this.file = file;
        this.module = module;
        this.tree = tree;
        this.signature = signature;
        this.stored = StoredRoutines.procedure(tree, signature);
    }

    /** Everything that may run when this does, itself included. */
    Set<RoutineEntry> reached() {
        Set<RoutineEntry> reached = new LinkedHashSet<>();
        ArrayDeque<RoutineEntry> open = new ArrayDeque<>();
        open.add(this);
        while (!open.isEmpty()) {
            RoutineEntry entry = open.poll();
            if (reached.add(entry)) {
                open.addAll(entry.calls);
            }
        }
        return reached;
    }
}
