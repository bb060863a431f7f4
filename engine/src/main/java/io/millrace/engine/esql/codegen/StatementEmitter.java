package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.EnclosingScopes.Far;
import io.millrace.engine.esql.codegen.EnclosingScopes.Near;
import io.millrace.engine.esql.codegen.EnclosingScopes.Undo;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Field;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Returns;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Attach;
import io.millrace.engine.esql.program.Statement.Block;
import io.millrace.engine.esql.program.Statement.Branch;
import io.millrace.engine.esql.program.Statement.CallJava;
import io.millrace.engine.esql.program.Statement.CallRoutine;
import io.millrace.engine.esql.program.Statement.CallStored;
import io.millrace.engine.esql.program.Statement.Choose;
import io.millrace.engine.esql.program.Statement.Create;
import io.millrace.engine.esql.program.Statement.Declare;
import io.millrace.engine.esql.program.Statement.Delete;
import io.millrace.engine.esql.program.Statement.DeleteRows;
import io.millrace.engine.esql.program.Statement.Detach;
import io.millrace.engine.esql.program.Statement.EndTransaction;
import io.millrace.engine.esql.program.Statement.Evaluate;
import io.millrace.engine.esql.program.Statement.For;
import io.millrace.engine.esql.program.Statement.If;
import io.millrace.engine.esql.program.Statement.Insert;
import io.millrace.engine.esql.program.Statement.Iterate;
import io.millrace.engine.esql.program.Statement.Leave;
import io.millrace.engine.esql.program.Statement.Log;
import io.millrace.engine.esql.program.Statement.Loop;
import io.millrace.engine.esql.program.Statement.Move;
import io.millrace.engine.esql.program.Statement.MoveTo;
import io.millrace.engine.esql.program.Statement.PassthruStatement;
import io.millrace.engine.esql.program.Statement.Propagate;
import io.millrace.engine.esql.program.Statement.Repeat;
import io.millrace.engine.esql.program.Statement.Resignal;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.program.Statement.SetField;
import io.millrace.engine.esql.program.Statement.SetList;
import io.millrace.engine.esql.program.Statement.SetProperty;
import io.millrace.engine.esql.program.Statement.SetVariable;
import io.millrace.engine.esql.program.Statement.Throw;
import io.millrace.engine.esql.program.Statement.Update;
import io.millrace.engine.esql.program.Statement.While;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.runtime.ExceptionSupport;
import io.millrace.engine.esql.runtime.LogStatement;
import io.millrace.engine.esql.runtime.PropagateStatement;
import io.millrace.engine.esql.runtime.TreeOperations;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Bytecode writer for statements. The stack is empty between two statements. */
abstract class StatementEmitter extends ExpressionEmitter {

    /**
     * Return value of a part of a routine that ended after its last statement. Other values
     * identify an end by RETURN, or a label (from 2 on).
     */
    static final int COMPLETED = 0;

    private static final int RETURNED = 1;
    private static final int LABELS = 2;

    private final TreeStatementEmitter trees = new TreeStatementEmitter(this);
    private final DatabaseEmitter databases = new DatabaseEmitter(this);
    private final HandlerEmitter handlers = new HandlerEmitter(this);
    private final LoopEmitter loops = new LoopEmitter(this, handlers);

    StatementEmitter(Output method) {
        super(method);
    }

    /**
     * Calls a new method with statements, and pushes the code that identifies its exit.
     *
     * @param exits labels to which the statements can jump
     */
    abstract void callPart(List<Far> exits, Statement.Part part);

    /**
     * Calls a new method with a simple statement. This method reports failures of the statement.
     */
    abstract void callPart(Statement simple);

    /** Writes statements in order. */
    final void list(List<Statement> statements) {
        statements.forEach(this::statement);
    }

    /**
     * Calls a method that contains some statements, and continues according to the return value of
     * the method.
     */
    private void part(Statement.Part part) {
        List<Far> far = farExits(part.body());
        markReported();
        callPart(far, part);
        int end = storeInt();
        Label goOn = label();
        out.iload(end);
        out.ifeq(goOn);
        for (Far exit : far) {
            Label next = label();
            out.iload(end);
            number(exit.code());
            out.if_icmpne(next);
            jump(exit.label(), exit.iterates());
            at(next);
        }
        storage.result(ClassGeneration.returns(routine.signature()));
        leaveMethod();
        at(goOn);
    }

