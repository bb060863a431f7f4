package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.FixedPath;
import io.millrace.engine.esql.library.PathStep;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the methods of one generated class have in common. Methods may be written more than once
 * (the class file writer begins anew where a jump turns out too far), so that asking for the same
 * thing again always gives the same.
 */
final class Generation {

    static final ClassDesc THIS = ClassDesc.of(Generation.class.getPackageName(), "CompiledEsql");

    private static final int SHOWN = 100;

    final ModuleKind kind;
    final Constants constants = new Constants();
    private final boolean hasSharedRows;
    private final boolean beginsOnce;
    private final boolean isText;
    final Origins origins = new Origins();
    private final Map<Object, Integer> caches = new HashMap<>();
    private final Map<FieldPath.Step, PathStep> steps = new HashMap<>();
    private final Map<List<FieldPath.Step>, FixedPath> paths = new HashMap<>();
    private final Map<ScalarType, CastTarget> targets = new HashMap<>();
    private final Map<Object, CastTarget> casts = new HashMap<>();
    private final Map<String, Part> parts = new HashMap<>();
    private final Deque<Part> unwritten = new ArrayDeque<>();
    private final Map<Routine, BitSet> growing = new IdentityHashMap<>();
    private final Map<Routine, Cuts> cuts = new IdentityHashMap<>();
    final Weights weights = new Weights();

    /**
     * What became a method of its own, because the routine is too long for one.
     *
     * @param place where it begins
     * @param writer writes it, perhaps more than once
     */
    record Part(String name, MethodTypeDesc type, Place place, Consumer<CodeBuilder> writer) {}

    /**
     * @param globals the variables of schemas and modules that the class uses
     * @param beginsOnce whether other classes may give variables of the same run initial values too
     * @param isText whether it is a text for EVAL
     */
    Generation(
            ModuleKind kind, List<GlobalDefinition> globals, boolean beginsOnce, boolean isText) {
        this.kind = kind;
        this.beginsOnce = beginsOnce;
        this.isText = isText;
        this.hasSharedRows = globals.stream().anyMatch(g -> isSharedRow(g.variable()));
    }

    /**
     * The number of the cache for a step that is reached by a path; the same for all paths with
     * this beginning. Each way to write an index has a cache of its own: those of {@code x[i]},
     * {@code x[j]}, {@code x[]} and {@code x} move through the list at different places, and one
     * for all would go to and fro between them.
     */
    int cache(Object start, List<FieldPath.Step> before, FieldPath.Step step) {
        record Place(Object start, List<FieldPath.Step> before, FieldPath.Step step) {}
        return caches.computeIfAbsent(
                new Place(start, List.copyOf(before), step), p -> caches.size());
    }

    /** The number of the cache for all steps of a path. */
    int cache(Object start, List<FieldPath.Step> path) {
        record Place(Object start, List<FieldPath.Step> path) {}
        return caches.computeIfAbsent(new Place(start, List.copyOf(path)), p -> caches.size());
    }

    int caches() {
        return caches.size();
    }

    /** Steps of which nothing is computed. */
    FixedPath path(List<FieldPath.Step> path) {
        return paths.computeIfAbsent(
                List.copyOf(path), p -> FixedPath.of(p.stream().map(this::step).toList()));
    }

    /** A step with everything in it that is known now. */
    PathStep step(FieldPath.Step step) {
        return steps.computeIfAbsent(
                step,
                s -> {
                    int type =
                            s.type() instanceof Expression.Literal(Value.IntegerValue(long n))
                                    ? (int) n
                                    : 0;
                    return switch (s.index()) {
                        case FieldPath.Index.First _ ->
                                step(type, s, PathStep.Position.FRONT, null);
                        case FieldPath.Index.All _ -> step(type, s, PathStep.Position.LIST, null);
                        case FieldPath.Index.FromFront(Expression n) ->
                                step(type, s, PathStep.Position.FRONT, n);
                        case FieldPath.Index.FromBack(Expression n) ->
                                step(type, s, PathStep.Position.BACK, n);
                    };
                });
    }

    private static PathStep step(
            int type, FieldPath.Step step, PathStep.Position position, Expression index) {
        long n =
                index instanceof Expression.Literal(Value.IntegerValue(long constant))
                        ? constant
                        : 1;
        return PathStep.of(type, fixed(step.namespace()), fixed(step.name()), position, n);
    }

