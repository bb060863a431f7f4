package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.codegen.EnclosingScopes.Far;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Returns;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Block;
import io.millrace.engine.esql.program.Variable.Global;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.SharedState;
import io.millrace.engine.esql.runtime.SharedState.Cell;
import io.millrace.engine.message.Value;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/** Writer of whole methods: routines, parts of routines, and initial values. */
final class MethodEmitter extends StatementEmitter {

    private static final Routine INITIAL =
            new Routine(
                    new Signature(-1, "", "", "DECLARE", List.of(), Returns.NONE, null, false),
                    List.of(),
                    new Block(
                            new Origin(Place.of(""), "DECLARE"), null, null, List.of(), List.of()));

    private int parts;

    private MethodEmitter(Output method) {
        super(method);
    }

    /** Writes the first method of a routine. */
    static void routine(CodeBuilder out, ClassGeneration generation, Routine routine) {
        MethodEmitter method =
                new MethodEmitter(
                        new Output(
                                out,
                                generation,
                                routine,
                                ClassGeneration.name(routine.signature()),
                                false));
        boolean isText = generation.isText() && routine.signature().index() < 0;
        boolean isDivided = isText || generation.splitter.isLong(routine);
        BitSet growing = generation.growing(routine);
        method.storage =
                isText
                        ? VariableStorage.frameOfText(method, routine)
                        : isDivided
                                ? VariableStorage.newFrame(method, routine, growing)
                                : VariableStorage.locals(method, routine, growing);
        List<Statement> body = List.of(routine.body());
        List<Statement> written = isDivided ? generation.splitter.fit(body) : body;
        method.enter();
        method.reported(
                () -> {
                    written.forEach(method::statement);
                    method.fallThrough();
                    method.release();
                });
    }

    /** Writes a method that initializes some variables of schemas and modules. */
    static void initial(
            CodeBuilder out,
            ClassGeneration generation,
            String name,
            List<GlobalDefinition> globals) {
        MethodEmitter method = new MethodEmitter(new Output(out, generation, INITIAL, name, true));
        method.reported(
                () -> {
                    globals.forEach(method::initialize);
                    out.return_();
                });
    }

    // Parts

    @Override
    void callPart(List<Far> exits, Statement.Part part) {
        ClassGeneration to = generation;
        callPart(
                part.origin().place(),
                int.class,
                method -> {
                    exits.forEach(method.exits::push);
                    method.reported(
                            () -> {
                                method.part(to.splitter.fit(part.body()));
                                method.number(COMPLETED);
                                method.out.ireturn();
                            });
                });
    }

    private void part(List<Statement> statements) {
        Guard cache = generation.isText() ? null : storage.cache(statements);
        Runnable content = () -> statements.forEach(this::statement);
        if (cache == null) {
            content.run();
        } else {
            guarded(cache, content);
        }
    }

    @Override
    void callPart(Statement simple) {
        callPart(
                simple.origin().place(),
                void.class,
                method -> {
                    method.simple(simple);
                    method.out.return_();
                });
    }

    @Override
    void callPart(Expression.Part part, boolean isTest) {
        Expression content = generation.splitter.fit(part.content());
        callPart(
                routine.body().origin().place(),
                isTest ? int.class : Value.class,
                method -> {
                    if (isTest) {
                        method.conditions.test(content);
                        method.out.ireturn();
                    } else {
                        method.value(content);
                        method.out.areturn();
                    }
                });
    }

    /**
     * Calls a new method with a part of this method. A failure in the part is reported for the
     * current statement of this method.
     */
    private void callPart(Place place, Class<?> result, Consumer<MethodEmitter> content) {
        String part = name + "_" + parts++;
        MethodTypeDesc type =
                MethodTypeDesc.of(
                        describe(result),
                        describe(ModuleInvocation.class),
                        describe(Object[].class));
        ClassGeneration to = generation;
        Routine of = routine;
        to.part(
                new ClassGeneration.Part(
                        part,
                        type,
                        place,
                        code -> {
                            MethodEmitter method =
                                    new MethodEmitter(new Output(code, to, of, part, true));
                            method.storage = VariableStorage.givenFrame(method, of, to.growing(of));
                            content.accept(method);
                        }));
        invocation();
        storage.frame();
        out.invokestatic(ClassGeneration.THIS, part, type);
    }

    // Initial values

    /** Writes the initialization of a variable of a schema or module. */
    private void initialize(GlobalDefinition definition) {
        Routine frame = new Routine(INITIAL.signature(), definition.locals(), INITIAL.body());
        storage = VariableStorage.locals(this, frame, new BitSet());
        mark(definition.origin());
        Global variable = definition.variable();
        Label done = label();
        if (variable.lifetime().isShared()) {
            fill(definition, done);
        } else {
            if (generation.beginsOnce()) {
                invocation();
                number(variable.index());
                call(ModuleInvocation::begins);
                out.ifeq(done);
            }
            locked(definition, () -> declare(variable, definition.initial()));
        }
        at(done);
    }

    /**
     * Writes the initialization of a SHARED variable. The first thread that needs the variable
     * performs it.
     */
    private void fill(GlobalDefinition definition, Label done) {
        cell(definition.variable());
        int cell = store();
        invocation();
        out.aload(cell);
        call(ModuleInvocation::beginFilling);
        out.ifeq(done);
        Runnable end =
                () -> {
                    invocation();
                    out.aload(cell);
                    call(ModuleInvocation::endFilling);
                };
        guarded(
                new Guard(() -> {}, end),
                () -> {
                    locked(definition.initial(), () -> fill(definition, cell));
                    out.aload(cell);
                    call(Cell::filled);
                });
    }

    private void fill(GlobalDefinition definition, int cell) {
        initial(definition.variable(), definition.initial());
        int initial = store();
        if (definition.variable().kind() == Kind.SCALAR) {
            out.aload(cell);
            out.aload(initial);
            call(Cell::assign);
        } else {
            shared();
            out.aload(cell);
            out.aload(initial);
            call(SharedState::fill);
        }
    }
}
