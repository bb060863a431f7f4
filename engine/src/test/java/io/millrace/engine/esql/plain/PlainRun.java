package io.millrace.engine.esql.plain;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Global;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.message.Value;

import java.util.Map;
import java.util.Set;

/** One call of a module. */
public final class PlainRun {

    /** Names below a Root that begin a domain. */
    static final Set<String> DOMAINS = Set.of("XML", "XMLNSC", "JSON", "BLOB");

    /** After so many statements and copied fields a program is given up. */
    private static final int MAX_WORK = 30_000;

    final Program program;
    final PlainNode node;
    final PlainExpressions expressions = new PlainExpressions(this);
    final PlainPaths paths = new PlainPaths(this);
    final PlainLists lists = new PlainLists(this);
    final PlainTrees trees = new PlainTrees(this);
    final PlainCalls calls = new PlainCalls(this);
    private final PlainStatements statements = new PlainStatements(this);
    private final Map<Integer, Object> shared;
    private final Object[] globals;
    private final int callDepth;
    private int depth;
    private int work;
    PlainFrame frame;

    /** What SQLSTATE and SQLCODE tell: the exception that a handler was last chosen for. */
    PlainFailure state;

    /**
     * @param shared the SHARED variables by their index; they are put in at the first run
     * @param callDepth how many routines may be active
     */
    public PlainRun(Program program, PlainNode node, Map<Integer, Object> shared, int callDepth) {
        this.program = program;
        this.node = node;
        this.shared = shared;
        this.globals = new Object[program.globals().size()];
        this.callDepth = callDepth;
    }

    /**
     * Runs Main.
     *
     * @return what it returned, null for NULL
     * @throws PlainFailure where it ended in an error
     */
    public Value run(ProgramModule module) {
        for (GlobalDefinition g : program.globals()) {
            if (!isShared(g.variable())) {
                globals[g.variable().index()] = initial(g);
            } else if (!shared.containsKey(g.variable().index())) {
                shared.put(g.variable().index(), initial(g));
            }
        }
        frame = new PlainFrame(module.main());
        return (Value) body(module.main(), Value.of(true));
    }

    private Object initial(GlobalDefinition g) {
        return trees.initial(g.variable(), g.initial());
    }

    /** Runs a routine in the frame that was made for it; gives a Value, or a PlainField. */
    Object call(Routine routine, PlainFrame prepared) {
        if (depth == callDepth) {
            throw new PlainFailure(ErrorCode.ESQL_DEPTH);
        }
        PlainFrame caller = frame;
        depth++;
        frame = prepared;
        try {
            return body(routine, null);
        } catch (PlainFailure e) {
            e.isPlaced = false;
            throw e;
        } finally {
            frame = caller;
            depth--;
        }
    }

    private Object body(Routine routine, Object atEnd) {
        return statements.run(routine.body()) instanceof PlainEnd.Returns(Object value)
                ? value
                : atEnd;
    }

    /** What a RETURN without a value gives. */
    Object nothing() {
        return frame.routine.signature().index() < 0 ? Value.of(true) : null;
    }

    void works(int steps) {
        work += steps;
        if (work > MAX_WORK) {
            throw new PlainTooMuch();
        }
    }

    // Variables

    Object variable(Variable v) {
        return switch (v) {
            case Local local -> frame.variables[local.slot()];
            case Global global when isShared(global) -> shared.get(global.index());
            case Global global -> globals[global.index()];
        };
    }

    PlainReference reference(Variable v) {
        return (PlainReference) variable(v);
    }

    void set(Variable v, Object value) {
        switch (v) {
            case Local local -> frame.variables[local.slot()] = value;
            case Global global when isShared(global) -> shared.put(global.index(), value);
            case Global global -> globals[global.index()] = value;
        }
    }

    static boolean isShared(Variable v) {
        return v instanceof Global g && g.lifetime().isShared();
    }

    /** Null is in none. */
    boolean isInSharedRow(PlainField field) {
        return field != null && shared.containsValue(field.root());
    }

    static int line(Statement statement) {
        return statement.origin().place().line();
    }
}
