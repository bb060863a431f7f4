package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of3;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of4;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of5;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of6;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.library.tree.FieldValues;
import io.millrace.engine.esql.library.tree.FixedPath;
import io.millrace.engine.esql.library.tree.PathCache;
import io.millrace.engine.esql.library.tree.PathStep;
import io.millrace.engine.esql.library.tree.StepCache;
import io.millrace.engine.esql.library.tree.TreeStatements;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.AtCorrelation;
import io.millrace.engine.esql.program.FieldPath.AtNamesake;
import io.millrace.engine.esql.program.FieldPath.AtVariable;
import io.millrace.engine.esql.program.FieldPath.Index;
import io.millrace.engine.esql.program.FieldPath.Name;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.util.List;

/**
 * Bytecode writer for navigation along field paths. A missing element is null, and so are all
 * elements below a missing element.
 */
final class PathEmitter extends BytecodeWriter {

    private final ExpressionEmitter body;

    PathEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    /**
     * The methods that read a field: with several fixed steps at once, with one step, or with one
     * step and a computed index.
     */
    private record Access(RuntimeMethod path, RuntimeMethod step, RuntimeMethod indexed) {

        static final Access FIND =
                reading(FieldAccess::findPath, FieldAccess::find, FieldAccess::findIndexed);
        static final Access VALUE =
                reading(FieldValues::valueOfPath, FieldValues::value, FieldValues::valueIndexed);
        static final Access SOURCE =
                reading(FieldValues::sourceOfPath, FieldValues::source, FieldValues::sourceIndexed);
        static final Access ENSURE =
                creating(FieldAccess::ensurePath, FieldAccess::ensure, FieldAccess::ensureIndexed);

        private static Access reading(
                Of3<Element, FixedPath, PathCache> path,
                Of3<Element, PathStep, StepCache> step,
                Of4<Element, PathStep, Value, StepCache> indexed) {
            return new Access(path, step, indexed);
        }

        private static Access creating(
                Of4<Element, FixedPath, PathCache, ParserRegistry> path,
                Of4<Element, PathStep, StepCache, ParserRegistry> step,
                Of5<Element, PathStep, Value, StepCache, ParserRegistry> indexed) {
            return new Access(path, step, indexed);
        }
    }

    /** Pushes the field at a path; null if it is missing. */
    void find(FieldPath path) {
        start(path.start());
        steps(path.start(), path.steps(), path.steps().size(), false);
    }

    /** Pushes the value of the field at a path; null if the field is missing. */
    void value(FieldPath path) {
        read(path, Access.VALUE);
        if (path.steps().isEmpty()) {
            call(FieldAccess::value);
        }
    }

    /**
     * Pushes the field at a path as the source of a copy. An equal field without a tree can replace
     * it.
     */
    void source(FieldPath path) {
        read(path, Access.SOURCE);
    }

    /**
     * Reads a field. If the path ends in fixed steps, one call reads all of them, so that a message
     * body can return the result directly.
     */
    private void read(FieldPath path, Access access) {
        List<Step> steps = path.steps();
        start(path.start());
        int before = Math.max(0, steps.size() - 1);
        while (before > 0 && isFixed(steps.get(before - 1)) && isFixed(steps.getLast())) {
            before--;
        }
        steps(path.start(), steps, before, false);
        if (steps.size() - before > 1) {
            record After(FieldPath.Start start, List<Step> steps) {}
            known(
                    before == 0 ? path.start() : new After(path.start(), steps.subList(0, before)),
                    steps.subList(before, steps.size()));
            invoke(access.path());
        } else if (!steps.isEmpty()) {
            step(steps.getLast());
            boolean indexed = index(steps.getLast().index());
            lastCache(path);
            invoke(indexed ? access.indexed() : access.step());
        }
    }

    /** Sets the field at a path to the value on the stack. NULL deletes the field. */
    void set(FieldPath target) {
        assign(
                target,
                false,
                () -> call(FieldAccess::set),
                FieldAccess::put,
                FieldAccess::putIndexed);
    }

