package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.tree.FixedPath;
import io.millrace.engine.esql.library.tree.PathStep;
import io.millrace.engine.esql.library.tree.PathStep.Position;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Cast;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath.Index;
import io.millrace.engine.esql.program.FieldPath.Name;
import io.millrace.engine.esql.program.FieldPath.Step;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Signature.Returns;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Global;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.StatementOrigins;
import io.millrace.engine.esql.split.MethodSplitter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

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
 * The state that the methods of one generated class share. A method can be written more than once,
 * because the class file writer restarts if a jump is too long. Therefore equal requests must have
 * equal results.
 */
final class ClassGeneration {

    static final ClassDesc THIS =
            ClassDesc.of(ClassGeneration.class.getPackageName(), "CompiledEsql");

    private static final int SHOWN = 100;

    final ModuleKind kind;
    final ClassConstants constants = new ClassConstants();
    private final boolean hasSharedRows;
    private final boolean beginsOnce;
    private final boolean isText;
    final StatementOrigins origins = new StatementOrigins();
    private final Map<Object, Integer> caches = new HashMap<>();
    private final Map<Step, PathStep> steps = new HashMap<>();
    private final Map<List<Step>, FixedPath> paths = new HashMap<>();
    private final Map<ScalarType, CastTarget> targets = new HashMap<>();
    private final Map<Object, CastTarget> casts = new HashMap<>();
    private final Map<String, Part> parts = new HashMap<>();
    private final Deque<Part> unwritten = new ArrayDeque<>();
    private final Map<Routine, BitSet> growing = new IdentityHashMap<>();
    final MethodSplitter splitter = new MethodSplitter();

    /**
     * A separate method for a part of a routine that is too long for one method.
     *
     * @param place position of the beginning of the part
     * @param writer writer of the method; can be called more than once
     */
    record Part(String name, MethodTypeDesc type, Place place, Consumer<CodeBuilder> writer) {}

    /**
     * @param globals variables of schemas and modules that the class uses
     * @param beginsOnce whether other classes may also initialize variables of the same invocation
     * @param isText whether the class is an EVAL string
     */
    ClassGeneration(
            ModuleKind kind, List<GlobalDefinition> globals, boolean beginsOnce, boolean isText) {
        this.kind = kind;
        this.beginsOnce = beginsOnce;
        this.isText = isText;
        this.hasSharedRows = globals.stream().anyMatch(g -> isSharedRow(g.variable()));
    }

    /**
     * Returns the number of the cache for a step after a path. Paths with the same beginning share
     * a cache. Each form of an index has its own cache. {@code x[i]}, {@code x[j]}, {@code x[]} and
     * {@code x} move through the list at different positions. A shared cache would alternate
     * between these positions.
     */
    int cache(Object start, List<Step> before, Step step) {
        record Place(Object start, List<Step> before, Step step) {}
        return caches.computeIfAbsent(
                new Place(start, List.copyOf(before), step), p -> caches.size());
    }

    /** Returns the number of the cache that all steps of a path use together. */
    int cache(Object start, List<Step> path) {
        record Place(Object start, List<Step> path) {}
        return caches.computeIfAbsent(new Place(start, List.copyOf(path)), p -> caches.size());
    }

    int caches() {
        return caches.size();
    }

    /** Returns the path of steps without computed parts. */
    FixedPath path(List<Step> path) {
        return paths.computeIfAbsent(
                List.copyOf(path), p -> FixedPath.of(p.stream().map(this::step).toList()));
    }

    /** Returns a step with all its parts that are known at compile time. */
    PathStep step(Step step) {
        return steps.computeIfAbsent(
                step,
                s -> {
                    int type = s.type() instanceof Literal(IntegerValue(long n)) ? (int) n : 0;
                    return switch (s.index()) {
                        case Index.First _ -> step(type, s, Position.FRONT, null);
                        case Index.All _ -> step(type, s, Position.LIST, null);
                        case Index.FromFront(Expression n) -> step(type, s, Position.FRONT, n);
                        case Index.FromBack(Expression n) -> step(type, s, Position.BACK, n);
                    };
                });
    }

