package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.codegen.EnclosingScopes.Undo;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Global;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.program.Variable.Lifetime;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.runtime.ExceptionSupport;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.SharedState;
import io.millrace.engine.esql.runtime.SharedState.Cell;
import io.millrace.engine.esql.runtime.StatementOrigins;
import io.millrace.engine.message.Value.BooleanValue;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.List;

/**
 * A method that is being generated: its variables, its current statement, and the locks that it
 * holds.
 *
 * <p>The generated method keeps the number of the current statement in a local variable. It catches
 * every exception in order to report the statement that failed.
 */
class MethodWriter extends BytecodeWriter {

    final ClassGeneration generation;
    final Routine routine;
    final String name;

    final boolean isPart;

    final EnclosingScopes exits = new EnclosingScopes();

    // Set before the first statement is written.
    @SuppressWarnings("NullAway.Init")
    VariableStorage storage;

    private int at;

    MethodWriter(Output method) {
        super(method.out(), method.generation().constants);
        this.generation = method.generation();
        this.routine = method.routine();
        this.name = method.name();
        this.isPart = method.isPart();
    }

    /**
     * A method to be written.
     *
     * @param isPart whether the method is a part of a routine that another method calls
     */
    record Output(
            CodeBuilder out,
            ClassGeneration generation,
            Routine routine,
            String name,
            boolean isPart) {}

    // Statements

    /** Writes code that returns. Failures in the code are reported for the current statement. */
    final void reported(Runnable content) {
        number(0);
        at = storeInt();
        Label from = label();
        Label failed = label();
        at(from);
        content.run();
        at(failed);
        out.exceptionCatchAll(from, failed, failed);
        int thrown = store();
        if (!isPart) {
            exit();
        }
        out.aload(thrown);
        origins();
        currentNumber();
        routineLabel();
        call(ExceptionSupport::passing);
        out.athrow();
    }

    /** Pushes the table of statement positions. */
    final void origins() {
        constant(generation.origins, StatementOrigins.class);
    }

    /**
     * Pushes the name of the routine for error messages; empty for an expression outside a routine.
     */
    final void routineLabel() {
        boolean inModule = isRoutine() || !routine.signature().module().isEmpty();
        constant(inModule ? routine.signature().label() : "");
    }

    /** Sets the current statement. Later failures are reported for this statement. */
    final void mark(Origin origin) {
        int number = generation.origins.number(origin);
        int line = StatementOrigins.line(number);
        if (line > 0) {
            out.lineNumber(line);
        }
        number(number);
        markNumber();
    }

    /**
     * Marks that another method reports the failed statement. The mark is valid until the next one.
     */
    final void markReported() {
        number(ExceptionSupport.REPORTED);
        markNumber();
    }

    /** Sets the current statement to the number on the stack. */
    final void markNumber() {
        out.istore(at);
    }

    /** Pushes the number of the current statement. */
    final void currentNumber() {
        out.iload(at);
    }

    /** Whether this is a routine that is called, not a Main. */
    private boolean isRoutine() {
        return routine.signature().index() >= 0;
    }

    final void enter() {
        if (isRoutine()) {
            invocation();
            call(ModuleInvocation::enter);
        }
    }

    private void exit() {
        if (isRoutine()) {
            invocation();
            call(ModuleInvocation::exit);
        }
    }

    /** Pushes the return value of a routine that ends without RETURN. */
    final void fallThrough() {
        if (isRoutine()) {
            out.aconst_null();
        } else {
            constant(BooleanValue.TRUE, BooleanValue.class);
        }
    }

    /** Pushes the return value of a RETURN without a value. */
    final void nothing() {
        if (generation.kind == ModuleKind.FILTER) {
            out.aconst_null();
        } else {
            fallThrough();
        }
    }

    /** Ends the method and returns the value on the stack. */
    final void release() {
        exit();
        out.areturn();
    }

    // Variables

