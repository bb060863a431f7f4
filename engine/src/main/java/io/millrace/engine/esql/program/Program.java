package io.millrace.engine.esql.program;

import java.util.List;

/**
 * All ESQL of an application that has no errors.
 *
 * @param routines all routines except the Mains of modules, each at the index of its signature
 * @param globals variables of schemas and modules, each at its own index, in the order of their
 *     initialization
 * @param modules modules that nodes can run
 */
public record Program(
        List<Routine> routines, List<GlobalDefinition> globals, List<ProgramModule> modules) {

    public static final Program EMPTY = new Program(List.of(), List.of(), List.of());

    public Program {
        routines = List.copyOf(routines);
        globals = List.copyOf(globals);
        modules = List.copyOf(modules);
        for (int i = 0; i < routines.size(); i++) {
            Preconditions.unless(
                    routines.get(i).signature().index() == i,
                    "a routine must be at the index of its signature");
        }
        for (int i = 0; i < globals.size(); i++) {
            Preconditions.unless(
                    globals.get(i).variable().index() == i,
                    "a global variable must be at its index");
        }
    }
}