    /**
     * The text of a name that is written; null for any and where it is computed. Interned, as
     * parsers intern theirs: then the same names are the same object.
     */
    static String fixed(FieldPath.Name name) {
        return name instanceof FieldPath.Name.Fixed(String text) ? text.intern() : null;
    }

    CastTarget target(ScalarType type) {
        return targets.computeIfAbsent(
                type,
                t ->
                        t.type() == ValueType.DECIMAL && t.precision() > 0
                                ? CastTarget.decimal(t.precision(), t.scale())
                                : t.type() == ValueType.INTERVAL
                                        ? CastTarget.interval(t.qualifier())
                                        : CastTarget.of(t.type()));
    }

    /** What a CAST casts to, with those clauses that are literals. */
    CastTarget target(Expression.Cast cast) {
        record Clauses(ScalarType type, Value ccsid, Value encoding, Value format) {}
        Clauses clauses =
                new Clauses(
                        cast.target(),
                        literal(cast.ccsid()),
                        literal(cast.encoding()),
                        literal(cast.format()));
        return casts.computeIfAbsent(
                clauses,
                c ->
                        target(clauses.type())
                                .withCcsid(clauses.ccsid())
                                .withEncoding(clauses.encoding())
                                .withFormat(clauses.format()));
    }

    private static Value literal(Expression clause) {
        return clause instanceof Expression.Literal(Value value) ? value : null;
    }

    /** Where a long routine is cut. */
    Cuts cuts(Routine routine) {
        return cuts.computeIfAbsent(routine, Cuts::of);
    }

    /** The variables of a routine that texts are appended to. */
    BitSet growing(Routine routine) {
        // The caller of a text for EVAL takes Values back.
        boolean shared = isText && routine.signature().index() < 0;
        return growing.computeIfAbsent(routine, r -> shared ? new BitSet() : Storage.growing(r));
    }

    /** Says that a part of a routine is needed. */
    void part(Part part) {
        if (parts.putIfAbsent(part.name(), part) == null) {
            unwritten.add(part);
        }
    }

    /** The next part to write, which may show that further ones are needed; null for no more. */
    Part nextPart() {
        return unwritten.poll();
    }

    static String name(Signature signature) {
        return signature.index() < 0
                ? "start"
                : "r" + signature.index() + "_" + shown(signature.name());
    }

    /** What class files take as a part of a method's name; the index makes it the only one. */
    private static String shown(String name) {
        return name.substring(0, Math.min(name.length(), SHOWN)).replaceAll("\\W", "_");
    }

    static MethodTypeDesc type(Signature signature) {
        List<ClassDesc> parameters = new ArrayList<>();
        parameters.add(Code.describe(Run.class));
        for (Signature.Parameter p : signature.parameters()) {
            parameters.add(
                    Code.describe(Storage.isCell(p) ? Value[].class : Storage.type(p.kind())));
        }
        return MethodTypeDesc.of(Code.describe(returns(signature)), parameters);
    }

    static Class<?> returns(Signature signature) {
        return signature.returns() == Signature.Returns.TREE ? Element.class : Value.class;
    }

    boolean beginsOnce() {
        return beginsOnce;
    }

    boolean isText() {
        return isText;
    }

    /** Whether the class uses trees that all threads share. */
    boolean hasSharedRows() {
        return hasSharedRows;
    }

    /** Whether a part of a program names a tree that all threads share. */
    boolean usesSharedRow(Object node) {
        boolean[] found = {false};
        if (hasSharedRows) {
            Nodes.walk(node, n -> found[0] |= n instanceof Variable v && isSharedRow(v));
        }
        return found[0];
    }

    /** The references that a part of a program uses, which may lead into such a tree. */
    List<Variable> references(Object node) {
        Set<Variable> found = new LinkedHashSet<>();
        if (hasSharedRows) {
            Nodes.walk(
                    node,
                    n -> {
                        if (n instanceof Variable v && v.kind() == Variable.Kind.REFERENCE) {
                            found.add(v);
                        }
                    });
        }
        return List.copyOf(found);
    }

    static boolean isSharedRow(Variable variable) {
        return variable instanceof Variable.Global g
                && g.lifetime().isShared()
                && g.kind() == Variable.Kind.ROW;
    }
}