    /** Returns the enclosing labels to which some statements can jump. */
    private List<Far> farExits(List<Statement> statements) {
        List<Far> found = new ArrayList<>();
        if (exits.hasLabels()) {
            ProgramWalk.walk(
                    statements,
                    n -> {
                        switch (n) {
                            case Leave leave -> far(found, leave.label(), false);
                            case Iterate iterate -> far(found, iterate.label(), true);
                            default -> {}
                        }
                    });
        }
        return found;
    }

    private void far(List<Far> found, String label, boolean iterates) {
        if (found.stream().noneMatch(f -> f.is(label, iterates)) && exits.has(label, iterates)) {
            found.add(new Far(label, iterates, LABELS + found.size()));
        }
    }

    final void statement(Statement statement) {
        mark(statement.origin());
        switch (statement) {
            case Statement.Part s when handlers.allowParts() -> part(s);
            case Statement.Part s -> locked(s, () -> callPart(s.body().getFirst()));
            case Block block -> block(block);
            case If s -> branches(s);
            case Choose s -> choose(s);
            case While s -> loops.loop(s);
            case Repeat s -> loops.loop(s);
            case Loop s -> loops.loop(s);
            case For s -> loops.loop(s);
            case Leave s -> jump(s.label(), false);
            case Iterate s -> jump(s.label(), true);
            case Return s -> returning(s);
            case Resignal _ -> handlers.resignal();
            default -> locked(statement, () -> simple(statement));
        }
        handlers.after(statement);
    }

    /** Writes a statement that contains no other statements and has no jumps. */
    final void simple(Statement statement) {
        switch (statement) {
            case CallRoutine s -> call(s);
            case CallJava s -> calls.java(s);
            case Throw s -> throwing(s);
            case Log s -> log(s);
            case Evaluate s -> calls.evaluateStatement(s.evaluation());
            case Declare s -> declare(s.variable(), s.initial());
            case SetVariable s
                    when storage.isGrowing(s.variable())
                            && Concatenation.appends(s.variable(), s.value()) ->
                    texts.append(s);
            case SetVariable s -> assign(s.variable(), s.value());
            case SetField s -> trees.set(s);
            case SetList s -> trees.set(s);
            case SetProperty s -> trees.set(s);
            case Create s -> trees.create(s);
            case Delete s -> trees.delete(s);
            case Attach s -> trees.attach(s);
            case Detach s -> trees.detach(s);
            case MoveTo s -> trees.move(s);
            case Move s -> trees.move(s);
            case Propagate s -> propagate(s);
            case Insert s -> databases.insert(s);
            case Update s -> databases.update(s);
            case DeleteRows s -> databases.delete(s);
            case PassthruStatement s -> tables.passthru(s.call());
            case CallStored s -> databases.call(s);
            case EndTransaction s -> databases.end(s);
            default -> throw new IllegalStateException("not a simple statement: " + statement);
        }
    }

    // Structure

    private void block(Block block) {
        if (block.lock() == null) {
            labelledBlock(block);
        } else {
            handlers.guarded(atomic(block.lock()), () -> labelledBlock(block));
        }
    }

    private void labelledBlock(Block block) {
        Label after = label();
        if (block.label() != null) {
            exits.push(new Near(block.label(), after, null));
        }
        if (block.handlers().isEmpty()) {
            list(block.body());
        } else {
            handlers.block(block);
        }
        if (block.label() != null) {
            exits.pop();
        }
        at(after);
    }

    private void branches(If s) {
        Label end = label();
        for (Branch branch : s.branches()) {
            Label next = label();
            mark(s.origin());
            conditions.unlessTrue(branch.test(), next);
            list(branch.body());
            out.goto_(end);
            at(next);
        }
        list(s.otherwise());
        at(end);
    }

    private void choose(Choose s) {
        Label end = label();
        int operand = nullObject();
        locked(
                s.operand(),
                () -> {
                    value(s.operand());
                    out.astore(operand);
                });
        for (Branch branch : s.branches()) {
            Label next = label();
            mark(s.origin());
            int equal = out.allocateLocal(TypeKind.INT);
            locked(
                    branch.test(),
                    () -> {
                        out.aload(operand);
                        value(branch.test());
                        call(Operators::testEqual);
                        out.istore(equal);
                    });
            out.iload(equal);
            out.ifle(next);
            list(branch.body());
            out.goto_(end);
            at(next);
        }
        list(s.otherwise());
        at(end);
    }

