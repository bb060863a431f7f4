package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A method that is being generated, with the writers of its parts.
 *
 * <p>The generated method keeps the number of the current statement in a local variable. It catches
 * every exception that passes through it, to report the statement that failed.
 */
final class MethodEmitter {

    /** Estimated size in bytes above which a routine is split into several methods. */
    static final int METHOD_BYTES = 6_000;

    /** Estimated size in bytes that each method of a split routine may have. */
    static final int PART_BYTES = 3_000;

    private static final Routine INITIAL =
            new Routine(
                    new Signature(
                            -1, "", "", "DECLARE", List.of(), Signature.Returns.NONE, null, false),
                    List.of(),
                    new Statement.Block(
                            new Origin(Place.of(""), "DECLARE"), null, null, List.of(), List.of()));

    final BytecodeWriter code;
    final ClassGeneration generation;
    final Routine routine;
    final EnclosingScopes exits = new EnclosingScopes();
    final PathEmitter paths;
    final ExpressionEmitter expressions;
    final PrimitiveNumberEmitter numbers;
    final ConcatenationEmitter texts;
    final ConditionEmitter conditions;
    final ListEmitter lists;
    final CallEmitter calls;
    final DatabaseEmitter databases;
    final EvalEmitter evaluations;
    final AssignmentEmitter assignments;
    final StatementEmitter statements;
    final String name;
    private VariableStorage storage;
    private final boolean isPart;
    private Expression piece;
    private int pieces;
    private int at;

    private MethodEmitter(
            CodeBuilder out,
            ClassGeneration generation,
            Routine routine,
            String name,
            boolean isPart) {
        this.code = new BytecodeWriter(out, generation.constants);
        this.generation = generation;
        this.routine = routine;
        this.name = name;
        this.isPart = isPart;
        this.paths = new PathEmitter(this);
        this.expressions = new ExpressionEmitter(this);
        this.numbers = new PrimitiveNumberEmitter(this);
        this.texts = new ConcatenationEmitter(this);
        this.conditions = new ConditionEmitter(this);
        this.lists = new ListEmitter(this);
        this.calls = new CallEmitter(this);
        this.databases = new DatabaseEmitter(this);
        this.evaluations = new EvalEmitter(this);
        this.assignments = new AssignmentEmitter(this);
        this.statements = new StatementEmitter(this);
    }

    /** Writes the first method of a routine. */
    static void routine(CodeBuilder out, ClassGeneration generation, Routine routine) {
        MethodEmitter body =
                new MethodEmitter(
                        out, generation, routine, ClassGeneration.name(routine.signature()), false);
        boolean large = generation.weights.of(routine.body()) > METHOD_BYTES;
        boolean isMain = routine.signature().index() < 0;
        if (isMain && generation.isText()) {
            body.storage = VariableStorage.frameOfText(body.code, routine);
        } else {
            body.storage =
                    large
                            ? VariableStorage.newFrame(
                                    body.code, routine, generation.growing(routine))
                            : VariableStorage.locals(
                                    body.code, routine, generation.growing(routine));
        }
        if (!isMain) {
            body.code.run();
            body.code.call(ModuleInvocation.class, "enter");
        }
        body.guarded(
                () -> {
                    body.statements.statement(routine.body());
                    body.fallThrough();
                    body.giveBack();
                });
    }

    /**
     * Writes a method for some statements of a routine. The method returns how it ended, see {@link
     * Statements#part}.
     */
    static void part(
            CodeBuilder out,
            ClassGeneration generation,
            Routine routine,
            String name,
            List<EnclosingScopes.Far> exits,
            List<Statement> statements) {
        MethodEmitter body = new MethodEmitter(out, generation, routine, name, true);
        body.storage = VariableStorage.givenFrame(body.code, routine, generation.growing(routine));
        exits.forEach(body.exits::push);
        body.guarded(
                () -> {
                    body.statements.list(statements);
                    body.code.number(StatementEmitter.BEHIND);
                    out.ireturn();
                });
    }