    private static PathStep step(
            int type, Step step, Position position, @Nullable Expression index) {
        long n = index instanceof Literal(IntegerValue(long constant)) ? constant : 1;
        return PathStep.of(type, fixed(step.namespace()), fixed(step.name()), position, n);
    }

    /**
     * Returns the text of a literal name; null for a wildcard and for a computed name. The text is
     * interned because parsers intern their names: equal names are then the same object.
     */
    static @Nullable String fixed(Name name) {
        return switch (name) {
            case Name.Fixed(String text) -> text.intern();
            case Name.Column(_, Name written) -> fixed(written);
            case Name.Computed _, Name.Any _ -> null;
        };
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

    /** Returns the target type of a CAST, with the clauses that are literals. */
    CastTarget target(Cast cast) {
        record Clauses(
                ScalarType type,
                @Nullable Value ccsid,
                @Nullable Value encoding,
                @Nullable Value format) {}
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

    private static @Nullable Value literal(@Nullable Expression clause) {
        return clause instanceof Literal(Value value) ? value : null;
    }

    /** Returns the variables of a routine to which strings are appended. */
    BitSet growing(Routine routine) {
        // The caller of an EVAL string expects Values in the variables.
        boolean shared = isText && routine.signature().index() < 0;
        return growing.computeIfAbsent(
                routine, r -> shared ? new BitSet() : VariableStorage.growing(r));
    }

    /** Requests a part of a routine. */
    void part(Part part) {
        if (parts.putIfAbsent(part.name(), part) == null) {
            unwritten.add(part);
        }
    }

    /**
     * Returns the next part to write; null if none is left. Writing a part may request further
     * parts.
     */
    @Nullable Part nextPart() {
        return unwritten.poll();
    }

    static String name(Signature signature) {
        return signature.index() < 0
                ? "start"
                : "r" + signature.index() + "_" + shown(signature.name());
    }

    /**
     * Returns a name in the form that class files allow in method names. The index makes the method
     * name unique.
     */
    private static String shown(String name) {
        return name.substring(0, Math.min(name.length(), SHOWN)).replaceAll("\\W", "_");
    }

    static MethodTypeDesc type(Signature signature) {
        List<ClassDesc> parameters = new ArrayList<>();
        parameters.add(BytecodeWriter.describe(ModuleInvocation.class));
        for (Parameter p : signature.parameters()) {
            parameters.add(
                    BytecodeWriter.describe(
                            VariableStorage.isCell(p)
                                    ? Value[].class
                                    : VariableStorage.type(p.kind())));
        }
        return MethodTypeDesc.of(BytecodeWriter.describe(returns(signature)), parameters);
    }

    static Class<?> returns(Signature signature) {
        return signature.returns() == Returns.TREE ? Element.class : Value.class;
    }

    boolean beginsOnce() {
        return beginsOnce;
    }

    boolean isText() {
        return isText;
    }

    /** Whether the class uses SHARED ROW variables. */
    boolean hasSharedRows() {
        return hasSharedRows;
    }

    /** Whether a part of a program refers to a SHARED ROW variable. */
    boolean usesSharedRow(@Nullable Object node) {
        return hasSharedRows
                && ProgramWalk.any(node, n -> n instanceof Variable v && isSharedRow(v));
    }

    /**
     * Returns the reference variables that a part of a program uses. They can refer to elements of
     * a SHARED ROW variable.
     */
    List<Variable> references(@Nullable Object node) {
        Set<Variable> found = new LinkedHashSet<>();
        if (hasSharedRows) {
            ProgramWalk.walk(
                    node,
                    n -> {
                        if (n instanceof Variable v && v.kind() == Kind.REFERENCE) {
                            found.add(v);
                        }
                    });
        }
        return List.copyOf(found);
    }

    static boolean isSharedRow(Variable variable) {
        return variable instanceof Global g && g.lifetime().isShared() && g.kind() == Kind.ROW;
    }
}
