package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.Budget;
import io.millrace.engine.esql.library.Direction;
import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.library.Fields;
import io.millrace.engine.esql.library.FixedPath;
import io.millrace.engine.esql.library.PathCache;
import io.millrace.engine.esql.library.StepCache;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * One call of a module: what its generated code shares. It ends with the call, and with it
 * everything that remembers elements of the message's trees. Used by the thread of the message
 * only.
 */
final class Run {

    final EsqlEnvironment environment;
    final ParserRegistry parsers;

    /** Variables of schemas and modules: a Value, FieldReference or Element each. */
    final Object[] globals;

    final SharedState shared;
    final EvaluatedTexts texts;
    final Budget budget;

    /** Of a text for EVAL: its variables, those first that its place knows. */
    Object[] frame;

    private final BitSet begun;

    // By the number of their place, which only one of them has; null until asked for.
    private final StepCache[] stepCaches;
    private final PathCache[] pathCaches;

    private final int maximumDepth;

    /** What DETACH took out of its tree and no ATTACH has put back; null for nothing so far. */
    private Set<Element> detached;

    private int depth;
    private int texted;
    private MillraceException caught;
    private SqlState state = SqlState.NONE;

    Run(
            EsqlEnvironment environment,
            int globals,
            int caches,
            EvaluatedTexts texts,
            SharedState shared) {
        this.environment = environment;
        this.texts = texts;
        this.shared = shared;
        this.parsers = environment.parsers();
        this.globals = globals == 0 ? null : new Object[globals];
        this.stepCaches = new StepCache[caches];
        this.pathCaches = new PathCache[caches];
        this.maximumDepth = environment.limits().callDepth();
        this.budget = new Budget(environment);
        this.begun = globals == 0 ? null : new BitSet(globals);
    }

    private Run(Run outer, int caches, Object[] frame) {
        this.environment = outer.environment;
        this.parsers = outer.parsers;
        this.texts = outer.texts;
        this.shared = outer.shared;
        this.globals = outer.globals;
        this.stepCaches = new StepCache[caches];
        this.pathCaches = new PathCache[caches];
        this.maximumDepth = outer.maximumDepth;
        this.budget = outer.budget;
        this.begun = outer.begun;
        this.frame = frame;
        this.depth = outer.depth;
        this.texted = outer.texted + 1;
        takeOver(outer);
    }

    private void takeOver(Run other) {
        state = other.state;
        caught = other.caught;
        detached = other.detached;
    }

    // EVAL

    /**
     * A text for EVAL begins.
     *
     * @param visible the variables that it sees
     */
    Run begin(int textCaches, Object[] visible) {
        if (texted == EvaluatedTexts.DEEPEST) {
            throw new MillraceException(
                    ErrorCode.ESQL_DEPTH,
                    "more than " + EvaluatedTexts.DEEPEST + " EVALs are within each other");
        }
        Run inner = new Run(this, textCaches, visible);
        inner.enter();
        return inner;
    }

    /** A text for EVAL ended, however. */
    void end(Run inner) {
        takeOver(inner);
    }

    /** Whether a variable of a schema or module still has to be given its initial value. */
    boolean begins(int global) {
        boolean first = !begun.get(global);
        begun.set(global);
        return first;
    }

    // What one thread of the flow does at a time

    /** At the start of an ATOMIC block. @param lock its schema and label */
    void enterAtomic(String lock) {
        shared.exclusions().enter(lock, budget);
    }

    /** At the end of an ATOMIC block, however it ends. */
    void leaveAtomic(String lock) {
        shared.exclusions().leave(lock);
    }

    /**
     * Whether this thread must give a SHARED variable its initial value, and then call {@link
     * #endFilling}.
     */
    boolean beginFilling(SharedState.Cell cell) {
        if (cell.isFilled()) {
            return false;
        }
        shared.exclusions().enter(cell, budget);
        if (cell.isFilled()) {
            endFilling(cell);
        }
        return !cell.isFilled();
    }

    /** However it went: where the value could not be found, the next one tries again. */
    void endFilling(SharedState.Cell cell) {
        shared.exclusions().leave(cell);
    }

    // SHARED ROWs

    /** At the start of a statement that uses references: they may lead into a SHARED ROW. */
    void lockRowsOf(FieldReference[] references) {
        for (FieldReference reference : references) {
            Element element = element(reference);
            if (element != null && shared.isOfRow(element)) {
                shared.lockRows();
                return;
            }
        }
    }

    /** Gives the lock of SHARED ROWs to others; tells whether it was held. */
    boolean pauseRows() {
        boolean held = shared.holdsRows();
        shared.unlockRows();
        return held;
    }

    void resumeRows(boolean held) {
        if (held) {
            shared.lockRows();
        }
    }

    /** A full copy where a SHARED ROW is used: its tree has nothing in common with any other. */
    Element apart(Element source) {
        return source != null && shared.holdsRows() ? fullCopy(source) : source;
    }

    /** Belongs to the domain that its source belongs to. */
    private static Element fullCopy(Element source) {
        return source.deepCopy().domain(source.owningDomain());
    }

    /** Full copies where a SHARED ROW is used. */
    List<Element> apart(List<Element> sources) {
        if (!shared.holdsRows()) {
            return sources;
        }
        List<Element> copies = new ArrayList<>(sources.size());
        sources.forEach(e -> copies.add(fullCopy(e)));
        return copies;
    }

    /** The place where ATTACH goes, unless that is in a SHARED ROW. */
    Element attachable(Element place) {
        if (shared.holdsRows()) {
            throw new MillraceException(
                    ErrorCode.ESQL_FIELD,
                    "ATTACH does not go with a SHARED ROW, whose tree has nothing in common with"
                            + " others: SET copies a field there");
        }
        return place;
    }

    Element tree(Correlation correlation) {
        return environment.tree(correlation);
    }

    StepCache cache(int index) {
        StepCache cache = stepCaches[index];
        if (cache == null) {
            cache = new StepCache();
            stepCaches[index] = cache;
        }
        return cache;
    }

    PathCache cache(int index, FixedPath path) {
        PathCache cache = pathCaches[index];
        if (cache == null) {
            cache = new PathCache(path);
            pathCaches[index] = cache;
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

    /** ATTACH. Null for a reference that leads nowhere. */
    void attach(Element moved, Element at, Direction where) {
        Fields.attach(moved, detached != null && detached.contains(moved), at, where);
        if (moved != null && moved.parent() != null && detached != null) {
            detached.remove(moved);
        }
    }

    /** DETACH. */
    void detach(Element field) {
        if (field != null && field.parent() != null) {
            detached =
                    detached == null
                            ? Collections.newSetFromMap(new IdentityHashMap<>())
                            : detached;
            detached.add(field);
            Fields.detach(field);
        }
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

    /** At each turn of a loop, and each row of a SELECT. */
    void turn() {
        budget.turn();
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

    /** What the handler that is active runs for; null where none is. */
    MillraceException caught() {
        return caught;
    }

    void caught(MillraceException thrown) {
        caught = thrown;
    }

    /** SQLCODE and its like, by the ordinal of {@code DatabaseState.What}. */
    Value state(int what) {
        return state.value(what);
    }
}
