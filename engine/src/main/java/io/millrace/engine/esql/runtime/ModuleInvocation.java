package io.millrace.engine.esql.runtime;

import static io.millrace.engine.error.ErrorCode.ESQL_DEPTH;
import static io.millrace.engine.error.ErrorCode.ESQL_FIELD;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.Correlation;
import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.ExecutionBudget;
import io.millrace.engine.esql.library.tree.Direction;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.library.tree.FixedPath;
import io.millrace.engine.esql.library.tree.PathCache;
import io.millrace.engine.esql.library.tree.StepCache;
import io.millrace.engine.esql.library.tree.TreeStatements;
import io.millrace.engine.esql.runtime.SharedState.Cell;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * One call of a module, with the state that the generated code shares. All objects that refer to
 * elements of the message trees are discarded at the end of the call. Only for the thread of the
 * message.
 */
public final class ModuleInvocation {

    private static final Object[] NO_VARIABLES = {};

    /** Not changed, because there are no variables to begin. */
    private static final BitSet NO_BITS = new BitSet(0);

    final EsqlEnvironment environment;
    private final ParserRegistry parsers;

    /** Variables of schemas and modules; each is a Value, FieldReference or Element. */
    private final @Nullable Object[] globals;

    final SharedState shared;
    final EvalCache texts;
    private final ExecutionBudget budget;

    /**
     * Variables of an EVAL string. The first ones are the variables that are visible at the EVAL.
     */
    private final @Nullable Object[] frame;

    private final BitSet begun;

    // The index is the number of the cache. An element is null until the cache is used.
    private final @Nullable StepCache[] stepCaches;
    private final @Nullable PathCache[] pathCaches;

    private final int maximumDepth;

    /** Elements that DETACH removed and ATTACH has not added again; null if there are none yet. */
    private @Nullable Set<Element> detached;

    private int depth;
    private int texted;
    private @Nullable MillraceException caught;
    private SqlState state = SqlState.NONE;

    public ModuleInvocation(
            EsqlEnvironment environment,
            int globals,
            int caches,
            EvalCache texts,
            SharedState shared) {
        this.environment = environment;
        this.texts = texts;
        this.shared = shared;
        this.parsers = environment.parsers();
        this.globals = globals == 0 ? NO_VARIABLES : new Object[globals];
        this.frame = NO_VARIABLES;
        this.stepCaches = new StepCache[caches];
        this.pathCaches = new PathCache[caches];
        this.maximumDepth = environment.limits().callDepth();
        this.budget = new ExecutionBudget(environment, StatementOrigins::current);
        this.begun = globals == 0 ? NO_BITS : new BitSet(globals);
    }