    private void jump(String label, boolean iterates) {
        switch (exits.leave(label, iterates)) {
            case Near near -> out.goto_(iterates ? near.again() : near.after());
            case Far far -> {
                number(far.code());
                out.ireturn();
            }
            case Undo _ -> throw new IllegalStateException("not a label");
        }
    }

    private void returning(Return s) {
        int result = nullObject();
        locked(
                s,
                () -> {
                    result(s.value());
                    out.astore(result);
                });
        out.aload(result);
        leaveMethod();
    }

    private void result(@Nullable Operand value) {
        Signature signature = routine.signature();
        if (value == null) {
            nothing();
        } else if (signature.returns() == Returns.TREE) {
            elementToCopy(value);
        } else if (signature.returns() == Returns.SCALAR) {
            valueAs(value, signature.type());
        } else {
            valueOf(value);
        }
    }

    /** Leaves the routine with the value on the stack. */
    private void leaveMethod() {
        if (isPart) {
            storage.keepResult();
            exits.undoAll();
            number(RETURNED);
            out.ireturn();
        } else {
            int result = store();
            exits.undoAll();
            out.aload(result);
            release();
        }
    }

    // Simple statements

    private void call(CallRoutine s) {
        calls.call(s.call());
        if (s.into() == null) {
            out.pop();
            return;
        }
        if (s.call().signature().returns() == Returns.TREE) {
            call(FieldAccess::value);
        }
        storeTo(s.into());
    }

    private void throwing(Throw s) {
        valueOrNull(s.severity());
        valueOrNull(s.catalog());
        valueOrNull(s.message());
        values(s.values());
        call(ExceptionSupport::user);
        out.athrow();
    }

    private void log(Log s) {
        invocation();
        constant(s, Log.class);
        valueOrNull(s.severity());
        valueOrNull(s.catalog());
        valueOrNull(s.message());
        values(s.values());
        call(LogStatement::write);
    }

    private void propagate(Propagate s) {
        environment();
        valueOrNull(s.terminal());
        valueOrNull(s.label());
        constant(s, Propagate.class);
        unlocked(() -> call(PropagateStatement::send));
    }

    // Variables

    /** Writes a DECLARE. */
    final void declare(Variable variable, @Nullable Operand initial) {
        if (initial != null && variable.kind() == Kind.SCALAR) {
            assign(variable, initial);
        } else {
            initial(variable, initial);
            store(variable);
        }
    }

    /** Writes the assignment of a value to a scalar variable. */
    private void assign(Variable variable, Operand value) {
        ValueForm form = variable instanceof Local local ? storage.form(local) : ValueForm.OBJECT;
        if (form.isNumber() && value instanceof Expression e && isNumber(e, form)) {
            numbers.pushWithFlag(e, form);
            storage.storeNumber((Local) variable);
        } else if (form == ValueForm.TRUTH
                && value instanceof Expression e
                && e.type() == ValueType.BOOLEAN) {
            conditions.test(e);
            storage.storeTruth((Local) variable);
        } else {
            valueAs(value, variable.type());
            store(variable);
        }
    }

    /** Whether an expression can be written as a number of the given form. */
    private boolean isNumber(Expression e, ValueForm requested) {
        ValueForm own = numbers.form(e);
        return own == requested || own == ValueForm.LONG && requested == ValueForm.DOUBLE;
    }

    /** Pushes the initial value of a variable. */
    final void initial(Variable variable, @Nullable Operand initial) {
        switch (variable.kind()) {
            case SCALAR -> {
                if (initial == null) {
                    out.aconst_null();
                } else {
                    valueAs(initial, variable.scalarType());
                }
            }
            case REFERENCE -> paths.reference(((Field) Objects.requireNonNull(initial)).path());
            case ROW -> row(variable, initial);
        }
    }

    private void row(Variable variable, @Nullable Operand initial) {
        constant(variable.name());
        call(TreeOperations::row);
        if (initial == null) {
            return;
        }
        out.dup();
        if (initial instanceof ListOperand || initial instanceof Tree) {
            elementToTake(initial);
            parsers();
            call(TreeOperations::fill);
        } else {
            valueOf(initial);
            call(FieldAccess::setValue);
        }
    }
}