    /** Pushes the content of a variable. */
    final void load(Variable variable) {
        switch (variable) {
            case Local local -> storage.load(local);
            case Global global when global.lifetime().isShared() -> {
                cell(global);
                if (global.kind() == Kind.SCALAR) {
                    call(Cell::value);
                } else {
                    call(Cell::tree);
                }
            }
            case Global global -> {
                globals();
                element(global.index());
                cast(VariableStorage.type(global));
            }
        }
    }

    /**
     * Pushes a REFERENCE that can be moved. The reference points to nothing if the DECLARE was not
     * executed.
     */
    final void loadReference(Variable reference) {
        load(reference);
        Label isThere = label();
        out.dup();
        out.ifnonnull(isThere);
        out.pop();
        out.aconst_null();
        call(FieldReference::at);
        out.dup();
        store(reference);
        at(isThere);
    }

    /** Stores the top of the stack in a variable. */
    final void store(Variable variable) {
        switch (variable) {
            case Local local -> storage.store(local);
            case Global global when global.lifetime().isShared() -> {
                cell(global);
                out.swap();
                call(Cell::assign);
            }
            case Global global -> {
                globals();
                storeElement(global.index());
            }
        }
    }

    final void cell(Global global) {
        shared();
        number(global.index());
        if (global.lifetime() == Lifetime.NODE) {
            call(SharedState::nodeCell);
        } else {
            call(SharedState::flowCell);
        }
    }

    private void globals() {
        invocation();
        call(ModuleInvocation::globals);
    }

    // Guards

    /** Whether a part of a program must hold the lock of SHARED ROWs. */
    final boolean needsGuard(@Nullable Object node) {
        return generation.usesSharedRow(node) || !generation.references(node).isEmpty();
    }

    /**
     * Writes code that holds the lock of SHARED ROWs if it uses a SHARED ROW, by name or through a
     * reference. The stack must be empty at its beginning and at its end.
     */
    final void locked(@Nullable Object node, Runnable content) {
        if (!needsGuard(node)) {
            content.run();
            return;
        }
        Runnable lock =
                () -> {
                    if (generation.usesSharedRow(node)) {
                        shared();
                        call(SharedState::lockRows);
                    } else {
                        lockRowsOf(generation.references(node));
                    }
                };
        Runnable unlock =
                () -> {
                    shared();
                    call(SharedState::unlockRows);
                };
        guarded(new Guard(lock, unlock), content);
    }

    final void shared() {
        invocation();
        call(ModuleInvocation::shared);
    }

    private void lockRowsOf(List<Variable> references) {
        invocation();
        List<Runnable> loads = new ArrayList<>();
        references.forEach(r -> loads.add(() -> load(r)));
        array(FieldReference.class, loads);
        call(ModuleInvocation::lockRowsOf);
    }

    /**
     * Writes a call that can block or acquire locks. The lock of SHARED ROWs is released during the
     * call. The values on the stack are kept.
     */
    final void unlocked(Runnable call) {
        if (!generation.hasSharedRows()) {
            call.run();
            return;
        }
        invocation();
        call(ModuleInvocation::pauseRows);
        int held = storeInt();
        call.run();
        invocation();
        out.iload(held);
        call(ModuleInvocation::resumeRows);
    }

    /** Writes a check that the program may continue. */
    final void turn() {
        invocation();
        call(ModuleInvocation::turn);
    }

    /** Returns the lock of the ATOMIC blocks of a schema that have the same label. */
    final Guard atomic(String lock) {
        return new Guard(
                () -> {
                    invocation();
                    constant(lock);
                    call(ModuleInvocation::enterAtomic);
                },
                () -> {
                    invocation();
                    call(ModuleInvocation::leaveAtomic);
                });
    }

    /**
     * Writes code under a guard that is released on every exit path. The stack must be empty at the
     * beginning and at the end of the code.
     */
    final void guarded(Guard guard, Runnable content) {
        guard.acquire().run();
        Label from = label();
        Label to = label();
        Label failed = label();
        Label after = label();
        at(from);
        exits.push(new Undo(guard.release()));
        content.run();
        exits.pop();
        out.nop();
        at(to);
        guard.release().run();
        out.goto_(after);
        at(failed);
        out.exceptionCatchAll(from, to, failed);
        guard.release().run();
        out.athrow();
        at(after);
    }
}