    private ModuleInvocation(ModuleInvocation outer, int caches, @Nullable Object[] frame) {
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

    private void takeOver(ModuleInvocation other) {
        state = other.state;
        caught = other.caught;
        detached = other.detached;
    }

    public EsqlEnvironment environment() {
        return environment;
    }

    public ParserRegistry parsers() {
        return parsers;
    }

    public @Nullable Object[] globals() {
        return globals;
    }

    public SharedState shared() {
        return shared;
    }

    public ExecutionBudget budget() {
        return budget;
    }

    /** Returns the variables of an EVAL string and of its caller. */
    public @Nullable Object[] frame() {
        return frame;
    }

    // EVAL

    /**
     * Begins the execution of an EVAL string.
     *
     * @param visible variables that are visible to the string
     */
    ModuleInvocation begin(int textCaches, @Nullable Object[] visible) {
        if (texted == EvalCache.MAX_DEPTH) {
            throw new MillraceException(
                    ESQL_DEPTH, "more than " + EvalCache.MAX_DEPTH + " levels of nested EVAL");
        }
        ModuleInvocation inner = new ModuleInvocation(this, textCaches, visible);
        inner.enter();
        return inner;
    }

    /** Ends the execution of an EVAL string, whether it succeeded or failed. */
    void end(ModuleInvocation inner) {
        takeOver(inner);
    }

    /**
     * Whether a variable of a schema or module must still be initialized. Returns true only at the
     * first call.
     */
    public boolean begins(int global) {
        boolean first = !begun.get(global);
        begun.set(global);
        return first;
    }

    // Critical sections

    /**
     * Enters an ATOMIC block.
     *
     * @param lock lock name with the schema and label of the block
     */
    public void enterAtomic(String lock) {
        heldLocks().enter(lock);
    }

    /** Leaves the innermost ATOMIC block, whether it succeeded or failed. */
    public void leaveAtomic() {
        heldLocks().leave();
    }

    private HeldLocks heldLocks() {
        if (budget.locks() instanceof HeldLocks known) {
            return known;
        }
        HeldLocks first = new HeldLocks(shared.exclusions(), budget);
        budget.locks(first);
        return first;
    }

    /**
     * Whether this thread must initialize a SHARED variable. If so, the caller must call {@link
     * #endFilling} after the initialization.
     */
    public boolean beginFilling(Cell cell) {
        if (cell.isFilled()) {
            return false;
        }
        shared.exclusions().enter(cell, budget);
        if (cell.isFilled()) {
            endFilling(cell);
        }
        return !cell.isFilled();
    }

    /**
     * Ends the initialization of a SHARED variable, whether it succeeded or failed. After a
     * failure, the next thread initializes it.
     */
    public void endFilling(Cell cell) {
        shared.exclusions().leave(cell);
    }

    // SHARED ROWs

    /**
     * Acquires the lock of SHARED ROWs at the start of a statement if a reference in it points into
     * a SHARED ROW.
     */
    public void lockRowsOf(FieldReference[] references) {
        for (FieldReference reference : references) {
            Element element = element(reference);
            if (element != null && shared.isOfRow(element)) {
                shared.lockRows();
                return;
            }
        }
    }

    /** Releases the lock of SHARED ROWs. Returns whether the lock was held. */
    public boolean pauseRows() {
        boolean held = shared.holdsRows();
        shared.unlockRows();
        return held;
    }

    public void resumeRows(boolean held) {
        if (held) {
            shared.lockRows();
        }
    }

    /**
     * Returns a full copy if the lock of SHARED ROWs is held. The tree of a SHARED ROW must not
     * share parts with other trees.
     */
    public @Nullable Element separate(@Nullable Element source) {
        return source != null && shared.holdsRows() ? fullCopy(source) : source;
    }

    /** Returns a full copy that belongs to the same domain as its source. */
    private static Element fullCopy(Element source) {
        return source.deepCopy().domain(source.owningDomain());
    }

    /** Returns full copies if the lock of SHARED ROWs is held. */
    public List<Element> allApart(List<Element> sources) {
        if (!shared.holdsRows()) {
            return sources;
        }
        List<Element> copies = new ArrayList<>(sources.size());
        sources.forEach(e -> copies.add(fullCopy(e)));
        return copies;
    }

    /** Returns the target of an ATTACH. Rejects a target in a SHARED ROW. */
    public Element attachable(Element place) {
        if (shared.holdsRows()) {
            throw new MillraceException(
                    ESQL_FIELD,
                    """
                    ATTACH is not allowed in a SHARED ROW, whose tree cannot share parts with \
                    other trees; use SET to copy a field\
                    """);
        }
        return place;
    }

    public Element tree(Correlation correlation) {
        return environment.tree(correlation);
    }

    public StepCache stepCache(int index) {
        StepCache cache = stepCaches[index];
        if (cache == null) {
            cache = new StepCache();
            stepCaches[index] = cache;
        }
        return cache;
    }

    public PathCache pathCache(int index, FixedPath path) {
        PathCache cache = pathCaches[index];
        if (cache == null) {
            cache = new PathCache(path);
            pathCaches[index] = cache;
        }
        return cache;
    }

    /**
     * Returns the target of a reference; null if it points to nothing or its declaration failed.
     */
    public static @Nullable Element element(@Nullable FieldReference reference) {
        return reference == null ? null : reference.element();
    }

    public static boolean lastMove(@Nullable FieldReference reference) {
        return reference != null && reference.lastMove();
    }

    /** Runs an ATTACH. A null element represents a reference that points to nothing. */
    public void attach(@Nullable Element moved, Element at, Direction where) {
        TreeStatements.attach(moved, detached != null && detached.contains(moved), at, where);
        if (moved != null && moved.parent() != null && detached != null) {
            detached.remove(moved);
        }
    }

    /** Runs a DETACH. */
    public void detach(@Nullable Element field) {
        if (field != null && field.parent() != null) {
            detached =
                    detached == null
                            ? Collections.newSetFromMap(new IdentityHashMap<>())
                            : detached;
            detached.add(field);
            field.detach();
        }
    }

    /** Enters a routine. */
    public void enter() {
        if (depth == maximumDepth) {
            throw new MillraceException(
                    ESQL_DEPTH, "more than " + maximumDepth + " nested routine calls");
        }
        depth++;
        turn();
    }

    /** Leaves a routine, whether it succeeded or failed. */
    public void exit() {
        depth--;
    }

    /**
     * Checks that the program may continue. Called in each iteration of a loop and for each row of
     * a SELECT.
     */
    public void turn() {
        budget.turn();
    }

    /**
     * Sets the state left by the last exception that a handler caught, or by the last database
     * operation.
     */
    void state(SqlState left) {
        state = left;
    }

    /** Returns the exception of the active handler; null if no handler is active. */
    public @Nullable MillraceException caught() {
        return caught;
    }

    public void handle(MillraceException thrown) {
        caught = thrown;
    }

    /**
     * Returns the value of SQLCODE or a related function, by the ordinal of {@code
     * DatabaseState.What}.
     */
    public @Nullable Value stateValue(int what) {
        return state.value(what);
    }
}
