package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of2;
import io.millrace.engine.esql.library.AppendableText;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.program.Call.ByVariable;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.For;
import io.millrace.engine.esql.program.Statement.Loop;
import io.millrace.engine.esql.program.Statement.Repeat;
import io.millrace.engine.esql.program.Statement.SetVariable;
import io.millrace.engine.esql.program.Statement.While;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.TypeKind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The locations of the variables of a routine. A routine in one method has local variables. The
 * methods of a routine that is split share an array; a method with a loop keeps the numbers that it
 * uses in local variables until it ends. An OUT or INOUT parameter is an array with one value,
 * which the caller reads after the call.
 */
final class VariableStorage extends BytecodeWriter {

    private final Routine routine;

    /** Local variable of the array; negative if the variables are local variables. */
    private final int frame;

    private final int[] slots;
    private final int[] flags;

    /** Forms of the variables; those in the array are objects. */
    private final ValueForm[] forms;

    private final BitSet growing;

    private VariableStorage(BytecodeWriter method, Routine routine, int frame, BitSet growing) {
        super(method);
        this.routine = routine;
        this.frame = frame;
        this.slots = new int[routine.locals().size()];
        this.forms = new ValueForm[slots.length];
        this.flags = new int[slots.length];
        this.growing = growing;
        Arrays.fill(forms, ValueForm.OBJECT);
    }

    /**
     * Returns storage in local variables. Slot 0 contains the module invocation, the next slots
     * contain the parameters.
     */
    static VariableStorage locals(BytecodeWriter method, Routine routine, BitSet growing) {
        VariableStorage made = new VariableStorage(method, routine, -1, growing);
        System.arraycopy(forms(routine), 0, made.forms, 0, made.forms.length);
        made.allocate();
        return made;
    }

    private void allocate() {
        int parameters = routine.signature().parameters().size();
        for (int i = 0; i < slots.length; i++) {
            if (i < parameters && forms[i] == ValueForm.OBJECT) {
                slots[i] = out.parameterSlot(i + 1);
            } else {
                allocate(i);
                if (i < parameters) {
                    out.aload(out.parameterSlot(i + 1));
                } else {
                    out.aconst_null();
                }
                store(routine.locals().get(i));
            }
        }
    }

    private void allocate(int i) {
        slots[i] = out.allocateLocal(forms[i].kind);
        if (forms[i].isNumber()) {
            flags[i] = out.allocateLocal(TypeKind.INT);
        }
    }

    /**
     * Returns the forms of the variables. A variable that a call can change during the evaluation
     * of an expression is an object, as the call requires.
     */
    private static ValueForm[] forms(Routine routine) {
        ValueForm[] forms = new ValueForm[routine.locals().size()];
        for (Local local : routine.locals()) {
            boolean scalar = local.kind() == Kind.SCALAR;
            forms[local.slot()] = scalar ? ValueForm.of(local.scalarType()) : ValueForm.OBJECT;
        }
        for (int i = 0; i < routine.signature().parameters().size(); i++) {
            if (isCell(routine.signature().parameters().get(i))) {
                forms[i] = ValueForm.OBJECT;
            }
        }
        ProgramWalk.walk(
                routine.body(),
                n -> {
                    switch (n) {
                        case ByVariable(Local local) -> forms[local.slot()] = ValueForm.OBJECT;
                        case Evaluation evaluation ->
                                evaluation
                                        .visible()
                                        .forEach(v -> forms[v.slot()] = ValueForm.OBJECT);
                        default -> {}
                    }
                });
        return forms;
    }