    MethodSplitter cuts() {
        return generation.cuts(routine);
    }

    /** Whether an expression is written to a separate method, which is not this method. */
    boolean isCut(Expression e) {
        return e != piece && storage.isFramed() && cuts().isCut(e);
    }

    /**
     * Calls a separate method that holds a piece of this method. A failure in it is reported for
     * the current statement of this method.
     *
     * @param result type of the value that the method leaves on the stack
     * @param e first expression of the piece; null for none
     * @param content writer of the piece
     */
    void piece(Class<?> result, Expression e, Content content) {
        String piece = name + "_" + pieces++ + "x";
        MethodTypeDesc type =
                MethodTypeDesc.of(
                        BytecodeWriter.describe(result),
                        BytecodeWriter.describe(ModuleInvocation.class),
                        BytecodeWriter.describe(Object[].class));
        ClassGeneration to = generation;
        Routine of = routine;
        generation.part(
                new ClassGeneration.Part(
                        piece,
                        type,
                        routine.body().origin().place(),
                        out -> {
                            MethodEmitter body = new MethodEmitter(out, to, of, piece, true);
                            body.storage =
                                    VariableStorage.givenFrame(body.code, of, to.growing(of));
                            body.piece = e;
                            content.write(body);
                            out.return_(TypeKind.from(result));
                        }));
        code.run();
        storage.frame();
        code.out.invokestatic(ClassGeneration.THIS, piece, type);
    }

    /** Writes a method that initializes some variables of schemas and modules. */
    static void initial(
            CodeBuilder out,
            ClassGeneration generation,
            String name,
            List<GlobalDefinition> globals) {
        MethodEmitter body = new MethodEmitter(out, generation, INITIAL, name, true);
        body.storage = VariableStorage.locals(body.code, INITIAL, new BitSet());
        body.guarded(
                () -> {
                    globals.forEach(body::initialise);
                    out.return_();
                });
    }

    /** A writer of bytecode into a method. */
    interface Content {
        void write(MethodEmitter body);
    }

    private void guarded(Runnable content) {
        at = code.out.allocateLocal(TypeKind.INT);
        code.number(0);
        code.out.istore(at);
        Label from = code.label();
        Label to = code.label();
        Label failed = code.label();
        code.at(from);
        content.run();
        code.at(to);
        code.at(failed);
        code.out.exceptionCatchAll(from, to, failed);
        int thrown = code.store();
        if (!isPart && routine.signature().index() >= 0) {
            code.run();
            code.call(ModuleInvocation.class, "exit");
        }
        code.out.aload(thrown);
        places();
        code.out.iload(at);
        routineLabel();
        code.call(
                ExceptionSupport.class,
                "passing",
                Throwable.class,
                StatementOrigins.class,
                int.class,
                String.class);
        code.out.athrow();
    }

    /** Pushes the table of statement positions. */
    void places() {
        code.constant(generation.origins, StatementOrigins.class);
    }

    /**
     * Pushes the name of the routine for error messages; empty for an expression outside a routine.
     */
    void routineLabel() {
        boolean inModule =
                routine.signature().index() >= 0 || !routine.signature().module().isEmpty();
        code.constant(inModule ? routine.signature().label() : "", String.class);
    }

    boolean isPart() {
        return isPart;
    }

    VariableStorage storage() {
        return storage;
    }

    /** Sets the current statement. Later failures are reported for it. */
    void mark(Origin origin) {
        code.number(generation.origins.number(origin));
        code.out.istore(at);
    }

    /** Marks that another method reports the statement of a failure, until the next mark. */
    void markTold() {
        code.number(ExceptionSupport.TOLD);
        code.out.istore(at);
    }

    /** Sets the current statement to the number on the stack. */
    void storeAt() {
        code.out.istore(at);
    }

    /** Pushes the number of the current statement. */
    void at() {
        code.out.iload(at);
    }

    /** Pushes the return value of a routine that ends without RETURN. */
    void fallThrough() {
        if (routine.signature().index() < 0) {
            code.number(1);
            code.call(Value.class, "of", boolean.class);
        } else {
            code.out.aconst_null();
        }
    }

