package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.StoredProcedure;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.RoutineTree;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The state of a routine during the check. */
final class RoutineEntry {

    final EsqlFile file;
    final @Nullable ModuleTree module;
    final RoutineTree tree;
    final Signature signature;

    /**
     * Routines that this routine calls directly. The next fields describe the routine's own code:
     * terminals and labels of PROPAGATE statements, and field references.
     */
    final Set<RoutineEntry> calls = new LinkedHashSet<>();

    final Set<String> terminals = new TreeSet<>();
    final Set<String> labels = new TreeSet<>();
    final List<FieldUse> fields = new ArrayList<>();

    /** Whether the routine has errors or cannot be run. */
    boolean broken;

    @Nullable Routine checked;

    /** Stored procedure of a routine in LANGUAGE DATABASE; null for other routines. */
    final @Nullable StoredProcedure stored;

    /**
     * @param module module of the routine; null for a routine of a schema
     */
    RoutineEntry(
            EsqlFile file, @Nullable ModuleTree module, RoutineTree tree, Signature signature) {
        this.file = file;
        this.module = module;
        this.tree = tree;
        this.signature = signature;
        this.stored = procedure(tree, signature);
    }

    /** Returns this routine and all routines that it calls directly or indirectly. */
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

    /**
     * Returns the stored procedure; null for routines in other languages and for an invalid
     * definition.
     */
    private static @Nullable StoredProcedure procedure(RoutineTree tree, Signature signature) {
        boolean database = tree.language().isEmpty() || tree.language().equals("DATABASE");
        boolean scalars = signature.parameters().stream().allMatch(p -> p.kind() == Kind.SCALAR);
        if (tree.external() == null || !database || !scalars) {
            return null;
        }
        String written = tree.external().name();
        int dot = written.indexOf('.');
        return new StoredProcedure(
                dot < 0 ? "" : written.substring(0, dot).strip(),
                written.substring(dot + 1).strip(),
                signature.parameters(),
                signature.type(),
                tree.resultSets());
    }
}
