package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Call.ByVariable;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.PassthruCall;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.CallJava;
import io.millrace.engine.esql.program.Statement.CallStored;
import io.millrace.engine.esql.program.Statement.EndTransaction;
import io.millrace.engine.esql.program.Statement.Handler;
import io.millrace.engine.esql.program.Statement.SetVariable;
import io.millrace.engine.esql.program.Table;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Global;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.work.OutsideUnit;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of a program that Main of a module can reach.
 *
 * @param routines routines in the order of their indexes
 * @param globals variables in the order of initialization: a variable comes after all variables
 *     that its initial value needs
 * @param outsideUnit effect that a rollback might not undo; null if no SHARED variable is written,
 *     no transaction is ended, and PASSTHRU, EVAL, stored procedures and Java calls, which can have
 *     any effect, are absent
 * @param defaultDatabaseUse access to a database without a data source; null if there is none
 * @param evaluates whether there is an EVAL, which can reach parts that are not listed here
 * @param handles whether a handler may catch an exception
 */
record Reachability(
        List<Routine> routines,
        List<GlobalDefinition> globals,
        @Nullable OutsideUnit outsideUnit,
        @Nullable Place defaultDatabaseUse,
        boolean evaluates,
        boolean handles) {

    static Reachability of(Program program, Routine main) {
        Search search = new Search(program);
        search.from(main);
        Map<GlobalDefinition, Integer> needs = new HashMap<>();
        for (GlobalDefinition global : search.globals.values()) {
            Search initial = new Search(program);
            initial.from(global.initial());
            needs.put(global, initial.globals.size());
        }
        List<GlobalDefinition> globals = new ArrayList<>(search.globals.values());
        // A variable that needs another variable also needs all variables that the other one needs.
        // It therefore needs more of them.
        globals.sort(Comparator.comparing(needs::get));
        return new Reachability(
                List.copyOf(search.routines.values()),
                List.copyOf(globals),
                search.outside,
                search.database,
                search.evaluates,
                search.handles || search.evaluates);
    }

    /** A search that collects the reachable parts. */
    private static final class Search {
        final TreeMap<Integer, Routine> routines = new TreeMap<>();
        final TreeMap<Integer, GlobalDefinition> globals = new TreeMap<>();
        @Nullable OutsideUnit outside;
        @Nullable Place database;
        boolean evaluates;
        boolean handles;
        private final Program program;
        private final ArrayDeque<Object> open = new ArrayDeque<>();

        /** Position of the current statement or declaration. */
        private @Nullable Place at;

        Search(Program program) {
            this.program = program;
        }

        void from(@Nullable Object start) {
            if (start != null) {
                open.add(start);
            }
            while (!open.isEmpty()) {
                ProgramWalk.walk(open.pop(), this::visit);
            }
        }

        private void visit(Record node) {
            if (node instanceof Statement statement) {
                at = statement.origin().place();
            }
            switch (node) {
                case Call call -> {
                    int index = call.signature().index();
                    Routine routine = program.routines().get(index);
                    if (routines.putIfAbsent(index, routine) == null) {
                        open.add(routine);
                    }
                }
                case Global global -> {
                    GlobalDefinition definition = program.globals().get(global.index());
                    if (global.kind() == Kind.ROW) {
                        // Code can write through a reference to it.
                        shared(global);
                    }
                    if (globals.putIfAbsent(global.index(), definition) == null) {
                        open.add(definition);
                    }
                }
                case GlobalDefinition definition -> at = definition.origin().place();
                case SetVariable set -> shared(set.variable());
                case Target.ToVariable target -> shared(target.variable());
                case ByVariable argument -> shared(argument.variable());
                case Table table -> database(table.dataSource());
                case PassthruCall passthru -> {
                    database(passthru.dataSource());
                    leaves("uses PASSTHRU, which can have any effect");
                }
                case CallJava _ -> leaves("calls a Java routine");
                case CallStored stored -> {
                    database(stored.dataSource());
                    leaves("calls a stored procedure");
                }
                case EndTransaction _ -> leaves(OutsideUnit.ENDS_TRANSACTION);
                case Handler _ -> handles = true;
                case Evaluation _ -> {
                    leaves("uses EVAL, which can have any effect");
                    evaluates = true;
                }
                default -> {}
            }
        }

        private void database(@Nullable Expression dataSource) {
            if (database == null && dataSource == null) {
                database = at;
            }
        }

        private void shared(Variable variable) {
            if (variable instanceof Global global && global.lifetime().isShared()) {
                leaves(
                        (global.kind() == Kind.ROW ? "uses" : "writes")
                                + " the SHARED variable "
                                + global.name());
            }
        }

        private void leaves(String what) {
            if (outside == null) {
                outside = new OutsideUnit(what, at);
            }
        }
    }
}