    /** Pushes the return value of a RETURN without a value. */
    void nothing() {
        if (generation.kind == ModuleKind.FILTER) {
            code.out.aconst_null();
        } else {
            fallThrough();
        }
    }

    /** Ends the method and returns the value on the stack. */
    void giveBack() {
        if (routine.signature().index() >= 0) {
            code.run();
            code.call(ModuleInvocation.class, "exit");
        }
        code.out.areturn();
    }

    // Variables

    /** Pushes the content of a variable. */
    void load(Variable variable) {
        switch (variable) {
            case Variable.Local local -> storage.load(local);
            case Variable.Global global when global.lifetime().isShared() -> {
                cell(global);
                boolean scalar = global.kind() == Variable.Kind.SCALAR;
                code.call(SharedState.Cell.class, scalar ? "value" : "tree");
            }
            case Variable.Global global -> {
                globals();
                code.number(global.index());
                code.out.aaload();
                code.cast(VariableStorage.type(global));
            }
        }
    }

    /**
     * Pushes a REFERENCE that may be moved. It points to nothing if its declaration did not run.
     */
    void loadReference(Variable reference) {
        load(reference);
        Label isThere = code.label();
        code.out.dup();
        code.out.ifnonnull(isThere);
        code.out.pop();
        code.out.aconst_null();
        code.out.aconst_null();
        code.call(FieldReference.class, "to", Element.class, Element.class);
        code.out.dup();
        store(reference);
        code.at(isThere);
    }

    /** Stores the top of the stack in a variable. */
    void store(Variable variable) {
        switch (variable) {
            case Variable.Local local -> storage.store(local);
            case Variable.Global global when global.lifetime().isShared() -> {
                cell(global);
                code.out.swap();
                code.call(SharedState.Cell.class, "value", Value.class);
            }
            case Variable.Global global -> {
                globals();
                code.out.swap();
                code.number(global.index());
                code.out.swap();
                code.out.aastore();
            }
        }
    }

    void cell(Variable.Global global) {
        boolean ofNode = global.lifetime() == Variable.Lifetime.NODE;
        code.run();
        code.field(ModuleInvocation.class, "shared", SharedState.class);
        code.number(global.index());
        code.call(SharedState.class, ofNode ? "nodeCell" : "flowCell", int.class);
    }

    private void globals() {
        code.run();
        code.field(ModuleInvocation.class, "globals", Object[].class);
    }

    // Guards

    /** Whether a part of a program must hold the lock of SHARED ROWs. */
    boolean needsGuard(Object node) {
        return generation.usesSharedRow(node) || !generation.references(node).isEmpty();
    }

    /**
     * Writes code that holds the lock of SHARED ROWs if it uses one, by name or through a
     * reference. The stack must be empty at its beginning and at its end.
     */
    void locked(Object node, Runnable content) {
        if (generation.usesSharedRow(node)) {
            guarded(new Guard(() -> shared("lockRows"), () -> shared("unlockRows")), content);
        } else if (needsGuard(node)) {
            guarded(
                    new Guard(
                            () -> lockRowsOf(generation.references(node)),
                            () -> shared("unlockRows")),
                    content);
        } else {
            content.run();
        }
    }

    private void shared(String method) {
        code.run();
        code.field(ModuleInvocation.class, "shared", SharedState.class);
        code.call(SharedState.class, method);
    }

    private void lockRowsOf(List<Variable> references) {
        code.run();
        List<Runnable> loads = new ArrayList<>();
        references.forEach(r -> loads.add(() -> load(r)));
        code.array(FieldReference.class, loads);
        code.call(ModuleInvocation.class, "lockRowsOf", FieldReference[].class);
    }

