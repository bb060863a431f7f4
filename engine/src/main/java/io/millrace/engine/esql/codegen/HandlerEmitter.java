package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.program.Statement;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Bytecode writer for blocks with exception handlers.
 *
 * <p>A CONTINUE handler continues after the statement that failed. The method knows the number of
 * that statement, and a switch jumps to the code after it. Such a block is therefore not split into
 * several methods.
 */
final class HandlerEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private final Deque<Integer> caught = new ArrayDeque<>();
    private final Deque<Integer> objects = new ArrayDeque<>();
    private final Deque<Integer> numbers = new ArrayDeque<>();

    /**
     * The statements of a block, and the code after each of them at which execution can continue.
     */
    private static final class Scope {
        final Map<Integer, Resumption> behind = new TreeMap<>();
    }

    /**
     * The code at which a program continues after a statement.
     *
     * @param guards guards released when the exception left the code that they protect, outermost
     *     first
     */
    private record Resumption(Label label, List<Guard> guards) {
        Resumption within(Guard guard) {
            List<Guard> all = new ArrayList<>(guards);
            all.addFirst(guard);
            return new Resumption(label, all);
        }
    }

    HandlerEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /** Whether statements at this place may be moved to separate methods. */
    boolean allowParts() {
        return scopes.isEmpty() && caught.isEmpty();
    }

    /**
     * Returns a local variable for an object that several statements use. Within a block with
     * handlers, the variable is set at the start of the outermost such block. It then has a value
     * wherever a handler continues.
     */
    int lasting() {
        return scopes.isEmpty() && caught.isEmpty() ? code.object() : objects.pop();
    }

    /** Marks the end of a statement. */
    void behind(Statement statement) {
        if (scopes.isEmpty()) {
            return;
        }
        Label here = code.label();
        code.at(here);
        int number = body.generation.origins.number(statement.origin());
        scopes.forEach(s -> s.behind.put(number, new Resumption(here, List.of())));
    }

    /**
     * Writes code under a guard. A handler that continues inside this code takes the guard again.
     */
    void guarded(Guard guard, Runnable content) {
        List<Set<Integer>> before = new ArrayList<>();
        scopes.forEach(s -> before.add(new HashSet<>(s.behind.keySet())));
        body.guarded(guard, content);
        int i = 0;
        for (Scope s : scopes) {
            Set<Integer> outside = before.get(i++);
            s.behind.replaceAll(
                    (number, where) -> outside.contains(number) ? where : where.within(guard));
        }
    }

    /** Writes the statements of a block and its handlers. */
    void block(Statement.Block block) {
        Scope scope = new Scope();
        reserve(block);
        int thrown = objects.pop();
        int before = objects.pop();
        int failedAt = numbers.pop();
        Label from = code.label();
        Label to = code.label();
        Label failed = code.label();
        Label behind = code.label();
        code.at(from);
        scopes.push(scope);
        block.body().forEach(body.statements::statement);
        scopes.pop();
        code.out.nop();
        code.at(to);
        code.out.goto_(behind);
        code.at(failed);
        code.out.exceptionCatchAll(from, to, failed);
        code.out.astore(thrown);
        body.at();
        code.out.istore(failedAt);
        code.run();
        code.call(ModuleInvocation.class, "caught");
        code.out.astore(before);
        int chosen = choose(block, thrown, failedAt);
        handle(block, scope, chosen, failedAt, thrown, before, behind);
        code.at(behind);
    }

    /** Sets all variables that several statements use to a first value, at the outermost block. */
    private void reserve(Statement.Block block) {
        if (!scopes.isEmpty() || !caught.isEmpty()) {
            return;
        }
        ProgramWalk.walk(
                block,
                n -> {
                    if (n instanceof Statement.For) {
                        reserveObject();
                    }
                    if (n instanceof Statement.Block b && !b.handlers().isEmpty()) {
                        reserveObject();
                        reserveObject();
                        int number = code.out.allocateLocal(TypeKind.INT);
                        code.number(0);
                        code.out.istore(number);
                        numbers.push(number);
                    }
                });
    }

    private void reserveObject() {
        int object = code.object();
        code.out.aconst_null();
        code.out.astore(object);
        objects.push(object);
    }

    private int choose(Statement.Block block, int thrown, int failedAt) {
        code.out.aload(thrown);
        code.run();
        Statement.Handler[] known = block.handlers().toArray(Statement.Handler[]::new);
        code.constant(new HandlerTable(List.of(known)), HandlerTable.class);
        body.places();
        code.out.iload(failedAt);
        body.routineLabel();
        code.call(
                ExceptionSupport.class,
                "handler",
                Throwable.class,
                ModuleInvocation.class,
                HandlerTable.class,
                StatementOrigins.class,
                int.class,
                String.class);
        int chosen = code.out.allocateLocal(TypeKind.INT);
        code.out.istore(chosen);
        return chosen;
    }

    private void handle(
            Statement.Block block,
            Scope scope,
            int chosen,
            int failedAt,
            int thrown,
            int before,
            Label behind) {
        for (int i = 0; i < block.handlers().size(); i++) {
            Statement.Handler handler = block.handlers().get(i);
            Label next = code.label();
            code.out.iload(chosen);
            code.number(i);
            code.out.if_icmpne(next);
            code.run();
            code.call(ModuleInvocation.class, "caught");
            code.out.astore(thrown);
            caught.push(thrown);
            handled(thrown, before, () -> body.statements.statement(handler.body()));
            caught.pop();
            if (handler.exits()) {
                code.out.goto_(behind);
            } else {
                goOn(scope, failedAt, behind);
            }
            code.at(next);
        }
        // What is thrown on is told of by the statement that failed.
        restore(failedAt);
        code.out.aload(thrown);
        code.call(ExceptionSupport.class, "again", Throwable.class);
        code.out.athrow();
    }

    /**
     * Writes the body of a handler, and restores the previously handled exception after it. An
     * outer handler may continue inside the body.
     */
    private void handled(int thrown, int before, Runnable content) {
        guarded(new Guard(() -> caught(thrown), () -> caught(before)), content);
    }

    /** Sets the exception that is being handled to the content of a variable. */
    private void caught(int variable) {
        code.run();
        code.out.aload(variable);
        code.out.checkcast(BytecodeWriter.describe(MillraceException.class));
        code.call(ModuleInvocation.class, "caught", MillraceException.class);
    }

    private void restore(int failedAt) {
        code.out.iload(failedAt);
        body.storeAt();
    }

    private void goOn(Scope scope, int failedAt, Label otherwise) {
        List<SwitchCase> cases = new ArrayList<>();
        List<Runnable> entries = new ArrayList<>();
        scope.behind.forEach(
                (number, where) -> {
                    Label entry = where.guards().isEmpty() ? where.label() : code.label();
                    cases.add(SwitchCase.of(number, entry));
                    if (!where.guards().isEmpty()) {
                        entries.add(() -> enter(entry, where));
                    }
                });
        code.out.iload(failedAt);
        code.out.lookupswitch(otherwise, cases);
        entries.forEach(Runnable::run);
    }

    private void enter(Label entry, Resumption where) {
        code.at(entry);
        where.guards().forEach(guard -> guard.take().run());
        code.out.goto_(where.label());
    }

    /** Writes a RESIGNAL. */
    void resignal() {
        code.run();
        code.call(ModuleInvocation.class, "caught");
        code.call(ExceptionSupport.class, "again", Throwable.class);
        code.out.athrow();
    }
}