    /**
     * Returns the variables to which strings are appended, except those that a call can change at
     * the same time.
     */
    static BitSet growing(Routine routine) {
        BitSet growing = new BitSet();
        BitSet passed = new BitSet();
        ProgramWalk.walk(
                routine.body(),
                n -> {
                    if (n instanceof SetVariable set
                            && set.variable() instanceof Local local
                            && Concatenation.appends(local, set.value())) {
                        growing.set(local.slot());
                    } else if (n instanceof ByVariable(Local local)) {
                        passed.set(local.slot());
                    } else if (n instanceof Evaluation evaluation) {
                        evaluation.visible().forEach(v -> passed.set(v.slot()));
                    }
                });
        for (int i = 0; i < routine.signature().parameters().size(); i++) {
            passed.set(i, passed.get(i) || isCell(routine.signature().parameters().get(i)));
        }
        growing.andNot(passed);
        return growing;
    }

    boolean isGrowing(Variable variable) {
        return variable instanceof Local local && growing.get(local.slot());
    }

    /** Pushes the content of a variable, a Value or an AppendableText. */
    void loadHeld(Local variable) {
        if (isFramed()) {
            frame();
            element(variable.slot());
        } else {
            out.aload(slots[variable.slot()]);
        }
    }

    /** Stores the Value or AppendableText on the stack in a variable. */
    void storeHeld(Local variable) {
        if (isFramed()) {
            frame();
            storeElement(variable.slot());
        } else {
            out.astore(slots[variable.slot()]);
        }
    }

    /** Returns storage in a new array that contains the parameters. */
    static VariableStorage newFrame(BytecodeWriter method, Routine routine, BitSet growing) {
        method.number(routine.locals().size() + 1);
        method.out.anewarray(describe(Object.class));
        VariableStorage made = new VariableStorage(method, routine, method.store(), growing);
        for (int i = 0; i < routine.signature().parameters().size(); i++) {
            made.frame();
            made.number(i);
            made.out.aload(made.out.parameterSlot(i + 1));
            made.out.aastore();
        }
        return made;
    }

    /** Returns storage in the array that the method receives after the module invocation. */
    static VariableStorage givenFrame(BytecodeWriter method, Routine routine, BitSet growing) {
        return new VariableStorage(method, routine, method.out.parameterSlot(1), growing);
    }

    /**
     * Keeps the numbers and BOOLEANs that statements with a loop use in local variables. Returns
     * the code that loads them from the array before the statements, and stores them after the
     * statements; null if they stay in the array.
     */
    @Nullable Guard cache(List<Statement> statements) {
        // The search for a part ends before the statements of the part. There can be many.
        if (ProgramWalk.any(statements, VariableStorage::isPart)
                || !ProgramWalk.any(statements, VariableStorage::isLoop)) {
            return null;
        }
        ValueForm[] best = forms(routine);
        BitSet used = new BitSet();
        ProgramWalk.walk(
                statements,
                n -> {
                    if (n instanceof Local local && best[local.slot()] != ValueForm.OBJECT) {
                        used.set(local.slot());
                    }
                });
        List<Local> cached =
                routine.locals().stream().filter(local -> used.get(local.slot())).toList();
        return cached.isEmpty() ? null : new Guard(() -> cache(cached, best), () -> flush(cached));
    }

    private static boolean isLoop(Record node) {
        return node instanceof While
                || node instanceof Repeat
                || node instanceof Loop
                || node instanceof For;
    }

    /** Whether another method, which uses the array, executes a node. */
    private static boolean isPart(Record node) {
        return node instanceof Statement.Part || node instanceof Expression.Part;
    }

    private void cache(List<Local> variables, ValueForm[] best) {
        for (Local local : variables) {
            forms[local.slot()] = best[local.slot()];
            allocate(local.slot());
            frame();
            element(local.slot());
            cast(Value.class);
            store(local);
        }
    }

    private void flush(List<Local> variables) {
        for (Local local : variables) {
            load(local);
            frame();
            storeElement(local.slot());
        }
    }

    /**
     * Returns storage in the array of the invocation, which contains the variables of the caller of
     * an EVAL string.
     */
    static VariableStorage frameOfText(BytecodeWriter method, Routine routine) {
        method.invocation();
        method.call(ModuleInvocation::frame);
        return new VariableStorage(method, routine, method.store(), new BitSet());
    }

