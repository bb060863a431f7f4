package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.PassthruCall;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a module's Main can reach.
 *
 * @param routines by their index
 * @param globals in the order of their initialisation: what the initial value of another one needs
 *     comes first
 * @param staysInUnit whether a rollback undoes all of it: no SHARED variable, no end of a
 *     transaction, and no PASSTHRU, no EVAL, no stored procedure and no Java, which may do anything
 * @param evaluates whether there is an EVAL, which may reach what is not here
 * @param handles whether a handler may catch an exception
 */
record Reach(
        List<Routine> routines,
        List<GlobalDefinition> globals,
        boolean staysInUnit,
        boolean evaluates,
        boolean handles) {

    static Reach of(Program program, Routine main) {
        Search search = new Search(program);
        search.from(main);
        Map<GlobalDefinition, Integer> needs = new HashMap<>();
        for (GlobalDefinition global : search.globals.values()) {
            Search initial = new Search(program);
            initial.from(global.initial());
            needs.put(global, initial.globals.size());
        }
        List<GlobalDefinition> globals = new ArrayList<>(search.globals.values());
        // What needs another one needs all that the other one needs, and so more than that.
        globals.sort(Comparator.comparing(needs::get));
        return new Reach(
                List.copyOf(search.routines.values()),
                List.copyOf(globals),
                !search.leaves,
                search.evaluates,
                search.handles || search.evaluates);
    }

    /** Collects what is reached. */
    private static final class Search {
        final TreeMap<Integer, Routine> routines = new TreeMap<>();
        final TreeMap<Integer, GlobalDefinition> globals = new TreeMap<>();
        boolean leaves;
        boolean evaluates;
        boolean handles;
        private final Program program;
        private final ArrayDeque<Object> open = new ArrayDeque<>();

        Search(Program program) {
            this.program = program;
        }

        void from(Object start) {
            if (start != null) {
                open.add(start);
            }
            while (!open.isEmpty()) {
                Nodes.walk(open.pop(), this::visit);
            }
        }

        private void visit(Record node) {
            switch (node) {
                case Call call -> {
                    int index = call.signature().index();
                    Routine routine = program.routines().get(index);
                    if (routines.putIfAbsent(index, routine) == null) {
                        open.add(routine);
                    }
                }
                case Variable.Global global -> {
                    GlobalDefinition definition = program.globals().get(global.index());
                    leaves |= definition.variable().lifetime().isShared();
                    if (globals.putIfAbsent(global.index(), definition) == null) {
                        open.add(definition);
                    }
                }
                case PassthruCall _,
                        Statement.CallJava _,
                        Statement.CallStored _,
                        Statement.EndTransaction _ ->
                        leaves = true;
                case Statement.Handler _ -> handles = true;
                case Evaluation _ -> {
                    leaves = true;
                    evaluates = true;
                }
                default -> {}
            }
        }
    }
}