    /**
     * Sets the field at a path to a copy of the element on the stack. If the element is null,
     * deletes the field.
     */
    void copy(FieldPath target) {
        assign(
                target,
                true,
                () -> {
                    parsers();
                    call(FieldAccess::copy);
                },
                FieldAccess::putCopy,
                FieldAccess::putCopyIndexed);
    }

    private <T> void assign(
            FieldPath target,
            boolean isTree,
            Runnable setTop,
            Of5<Element, PathStep, T, StepCache, ParserRegistry> put,
            Of6<Element, PathStep, Value, T, StepCache, ParserRegistry> putIndexed) {
        Label isNull = label();
        Label after = label();
        int source = store();
        Runnable load =
                () -> {
                    out.aload(source);
                    if (isTree) {
                        body.separate();
                    }
                };
        out.aload(source);
        out.ifnull(isNull);
        if (target.steps().isEmpty()) {
            start(target.start());
            load.run();
            setTop.run();
        } else {
            ensureParent(target);
            step(target.steps().getLast());
            boolean indexed = index(target.steps().getLast().index());
            load.run();
            lastCache(target);
            parsers();
            invoke(indexed ? putIndexed : put);
        }
        out.goto_(after);
        at(isNull);
        delete(target);
        at(after);
    }

    /** Replaces the items at a path by the items of the list on the stack. */
    void setItems(FieldPath target) {
        int items = store();
        ensureParent(target);
        step(target.steps().getLast());
        out.aload(items);
        parsers();
        call(FieldAccess::replace);
    }

    /** Deletes the field at a path, if the field exists. */
    void delete(FieldPath target) {
        find(target);
        call(TreeStatements::delete);
    }

    /**
     * Pushes the last step of a path and the parent of the addressed field; null for a missing
     * parent.
     */
    void findLast(FieldPath path) {
        start(path.start());
        steps(path.start(), path.steps(), path.steps().size() - 1, false);
        step(path.steps().getLast());
    }

    /** Pushes the field at a path. Creates the field if it is missing. */
    void ensure(FieldPath path) {
        start(path.start());
        steps(path.start(), path.steps(), path.steps().size(), true);
    }

    /** Pushes the parent of the field at a path. Creates the parent if it is missing. */
    void ensureParent(FieldPath path) {
        start(path.start());
        steps(path.start(), path.steps(), path.steps().size() - 1, true);
    }

    /**
     * Pushes a reference to the field at a path. If the field is missing, the reference points to
     * the element that the first name of the path denotes.
     */
    void reference(FieldPath path) {
        find(path);
        FieldPath.Start top =
                path.start() instanceof AtNamesake(Variable v, _)
                        ? new AtVariable(v)
                        : path.start();
        if (path.correlation() == null) {
            out.aconst_null();
        } else {
            find(new FieldPath(top, List.of(path.correlation())));
        }
        start(top);
        call(FieldReference::to);
    }

    /** Pushes the element at which a path starts. */
    void start(FieldPath.Start start) {
        switch (start) {
            case AtCorrelation(var correlation) -> {
                invocation();
                enumConstant(correlation);
                call(ModuleInvocation::tree);
            }
            case AtNamesake(Variable v, Index index) -> {
                body.load(v);
                call(ModuleInvocation::element);
                body.value(position(index));
                number(index instanceof Index.FromBack);
                call(FieldAccess::namesake);
            }
            case AtVariable(Variable v) -> {
                body.load(v);
                if (v.kind() == Kind.REFERENCE) {
                    call(ModuleInvocation::element);
                }
            }
        }
    }

    /**
     * Navigates some steps from the element on the stack.
     *
     * @param from start of the steps; it selects the caches together with the steps
     */
    void steps(Object from, List<Step> steps, int count, boolean ensure) {
        Access access = ensure ? Access.ENSURE : Access.FIND;
        int fixed = fixed(steps, count);
        if (fixed > 1) {
            known(from, steps.subList(0, fixed));
            follow(access.path(), ensure);
        }
        for (int i = fixed > 1 ? fixed : 0; i < count; i++) {
            Step step = steps.get(i);
            step(step);
            boolean indexed = index(step.index());
            cache(from, steps.subList(0, i), step);
            follow(indexed ? access.indexed() : access.step(), ensure);
        }
    }