    /**
     * Writes a call that may block or acquire locks. The lock of SHARED ROWs is released during the
     * call. The values on the stack stay there.
     */
    void unlocked(Runnable call) {
        if (!generation.hasSharedRows()) {
            call.run();
            return;
        }
        code.run();
        code.call(ModuleInvocation.class, "pauseRows");
        int held = code.out.allocateLocal(TypeKind.INT);
        code.out.istore(held);
        call.run();
        code.run();
        code.out.iload(held);
        code.call(ModuleInvocation.class, "resumeRows", boolean.class);
    }

    /** Writes a check whether the program may continue. */
    void turn() {
        code.run();
        code.call(ModuleInvocation.class, "turn");
    }

    /** Returns the lock of the ATOMIC blocks that have one label in a schema. */
    Guard atomic(String lock) {
        return new Guard(() -> atomic("enterAtomic", lock), () -> atomic("leaveAtomic", lock));
    }

    private void atomic(String method, String lock) {
        code.run();
        code.constant(lock, String.class);
        code.call(ModuleInvocation.class, method, String.class);
    }

    /**
     * Writes code under a guard that is released on every exit path. The stack must be empty at the
     * beginning and at the end of the code.
     */
    void guarded(Guard guard, Runnable content) {
        guard.take().run();
        Label from = code.label();
        Label to = code.label();
        Label failed = code.label();
        Label behind = code.label();
        code.at(from);
        exits.push(new EnclosingScopes.Undo(guard.giveBack()));
        content.run();
        exits.pop();
        code.out.nop();
        code.at(to);
        guard.giveBack().run();
        code.out.goto_(behind);
        code.at(failed);
        code.out.exceptionCatchAll(from, to, failed);
        guard.giveBack().run();
        code.out.athrow();
        code.at(behind);
    }

    // Initial values

    /** Writes the initialization of a variable of a schema or module. */
    private void initialise(GlobalDefinition definition) {
        Routine frame = new Routine(INITIAL.signature(), definition.locals(), INITIAL.body());
        storage = VariableStorage.locals(code, frame, new BitSet());
        mark(definition.origin());
        if (definition.variable().lifetime().isShared()) {
            fill(definition);
        } else {
            Label done = code.label();
            if (generation.beginsOnce()) {
                code.run();
                code.number(definition.variable().index());
                code.call(ModuleInvocation.class, "begins", int.class);
                code.out.ifeq(done);
            }
            locked(
                    definition,
                    () -> assignments.declare(definition.variable(), definition.initial()));
            code.at(done);
        }
    }

    /**
     * Writes the initialization of a SHARED variable, which the first thread that needs it
     * performs.
     */
    private void fill(GlobalDefinition definition) {
        Variable.Global variable = definition.variable();
        Label done = code.label();
        cell(variable);
        int cell = code.store();
        code.run();
        code.out.aload(cell);
        code.call(ModuleInvocation.class, "beginFilling", SharedState.Cell.class);
        code.out.ifeq(done);
        Label from = code.label();
        Label to = code.label();
        Label failed = code.label();
        code.at(from);
        locked(definition.initial(), () -> fill(definition, cell));
        code.out.aload(cell);
        code.call(SharedState.Cell.class, "filled");
        code.at(to);
        endFilling(cell);
        code.out.goto_(done);
        code.at(failed);
        code.out.exceptionCatchAll(from, to, failed);
        endFilling(cell);
        code.out.athrow();
        code.at(done);
    }

    private void endFilling(int cell) {
        code.run();
        code.out.aload(cell);
        code.call(ModuleInvocation.class, "endFilling", SharedState.Cell.class);
    }

    private void fill(GlobalDefinition definition, int cell) {
        Variable.Global variable = definition.variable();
        assignments.initial(variable, definition.initial());
        int initial = code.store();
        if (variable.kind() == Variable.Kind.SCALAR) {
            code.out.aload(cell);
            code.out.aload(initial);
            code.call(SharedState.Cell.class, "value", Value.class);
        } else {
            code.run();
            code.field(ModuleInvocation.class, "shared", SharedState.class);
            code.out.aload(cell);
            code.out.aload(initial);
            code.call(SharedState.class, "fill", SharedState.Cell.class, Element.class);
        }
    }
}
