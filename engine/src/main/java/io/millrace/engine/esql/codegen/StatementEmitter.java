package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldAccess;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Bytecode writer for statements. The stack is empty between two statements. */
final class StatementEmitter {

    /**
     * Return value of a part of a routine that ended after its last statement. Other values mean an
     * end by RETURN, or at a label (from 2 on).
     */
    static final int BEHIND = 0;

    static final int RETURNED = 1;
    private static final int LABELS = 2;

    /**
     * Maximum number of parts into which a list is split in one step. More parts could make the
     * code that calls them too long.
     */
    private static final int MAX_PARTS = 30;

    /** Estimated size in bytes up to which a statement does not get its own method. */
    private static final int SHORT = 100;

    private static final MethodTypeDesc PART =
            MethodTypeDesc.of(
                    BytecodeWriter.describe(int.class),
                    BytecodeWriter.describe(ModuleInvocation.class),
                    BytecodeWriter.describe(Object[].class));

    final TreeStatementEmitter trees;
    private final MethodEmitter body;
    private final BytecodeWriter code;
    private final HandlerEmitter handlers;
    private final LoopEmitter loops;
    private int parts;

    StatementEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
        this.trees = new TreeStatementEmitter(body);
        this.handlers = new HandlerEmitter(body);
        this.loops = new LoopEmitter(body, handlers);
    }

    /**
     * Writes statements in order. In a routine that is split into methods, some statements are
     * written to separate methods.
     */
    void list(List<Statement> statements) {
        int weight = body.generation.weights.of(statements);
        if (!body.storage().isFramed()
                || !handlers.allowParts()
                || weight <= MethodEmitter.PART_BYTES) {
            statements.forEach(this::statement);
            return;
        }
        // A part may be too long again: then it is spread when it is written.
        int most = Math.max(MethodEmitter.PART_BYTES, weight / MAX_PARTS);
        List<Statement> part = new ArrayList<>();
        int sum = 0;
        for (Statement s : statements) {
            int own = body.generation.weights.of(s);
            if (sum + own > most) {
                partOrInline(part, sum <= most);
                part.clear();
                sum = 0;
            }
            part.add(s);
            sum += own;
        }
        partOrInline(part, sum <= most);
    }

    private void partOrInline(List<Statement> statements, boolean isPart) {
        if (isPart && !statements.isEmpty()) {
            part(List.copyOf(statements));
        } else {
            // A single long statement: the lists in it are spread.
            statements.forEach(this::statement);
        }
    }

    /**
     * Calls a method that contains some statements, and continues according to its return value.
     */
    private void part(List<Statement> statements) {
        List<EnclosingScopes.Far> exits = farExits(statements);
        String name = body.name + "_" + parts++;
        ClassGeneration generation = body.generation;
        Routine routine = body.routine;
        generation.part(
                new ClassGeneration.Part(
                        name,
                        PART,
                        statements.getFirst().origin().place(),
                        out ->
                                MethodEmitter.part(
                                        out, generation, routine, name, exits, statements)));
        body.markTold();
        code.run();
        body.storage().frame();
        code.out.invokestatic(ClassGeneration.THIS, name, PART);
        int end = code.out.allocateLocal(TypeKind.INT);
        code.out.istore(end);
        Label goOn = code.label();
        code.out.iload(end);
        code.out.ifeq(goOn);
        for (EnclosingScopes.Far exit : exits) {
            Label next = code.label();
            code.out.iload(end);
            code.number(exit.code());
            code.out.if_icmpne(next);
            jump(exit.label(), exit.iterates());
            code.at(next);
        }
        body.storage().result(ClassGeneration.returns(body.routine.signature()));
        leaveMethod();
        code.at(goOn);
    }

    /** Returns the labels around this place to which some statements may jump. */
    private List<EnclosingScopes.Far> farExits(List<Statement> statements) {
        List<EnclosingScopes.Far> found = new ArrayList<>();
        if (!body.exits.hasLabels()) {
            return found;
        }
        ProgramWalk.walk(
                statements,
                n -> {
                    switch (n) {
                        case Statement.Leave leave -> far(found, leave.label(), false);
                        case Statement.Iterate iterate -> far(found, iterate.label(), true);
                        default -> {}
                    }
                });
        return found;
    }

    private void far(List<EnclosingScopes.Far> found, String label, boolean iterates) {
        boolean known =
                found.stream().anyMatch(f -> f.label().equals(label) && f.iterates() == iterates);
        if (!known && body.exits.has(label, iterates)) {
            found.add(new EnclosingScopes.Far(label, iterates, LABELS + found.size()));
        }
    }

    void statement(Statement statement) {
        body.mark(statement.origin());
        switch (statement) {
            case Statement.Block block -> block(block);
            case Statement.If s -> branches(s);
            case Statement.Choose s -> choose(s);
            case Statement.While s -> loops.loop(s);
            case Statement.Repeat s -> loops.loop(s);
            case Statement.Loop s -> loops.loop(s);
            case Statement.For s -> loops.loop(s);
            case Statement.Leave s -> jump(s.label(), false);
            case Statement.Iterate s -> jump(s.label(), true);
            case Statement.Return s -> returning(s);
            case Statement.Resignal _ -> handlers.resignal();
            default -> body.locked(statement, () -> apart(statement));
        }
        handlers.behind(statement);
    }

    /**
     * Writes a statement. A long block with handlers is not split; instead, each long statement in
     * it is written to its own method.
     */
    private void apart(Statement statement) {
        boolean own =
                body.storage().isFramed()
                        && !handlers.allowParts()
                        && !(statement instanceof Statement.Throw)
                        && body.generation.weights.of(statement) > SHORT;
        if (own) {
            body.piece(void.class, null, other -> other.statements.simple(statement));
        } else {
            simple(statement);
        }
    }

    /** Writes a statement that contains no other statements and does not jump. */
    private void simple(Statement statement) {
        switch (statement) {
            case Statement.CallRoutine s -> call(s);
            case Statement.CallJava s -> body.calls.java(s);
            case Statement.Throw s -> throwing(s);
            case Statement.Log s -> log(s);
            case Statement.Evaluate s -> body.evaluations.statement(s.evaluation());
            case Statement.Declare s -> body.assignments.declare(s.variable(), s.initial());
            case Statement.SetVariable s
                    when body.storage().isGrowing(s.variable())
                            && ConcatenationEmitter.appends(s.variable(), s.value()) ->
                    body.texts.append(s);
            case Statement.SetVariable s -> body.assignments.assign(s.variable(), s.value());
            case Statement.SetField s -> trees.set(s);
            case Statement.SetList s -> trees.set(s);
            case Statement.SetProperty s -> trees.set(s);
            case Statement.Create s -> trees.create(s);
            case Statement.Delete s -> trees.delete(s);
            case Statement.Attach s -> trees.attach(s);
            case Statement.Detach s -> trees.detach(s);
            case Statement.MoveTo s -> trees.move(s);
            case Statement.Move s -> trees.move(s);
            case Statement.Propagate s -> propagate(s);
            case Statement.Insert s -> body.databases.insert(s);
            case Statement.Update s -> body.databases.update(s);
            case Statement.DeleteRows s -> body.databases.delete(s);
            case Statement.PassthruStatement s -> body.databases.passthru(s.call());
            case Statement.CallStored s -> body.databases.call(s);
            case Statement.EndTransaction s -> body.databases.end(s);
            default -> throw new IllegalStateException("not a simple statement: " + statement);
        }
    }

    // Structure

    private void block(Statement.Block block) {
        if (block.lock() == null) {
            labelledBlock(block);
        } else {
            handlers.guarded(body.atomic(block.lock()), () -> labelledBlock(block));
        }
    }

    private void labelledBlock(Statement.Block block) {
        Label behind = code.label();
        if (block.label() != null) {
            body.exits.push(new EnclosingScopes.Near(block.label(), behind, null));
        }
        if (block.handlers().isEmpty()) {
            list(block.body());
        } else {
            handlers.block(block);
        }
        if (block.label() != null) {
            body.exits.pop();
        }
        code.at(behind);
    }

    private void branches(Statement.If s) {
        Label end = code.label();
        int written = 0;
        boolean spread = body.storage().isFramed() && handlers.allowParts();
        for (int i = 0; i < s.branches().size(); i++) {
            Statement.Branch branch = s.branches().get(i);
            written += Math.min(body.generation.weights.of(branch), MethodEmitter.PART_BYTES / 2);
            if (spread && written > MethodEmitter.PART_BYTES && i > 0) {
                List<Statement.Branch> rest = s.branches().subList(i, s.branches().size());
                part(List.of(new Statement.If(s.origin(), rest, s.otherwise())));
                code.at(end);
                return;
            }
            Label next = code.label();
            body.mark(s.origin());
            body.conditions.unlessTrue(branch.test(), next);
            list(branch.body());
            code.out.goto_(end);
            code.at(next);
        }
        list(s.otherwise());
        code.at(end);
    }

    private void choose(Statement.Choose s) {
        int count = MethodSplitter.fitting(s.branches());
        boolean splits =
                count < s.branches().size()
                        && body.storage().isFramed()
                        && handlers.allowParts()
                        && body.cuts()
                                .isSteady(
                                        s.operand(),
                                        s.branches().stream().map(Statement.Branch::test).toList());
        if (splits) {
            Label end = code.label();
            chooseAmong(s, s.branches().subList(0, count), end);
            List<Statement.Branch> rest = s.branches().subList(count, s.branches().size());
            part(List.of(new Statement.Choose(s.origin(), s.operand(), rest, s.otherwise())));
            code.at(end);
        } else {
            Label end = code.label();
            chooseAmong(s, s.branches(), end);
            list(s.otherwise());
            code.at(end);
        }
    }

    /** Writes branches of a CASE. Each branch jumps to the end after its statements. */
    private void chooseAmong(Statement.Choose s, List<Statement.Branch> branches, Label end) {
        int operand = code.object();
        code.out.aconst_null();
        code.out.astore(operand);
        body.locked(
                s.operand(),
                () -> {
                    body.expressions.value(s.operand());
                    code.out.astore(operand);
                });
        for (Statement.Branch branch : branches) {
            Label next = code.label();
            body.mark(s.origin());
            int equal = code.out.allocateLocal(TypeKind.INT);
            body.locked(
                    branch.test(),
                    () -> {
                        code.out.aload(operand);
                        body.expressions.value(branch.test());
                        code.call(Operators.class, "testEqual", Value.class, Value.class);
                        code.out.istore(equal);
                    });
            code.out.iload(equal);
            code.out.ifle(next);
            list(branch.body());
            code.out.goto_(end);
            code.at(next);
        }
    }

    private void jump(String label, boolean iterates) {
        switch (body.exits.leave(label, iterates)) {
            case EnclosingScopes.Near near ->
                    code.out.goto_(iterates ? near.again() : near.behind());
            case EnclosingScopes.Far far -> {
                code.number(far.code());
                code.out.ireturn();
            }
            case EnclosingScopes.Undo _ -> throw new IllegalStateException("not a label");
        }
    }

    private void returning(Statement.Return s) {
        int result = code.object();
        code.out.aconst_null();
        code.out.astore(result);
        body.locked(
                s,
                () -> {
                    result(s.value());
                    code.out.astore(result);
                });
        code.out.aload(result);
        leaveMethod();
    }

    private void result(Operand value) {
        Signature signature = body.routine.signature();
        if (value == null) {
            body.nothing();
        } else if (signature.returns() == Signature.Returns.TREE) {
            body.expressions.elementToCopy(value);
        } else if (signature.returns() == Signature.Returns.SCALAR) {
            body.expressions.valueAs(value, signature.type());
        } else {
            body.expressions.valueOf(value);
        }
    }

    /** Leaves the routine with the value on the stack. */
    private void leaveMethod() {
        if (body.isPart()) {
            body.storage().keepResult();
            body.exits.undoAll();
            code.number(RETURNED);
            code.out.ireturn();
        } else {
            int result = code.store();
            body.exits.undoAll();
            code.out.aload(result);
            body.giveBack();
        }
    }

    // Simple statements

    private void call(Statement.CallRoutine s) {
        body.calls.call(s.call());
        switch (s.into()) {
            case null -> code.out.pop();
            case Target.ToVariable(Variable variable) -> {
                valueOfResult(s);
                body.expressions.castTo(variable.type());
                body.store(variable);
            }
            case Target.ToField(FieldPath path) -> {
                valueOfResult(s);
                trees.setField(path);
            }
        }
    }

    private void valueOfResult(Statement.CallRoutine s) {
        if (s.call().signature().returns() == Signature.Returns.TREE) {
            code.call(FieldAccess.class, "value", Element.class);
        }
    }

    private void throwing(Statement.Throw s) {
        body.expressions.valueOrNull(s.severity());
        body.expressions.valueOrNull(s.catalog());
        body.expressions.valueOrNull(s.message());
        body.expressions.values(s.values());
        code.call(
                ExceptionSupport.class,
                "user",
                Value.class,
                Value.class,
                Value.class,
                Value[].class);
        code.out.athrow();
    }

    private void log(Statement.Log s) {
        code.run();
        code.number(s.event() ? 1 : 0);
        code.number(s.exceptions().ordinal());
        body.expressions.valueOrNull(s.severity());
        body.expressions.valueOrNull(s.catalog());
        body.expressions.valueOrNull(s.message());
        body.expressions.values(s.values());
        code.call(
                LogStatement.class,
                "write",
                ModuleInvocation.class,
                boolean.class,
                int.class,
                Value.class,
                Value.class,
                Value.class,
                Value[].class);
    }

    private void propagate(Statement.Propagate s) {
        code.environment();
        body.expressions.valueOrNull(s.terminal());
        body.expressions.valueOrNull(s.label());
        boolean[] flags = {
            s.asMode(), s.message(), s.environment(), s.exception(), s.tidyHeaders(), s.delete()
        };
        int bits = 0;
        for (int i = 0; i < flags.length; i++) {
            bits |= flags[i] ? 1 << i : 0;
        }
        code.number(bits);
        body.unlocked(
                () ->
                        code.call(
                                PropagateStatement.class,
                                "send",
                                io.millrace.engine.esql.EsqlEnvironment.class,
                                Value.class,
                                Value.class,
                                int.class));
    }
}
