package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.library.StepCache;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.util.concurrent.TimeUnit;

/**
 * One call of a module: what its generated code shares. It ends with the call, and with it
 * everything that remembers elements of the message's trees. Used by the thread of the message
 * only.
 */
final class Run {

    /** How many turns of loops and calls lie between two looks at the clock. */
    private static final int TURNS_PER_LOOK = 1024;

    final EsqlEnvironment environment;
    final ParserRegistry parsers;

    /** Variables of schemas and modules: a Value, FieldReference or Element each. */
    final Object[] globals;

    private final StepCache[] caches;
    private final int maximumDepth;
    private final long budget;
    private final long deadline;
    private int depth;
    private int turns;
    private SqlState state = SqlState.NONE;

    Run(EsqlEnvironment environment, int globals, int caches) {
        this.environment = environment;
        this.parsers = environment.parsers();
        this.globals = globals == 0 ? null : new Object[globals];
        this.caches = new StepCache[caches];
        this.maximumDepth = environment.limits().callDepth();
        this.budget = environment.limits().esqlMillis();
        this.deadline = budget == 0 ? 0 : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(budget);
    }

    Element tree(Correlation correlation) {
        return environment.tree(correlation);
    }

    StepCache cache(int index) {
        StepCache cache = caches[index];
        if (cache == null) {
            cache = new StepCache();
            caches[index] = cache;
        }
        return cache;
    }

    /** Where a reference points; null where it leads nowhere, or its declaration failed. */
    static Element element(FieldReference reference) {
        return reference == null ? null : reference.element();
    }

    static boolean lastMove(FieldReference reference) {
        return reference != null && reference.lastMove();
    }

    /** At the start of a routine. */
    void enter() {
        if (depth == maximumDepth) {
            throw new MillraceException(
                    ErrorCode.ESQL_DEPTH,
                    "more than " + maximumDepth + " routines are active at a time");
        }
        depth++;
        turn();
    }

    /** At the end of a routine, however it ends. */
    void exit() {
        depth--;
    }

    /** At each turn of a loop. */
    void turn() {
        if (deadline != 0 && ++turns % TURNS_PER_LOOK == 0 && System.nanoTime() - deadline > 0) {
            throw new MillraceException(
                    ErrorCode.ESQL_TIME,
                    "the program ran for longer than its budget of " + budget + " ms");
        }
    }

    /**
     * What the last exception that a handler caught, or the last database operation, left behind.
     */
    SqlState state() {
        return state;
    }

    void state(SqlState left) {
        state = left;
    }

    /** SQLCODE and its like, by the ordinal of {@code DatabaseState.What}. */
    Value state(int what) {
        return state.value(what);
    }
}
