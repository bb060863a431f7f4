package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Variable;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;

/**
 * What a module's Main can reach.
 *
 * @param routines by their index
 * @param globals in the order of their initialisation
 */
record Reach(List<Routine> routines, List<GlobalDefinition> globals) {

    static Reach of(Program program, Routine main) {
        TreeMap<Integer, Routine> routines = new TreeMap<>();
        TreeMap<Integer, GlobalDefinition> globals = new TreeMap<>();
        ArrayDeque<Object> open = new ArrayDeque<>();
        open.add(main);
        while (!open.isEmpty()) {
            Nodes.walk(open.pop(), node -> {
                if (node instanceof Call call) {
                    int index = call.signature().index();
                    Routine routine = program.routines().get(index);
                    if (routines.putIfAbsent(index, routine) == null) {
                        open.add(routine);
                    }
                } else if (node instanceof Variable.Global global) {
                    GlobalDefinition definition = program.globals().get(global.index());
                    if (globals.putIfAbsent(global.index(), definition) == null) {
                        open.add(definition);
                    }
                }
            });
        }
        return new Reach(List.copyOf(routines.values()), List.copyOf(globals.values()));
    }
}
