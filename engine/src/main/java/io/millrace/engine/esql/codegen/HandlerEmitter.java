package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Block;
import io.millrace.engine.esql.program.Statement.For;
import io.millrace.engine.esql.program.Statement.Handler;
import io.millrace.engine.esql.runtime.ExceptionSupport;
import io.millrace.engine.esql.runtime.ModuleInvocation;

import java.lang.classfile.Label;
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
 * <p>A CONTINUE handler continues after the statement that failed. A switch on the number of that
 * statement jumps to the code after it. Such a block therefore cannot be split into several
 * methods.
 */
final class HandlerEmitter extends BytecodeWriter {

    private final StatementEmitter body;
    private final Deque<Scope> scopes = new ArrayDeque<>();
    private final Deque<Integer> caught = new ArrayDeque<>();
    private final Deque<Integer> objects = new ArrayDeque<>();
    private final Deque<Integer> numbers = new ArrayDeque<>();

    /** The statements of a block, and the positions after them at which execution can continue. */
    private static final class Scope {
        final Map<Integer, Resumption> after = new TreeMap<>();
    }

    /**
     * The position at which a program continues after a statement.
     *
     * @param guards guards that were released when the exception left the code that they protect,
     *     outermost first
     */
    private record Resumption(Label label, List<Guard> guards) {
        Resumption within(Guard guard) {
            List<Guard> all = new ArrayList<>(guards);
            all.addFirst(guard);
            return new Resumption(label, all);
        }
    }

    HandlerEmitter(StatementEmitter body) {
        super(body);
        this.body = body;
    }

    /** Whether statements at this position can be moved to separate methods. */
    boolean allowParts() {
        return scopes.isEmpty() && caught.isEmpty();
    }

    /**
     * Returns a local variable for an object that several statements use. Within a block with
     * handlers, the variable is set at the start of the outermost such block. It then has a value
     * wherever a handler continues.
     */
    int lasting() {
        return scopes.isEmpty() && caught.isEmpty() ? object() : objects.pop();
    }

    /** Marks the end of a statement. */
    void after(Statement statement) {
        if (scopes.isEmpty()) {
            return;
        }
        Label here = label();
        at(here);
        int number = body.generation.origins.number(statement.origin());
        scopes.forEach(s -> s.after.put(number, new Resumption(here, List.of())));
    }

    /**
     * Writes code under a guard. A handler that continues inside this code acquires the guard
     * again.
     */
    void guarded(Guard guard, Runnable content) {
        List<Set<Integer>> before = new ArrayList<>();
        scopes.forEach(s -> before.add(new HashSet<>(s.after.keySet())));
        body.guarded(guard, content);
        int i = 0;
        for (Scope s : scopes) {
            Set<Integer> outside = before.get(i++);
            s.after.replaceAll(
                    (number, where) -> outside.contains(number) ? where : where.within(guard));
        }
    }

    /** Writes the statements and the handlers of a block. */
    void block(Block block) {
        Scope scope = new Scope();
        reserve(block);
        int thrown = objects.pop();
        int before = objects.pop();
        int failedAt = numbers.pop();
        Label from = label();
        Label to = label();
        Label failed = label();
        Label after = label();
        at(from);
        scopes.push(scope);
        block.body().forEach(body::statement);
        scopes.pop();
        out.nop();
        at(to);
        out.goto_(after);
        at(failed);
        out.exceptionCatchAll(from, to, failed);
        out.astore(thrown);
        body.currentNumber();
        out.istore(failedAt);
        invocation();
        call(ModuleInvocation::caught);
        out.astore(before);
        int chosen = choose(block, thrown, failedAt);
        handle(block, scope, chosen, failedAt, thrown, before, after);
        at(after);
    }

    /**
     * Initializes all variables that several statements use, at the start of the outermost block.
     */
    private void reserve(Block block) {
        if (!scopes.isEmpty() || !caught.isEmpty()) {
            return;
        }
        ProgramWalk.walk(
                block,
                n -> {
                    if (n instanceof For) {
                        reserveObject();
                    }
                    if (n instanceof Block b && !b.handlers().isEmpty()) {
                        reserveObject();
                        reserveObject();
                        number(0);
                        numbers.push(storeInt());
                    }
                });
    }

    private void reserveObject() {
        objects.push(nullObject());
    }

    private int choose(Block block, int thrown, int failedAt) {
        out.aload(thrown);
        invocation();
        constant(block.handlers(), List.class);
        body.origins();
        out.iload(failedAt);
        body.routineLabel();
        call(ExceptionSupport::handler);
        return storeInt();
    }

    private void handle(
            Block block,
            Scope scope,
            int chosen,
            int failedAt,
            int thrown,
            int before,
            Label after) {
        for (int i = 0; i < block.handlers().size(); i++) {
            Handler handler = block.handlers().get(i);
            Label next = label();
            out.iload(chosen);
            number(i);
            out.if_icmpne(next);
            invocation();
            call(ModuleInvocation::caught);
            out.astore(thrown);
            caught.push(thrown);
            handled(thrown, before, () -> body.statement(handler.body()));
            caught.pop();
            if (handler.exits()) {
                out.goto_(after);
            } else {
                goOn(scope, failedAt, after);
            }
            at(next);
        }
        // The statement that failed reports an exception that is thrown again.
        out.iload(failedAt);
        body.markNumber();
        out.aload(thrown);
        call(ExceptionSupport::again);
        out.athrow();
    }

    /**
     * Writes the body of a handler, followed by code that restores the previously handled
     * exception. An outer handler can continue inside the body.
     */
    private void handled(int thrown, int before, Runnable content) {
        guarded(new Guard(() -> caught(thrown), () -> caught(before)), content);
    }

    /** Restores the handled exception from a variable. */
    private void caught(int variable) {
        invocation();
        out.aload(variable);
        cast(MillraceException.class);
        call(ModuleInvocation::handle);
    }

    private void goOn(Scope scope, int failedAt, Label otherwise) {
        List<SwitchCase> cases = new ArrayList<>();
        List<Runnable> entries = new ArrayList<>();
        scope.after.forEach(
                (number, where) -> {
                    Label entry = where.guards().isEmpty() ? where.label() : label();
                    cases.add(SwitchCase.of(number, entry));
                    if (!where.guards().isEmpty()) {
                        entries.add(() -> enter(entry, where));
                    }
                });
        out.iload(failedAt);
        out.lookupswitch(otherwise, cases);
        entries.forEach(Runnable::run);
    }

    private void enter(Label entry, Resumption where) {
        at(entry);
        where.guards().forEach(guard -> guard.acquire().run());
        out.goto_(where.label());
    }

    /** Writes a RESIGNAL. */
    void resignal() {
        invocation();
        call(ModuleInvocation::caught);
        call(ExceptionSupport::again);
        out.athrow();
    }
}
