package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.PassthruCall;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;

import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;

/**
 * What a module's Main can reach.
 *
 * @param routines by their index
 * @param globals in the order of their initialisation
 * @param staysInUnit whether a rollback undoes all of it: no SHARED variable, and neither PASSTHRU
 *     nor Java, which may do anything
 */
record Reach(List<Routine> routines, List<GlobalDefinition> globals, boolean staysInUnit) {

    static Reach of(Program program, Routine main) {
        TreeMap<Integer, Routine> routines = new TreeMap<>();
        TreeMap<Integer, GlobalDefinition> globals = new TreeMap<>();
        boolean[] leaves = {false};
        ArrayDeque<Object> open = new ArrayDeque<>();
        open.add(main);
        while (!open.isEmpty()) {
            Nodes.walk(
                    open.pop(),
                    node -> {
                        if (node instanceof Call call) {
                            int index = call.signature().index();
                            Routine routine = program.routines().get(index);
                            if (routines.putIfAbsent(index, routine) == null) {
                                open.add(routine);
                            }
                        } else if (node instanceof Variable.Global global) {
                            GlobalDefinition definition = program.globals().get(global.index());
                            leaves[0] |=
                                    definition.variable().lifetime() == Variable.Lifetime.SHARED;
                            if (globals.putIfAbsent(global.index(), definition) == null) {
                                open.add(definition);
                            }
                        } else if (node instanceof PassthruCall
                                || node instanceof Statement.CallJava) {
                            leaves[0] = true;
                        }
                    });
        }
        return new Reach(List.copyOf(routines.values()), List.copyOf(globals.values()), !leaves[0]);
    }
}
