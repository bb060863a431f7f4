package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldAccess;
import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.library.FixedPath;
import io.millrace.engine.esql.library.PathCache;
import io.millrace.engine.esql.library.PathStep;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.library.StepCache;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.FieldPath.Index;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.util.List;

/**
 * Bytecode writer for navigation along field paths. A missing element is null, and so are all
 * elements below it.
 */
final class PathEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;

    PathEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /** Pushes the field at a path; null if it is missing. */
    void find(FieldPath path) {
        start(path.start());
        steps(path.start(), path.steps(), path.steps().size(), false);
    }

    /** Pushes the value of the field at a path; null if the field is missing. */
    void value(FieldPath path) {
        read(path, "value", Value.class);
    }

    /** Pushes the field at a path as the source of a copy, or an equal field without a tree. */
    void source(FieldPath path) {
        read(path, "source", Element.class);
    }

    /**
     * Reads a field. If the path ends in fixed steps, one call reads all of them, so that a body
     * can answer it directly.
     */
    private void read(FieldPath path, String method, Class<?> result) {
        List<Step> steps = path.steps();
        start(path.start());
        int before = Math.max(0, steps.size() - 1);
        while (before > 0 && isFixed(steps.get(before - 1)) && isFixed(steps.getLast())) {
            before--;
        }
        steps(path.start(), steps, before, false);
        if (steps.isEmpty()) {
            if (result == Value.class) {
                code.call(FieldAccess.class, method, Element.class);
            }
        } else if (steps.size() - before > 1) {
            record After(FieldPath.Start start, List<Step> steps) {}
            List<Step> rest = steps.subList(before, steps.size());
            known(
                    before == 0 ? path.start() : new After(path.start(), steps.subList(0, before)),
                    rest);
            code.call(FieldAccess.class, method, Element.class, FixedPath.class, PathCache.class);
        } else {
            step(steps.getLast());
            boolean indexed = index(steps.getLast().index());
            lastCache(path);
            if (indexed) {
                code.call(
                        FieldAccess.class,
                        method,
                        Element.class,
                        PathStep.class,
                        Value.class,
                        StepCache.class);
            } else {
                code.call(
                        FieldAccess.class, method, Element.class, PathStep.class, StepCache.class);
            }
        }
    }

    /** Pushes the parent of the field at a path; null if it is missing. */
    void findParent(FieldPath path) {
        start(path.start());
        steps(path.start(), path.steps(), path.steps().size() - 1, false);
    }

    /** Pushes the field at a path, which is created if it is missing. */
    void ensure(FieldPath path) {
        start(path.start());
        steps(path.start(), path.steps(), path.steps().size(), true);
    }

    /** Pushes the parent of the field at a path, which is created if it is missing. */
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
                path.start() instanceof FieldPath.AtNamesake(Variable v, _)
                        ? new FieldPath.AtVariable(v)
                        : path.start();
        if (path.correlation() != null) {
            find(new FieldPath(top, List.of(path.correlation())));
            start(top);
            code.call(FieldReference.class, "to", Element.class, Element.class, Element.class);
        } else {
            start(top);
            code.call(FieldReference.class, "to", Element.class, Element.class);
        }
    }

    /** Pushes the element at which a path starts. */
    void start(FieldPath.Start start) {
        switch (start) {
            case FieldPath.AtCorrelation(var correlation) -> {
                code.run();
                code.enumConstant(correlation);
                code.call(
                        ModuleInvocation.class, "tree", io.millrace.engine.esql.Correlation.class);
            }
            case FieldPath.AtNamesake(Variable v, Index index) -> {
                body.load(v);
                code.call(ModuleInvocation.class, "element", FieldReference.class);
                body.expressions.value(position(index));
                code.number(index instanceof Index.FromBack ? 1 : 0);
                code.call(FieldAccess.class, "namesake", Element.class, Value.class, boolean.class);
            }
            case FieldPath.AtVariable(Variable v) -> {
                body.load(v);
                if (v.kind() == Variable.Kind.REFERENCE) {
                    code.call(ModuleInvocation.class, "element", FieldReference.class);
                }
            }
        }
    }

    /**
     * Navigates some steps from the element on the stack.
     *
     * @param from start of the steps, which together with the steps selects the caches
     */
    void steps(Object from, List<Step> steps, int count, boolean ensure) {
        int fixed = fixed(steps, count);
        if (fixed > 1) {
            walk(from, steps.subList(0, fixed), ensure);
        }
        for (int i = fixed > 1 ? fixed : 0; i < count; i++) {
            Step step = steps.get(i);
            step(step);
            boolean indexed = index(step.index());
            cache(from, steps.subList(0, i), step);
            if (ensure) {
                code.parsers();
                if (indexed) {
                    code.call(
                            FieldAccess.class,
                            "ensure",
                            Element.class,
                            PathStep.class,
                            Value.class,
                            StepCache.class,
                            ParserRegistry.class);
                } else {
                    code.call(
                            FieldAccess.class,
                            "ensure",
                            Element.class,
                            PathStep.class,
                            StepCache.class,
                            ParserRegistry.class);
                }
            } else if (indexed) {
                code.call(
                        FieldAccess.class,
                        "find",
                        Element.class,
                        PathStep.class,
                        Value.class,
                        StepCache.class);
            } else {
                code.call(
                        FieldAccess.class, "find", Element.class, PathStep.class, StepCache.class);
            }
        }
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
        boolean type =
                step.type() == null
                        || step.type() instanceof Expression.Literal(Value.IntegerValue _);
        return type
                && !(step.namespace() instanceof FieldPath.Name.Computed)
                && !(step.name() instanceof FieldPath.Name.Computed)
                && !(step.index() instanceof Index.All)
                && !(step.index() instanceof Index.FromBack)
                && computed(step.index()) == null;
    }

    /** Navigates several steps in one call. */
    private void walk(Object from, List<Step> steps, boolean ensure) {
        known(from, steps);
        if (ensure) {
            code.parsers();
            code.call(
                    FieldAccess.class,
                    "ensure",
                    Element.class,
                    FixedPath.class,
                    PathCache.class,
                    ParserRegistry.class);
        } else {
            code.call(FieldAccess.class, "find", Element.class, FixedPath.class, PathCache.class);
        }
    }

    /** Pushes fixed steps and their cache. */
    private void known(Object from, List<Step> steps) {
        FixedPath path = body.generation.path(steps);
        code.constant(path, FixedPath.class);
        code.run();
        code.number(body.generation.cache(from, steps));
        code.constant(path, FixedPath.class);
        code.call(ModuleInvocation.class, "cache", int.class, FixedPath.class);
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
            code.call(PrimitiveOperators.class, "passing", long.class, int.class);
        } else {
            body.expressions.value(position);
        }
        return true;
    }

    /** Returns the expression of an index, unless it is a literal of at least 1; otherwise null. */
    private static Expression computed(Index index) {
        Expression position = position(index);
        boolean isKnown =
                position instanceof Expression.Literal(Value.IntegerValue(long n)) && n > 0;
        return isKnown ? null : position;
    }

    private static Expression position(Index index) {
        return switch (index) {
            case Index.FromFront(Expression n) -> n;
            case Index.FromBack(Expression n) -> n;
            case Index.First _, Index.All _ -> null;
        };
    }

    /** Pushes the cache of a step. */
    void cache(Object from, List<Step> before, Step step) {
        code.run();
        code.number(body.generation.cache(from, before, step));
        code.call(ModuleInvocation.class, "cache", int.class);
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
        code.constant(body.generation.step(step), PathStep.class);
        if (step.type() != null
                && !(step.type() instanceof Expression.Literal(Value.IntegerValue _))) {
            body.expressions.value(step.type());
            code.call(PathStep.class, "withType", Value.class);
        }
        if (step.namespace() instanceof FieldPath.Name.Computed(Expression e)) {
            body.expressions.value(e);
            code.call(PathStep.class, "withNamespace", Value.class);
        }
        if (step.name() instanceof FieldPath.Name.Computed(Expression e)) {
            body.expressions.value(e);
            code.call(PathStep.class, "withName", Value.class);
        }
    }

    /**
     * Pushes a step that has only a type and names, for CREATE and MOVE. Omitted parts are null.
     */
    void filter(Expression type, FieldPath.Name namespace, FieldPath.Name name) {
        FieldPath.Name ns = namespace == null ? FieldPath.Name.ANY : namespace;
        FieldPath.Name local = name == null ? FieldPath.Name.ANY : name;
        step(new Step(type, ns, local, Index.FIRST));
    }
}