    private void follow(RuntimeMethod method, boolean ensure) {
        if (ensure) {
            parsers();
        }
        invoke(method);
    }

    /** Returns the number of steps at the start of a path that have no computed parts. */
    private static int fixed(List<Step> steps, int count) {
        int fixed = 0;
        while (fixed < count && isFixed(steps.get(fixed))) {
            fixed++;
        }
        return fixed;
    }

    private static boolean isFixed(Step step) {
        boolean type = step.type() == null || step.type() instanceof Literal(IntegerValue _);
        return type
                && !(step.namespace() instanceof Name.Computed)
                && !(step.name() instanceof Name.Computed)
                && !(step.name() instanceof Name.Column)
                && !(step.index() instanceof Index.All)
                && !(step.index() instanceof Index.FromBack)
                && computed(step.index()) == null;
    }

    /** Pushes fixed steps and their cache. */
    private void known(Object from, List<Step> steps) {
        FixedPath path = body.generation.path(steps);
        constant(path, FixedPath.class);
        invocation();
        number(body.generation.cache(from, steps));
        constant(path, FixedPath.class);
        call(ModuleInvocation::pathCache);
    }

    /**
     * Pushes an index that is known only at run time, or that causes an error at run time. For
     * other indexes, pushes nothing and returns false.
     */
    boolean index(Index index) {
        Expression position = computed(index);
        if (position == null) {
            return false;
        }
        if (body.numbers.form(position) == ValueForm.LONG) {
            body.numbers.pushWithFlag(position, ValueForm.LONG);
            call(PrimitiveOperators::passing);
        } else {
            body.value(position);
        }
        return true;
    }

    /** Returns the expression of an index, unless it is a literal of at least 1; otherwise null. */
    private static @Nullable Expression computed(Index index) {
        Expression position = position(index);
        boolean isKnown = position instanceof Literal(IntegerValue(long n)) && n > 0;
        return isKnown ? null : position;
    }

    private static @Nullable Expression position(Index index) {
        return switch (index) {
            case Index.FromFront(Expression n) -> n;
            case Index.FromBack(Expression n) -> n;
            case Index.First _, Index.All _ -> null;
        };
    }

    /** Pushes the cache of a step. */
    void cache(Object from, List<Step> before, Step step) {
        invocation();
        number(body.generation.cache(from, before, step));
        call(ModuleInvocation::stepCache);
    }

    /** Pushes the cache of the last step of a path. */
    void lastCache(FieldPath path) {
        cache(
                path.start(),
                path.steps().subList(0, path.steps().size() - 1),
                path.steps().getLast());
    }

    /** Pushes a step, including the parts that are computed at run time. */
    void step(Step step) {
        constant(body.generation.step(step), PathStep.class);
        if (step.type() != null && !(step.type() instanceof Literal(IntegerValue _))) {
            body.value(step.type());
            call(PathStep::withType);
        }
        if (step.namespace() instanceof Name.Computed(Expression e)) {
            body.value(e);
            call(PathStep::withNamespace);
        }
        name(step.name());
    }

    /** Adds a name that is known only at run time to the step on the stack. */
    private void name(Name name) {
        if (name instanceof Name.Computed(Expression e)) {
            body.value(e);
            call(PathStep::withName);
        } else if (name instanceof Name.Column(Variable row, Name written)) {
            name(written);
            start(new AtVariable(row));
            call(PathStep::inRow);
        }
    }

    /**
     * Pushes a step that has only a type and names, for CREATE and MOVE. Omitted parts are null.
     */
    void filter(@Nullable Expression type, @Nullable Name namespace, @Nullable Name name) {
        Name ns = namespace == null ? Name.ANY : namespace;
        Name local = name == null ? Name.ANY : name;
        step(new Step(type, ns, local, Index.FIRST));
    }
}