    private boolean isFramed() {
        return frame >= 0;
    }

    /** Pushes the array. */
    void frame() {
        out.aload(frame);
    }

    /**
     * Stores the return value, which is on the stack, in the location from which the first method
     * of the routine reads it.
     */
    void keepResult() {
        frame();
        storeElement(routine.locals().size());
    }

    void result(Class<?> type) {
        frame();
        element(routine.locals().size());
        cast(type);
    }

    ValueForm form(Local variable) {
        return forms[variable.slot()];
    }

    /** Pushes the number that a variable holds, and returns the local variable with its flag. */
    int loadNumber(Local variable) {
        out.loadLocal(form(variable).kind, slots[variable.slot()]);
        return flags[variable.slot()];
    }

    /** Stores the number and the flag on the stack in a variable. */
    void storeNumber(Local variable) {
        out.istore(flags[variable.slot()]);
        out.storeLocal(form(variable).kind, slots[variable.slot()]);
    }

    /** Pushes the BOOLEAN that a variable holds as 1, 0 or -1. */
    void loadTruth(Local variable) {
        out.iload(slots[variable.slot()]);
    }

    void storeTruth(Local variable) {
        out.istore(slots[variable.slot()]);
    }

    private void loadValue(Local variable) {
        if (form(variable) == ValueForm.TRUTH) {
            loadTruth(variable);
            call(Operators::truth);
            return;
        }
        out.iload(loadNumber(variable));
        if (form(variable) == ValueForm.LONG) {
            call((Of2<Long, Integer>) PrimitiveOperators::value);
        } else {
            call((Of2<Double, Integer>) PrimitiveOperators::value);
        }
    }

    private void storeValue(Local variable) {
        ValueForm form = form(variable);
        if (form == ValueForm.TRUTH) {
            call(PrimitiveOperators::truth);
            storeTruth(variable);
            return;
        }
        out.dup();
        call(Operators::isNull);
        out.istore(flags[variable.slot()]);
        if (form == ValueForm.LONG) {
            call(PrimitiveOperators::integer);
        } else {
            call(PrimitiveOperators::number);
        }
        out.storeLocal(form.kind, slots[variable.slot()]);
    }

    /** Pushes the content of a variable. */
    void load(Local variable) {
        if (form(variable) != ValueForm.OBJECT) {
            loadValue(variable);
            return;
        }
        if (isGrowing(variable)) {
            loadHeld(variable);
            call(AppendableText::value);
            return;
        }
        cell(variable);
        if (isCell(variable)) {
            element(0);
        }
    }

    /** Stores the top of the stack in a variable. */
    void store(Local variable) {
        if (form(variable) != ValueForm.OBJECT) {
            storeValue(variable);
        } else if (isCell(variable)) {
            cell(variable);
            storeElement(0);
        } else {
            storeHeld(variable);
        }
    }

    private void cell(Local variable) {
        if (isFramed()) {
            frame();
            element(variable.slot());
            cast(isCell(variable) ? Value[].class : type(variable));
        } else {
            out.aload(slots[variable.slot()]);
        }
    }

    private boolean isCell(Local variable) {
        List<Parameter> parameters = routine.signature().parameters();
        return variable.slot() < parameters.size() && isCell(parameters.get(variable.slot()));
    }

    static boolean isCell(Parameter parameter) {
        return parameter.kind() == Kind.SCALAR && parameter.direction() != Direction.IN;
    }

    /** Returns the Java type of the content of a variable. */
    static Class<?> type(Variable variable) {
        return type(variable.kind());
    }

    static Class<?> type(Kind kind) {
        return switch (kind) {
            case SCALAR -> Value.class;
            case REFERENCE -> FieldReference.class;
            case ROW -> Element.class;
        };
    }
}
