package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.AppendableText;
import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.PrimitiveOperators;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.lang.classfile.TypeKind;
import java.util.BitSet;
import java.util.List;

/**
 * The locations of the variables of a routine. They are local variables of its method. If the
 * routine is split into several methods, they are in an array that these methods pass on. An OUT or
 * INOUT parameter is an array with one value, which the caller reads after the call.
 */
final class VariableStorage {

    private final BytecodeWriter code;
    private final Routine routine;
    private final boolean framed;
    private final int frame;
    private final int[] slots;

    /** Local variables with the flags of plain numbers. */
    private final int[] flags;

    /** Forms of the variables; in an array all are objects. */
    private final ValueForm[] forms;

    /** Variables to which text is appended; they may hold a GrowingText. */
    private final BitSet growing;

    private VariableStorage(
            BytecodeWriter code,
            Routine routine,
            boolean framed,
            int frame,
            int[] slots,
            ValueForm[] forms,
            BitSet growing) {
        this.code = code;
        this.routine = routine;
        this.framed = framed;
        this.frame = frame;
        this.slots = slots;
        this.forms = forms;
        this.growing = growing;
        this.flags = framed ? null : new int[forms.length];
    }

    /** Returns storage in local variables. The parameters of the method follow its Run. */
    static VariableStorage locals(BytecodeWriter code, Routine routine, BitSet growing) {
        int parameters = routine.signature().parameters().size();
        int[] slots = new int[routine.locals().size()];
        VariableStorage made =
                new VariableStorage(code, routine, false, -1, slots, forms(routine), growing);
        for (int i = 0; i < slots.length; i++) {
            if (i < parameters && made.forms[i] == ValueForm.OBJECT) {
                slots[i] = code.out.parameterSlot(i + 1);
            } else {
                made.allocate(i);
                if (i < parameters) {
                    code.out.aload(code.out.parameterSlot(i + 1));
                } else {
                    code.out.aconst_null();
                }
                made.store(routine.locals().get(i));
            }
        }
        return made;
    }

    private void allocate(int i) {
        slots[i] = code.out.allocateLocal(forms[i].kind);
        if (forms[i].isNumber()) {
            flags[i] = code.out.allocateLocal(TypeKind.INT);
        }
    }

    /**
     * Returns the forms of the variables. A variable that a call may change while an expression is
     * evaluated is an object, as the call requires.
     */
    private static ValueForm[] forms(Routine routine) {
        ValueForm[] forms = new ValueForm[routine.locals().size()];
        for (Variable.Local local : routine.locals()) {
            boolean scalar = local.kind() == Variable.Kind.SCALAR;
            forms[local.slot()] = scalar ? ValueForm.of(local.type()) : ValueForm.OBJECT;
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
                        case Call.ByVariable(Variable.Local local) ->
                                forms[local.slot()] = ValueForm.OBJECT;
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
     * Returns the variables to which text is appended, except those that a call may change
     * meanwhile.
     */
    static BitSet growing(Routine routine) {
        BitSet growing = new BitSet();
        BitSet passed = new BitSet();
        ProgramWalk.walk(
                routine.body(),
                n -> {
                    if (n instanceof Statement.SetVariable set
                            && set.variable() instanceof Variable.Local local
                            && ConcatenationEmitter.appends(local, set.value())) {
                        growing.set(local.slot());
                    } else if (n instanceof Call.ByVariable(Variable.Local local)) {
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
        return variable instanceof Variable.Local local && growing.get(local.slot());
    }

    /** Pushes the Value or GrowingText that a variable holds. */
    void loadHeld(Variable.Local variable) {
        if (framed) {
            frame();
            code.number(variable.slot());
            code.out.aaload();
        } else {
            code.out.aload(slots[variable.slot()]);
        }
    }

    /** Stores the Value or GrowingText on the stack in a variable. */
    void storeHeld(Variable.Local variable) {
        if (framed) {
            frame();
            code.out.swap();
            code.number(variable.slot());
            code.out.swap();
            code.out.aastore();
        } else {
            code.out.astore(slots[variable.slot()]);
        }
    }

    /** Returns storage in a new array, which is filled with the parameters. */
    static VariableStorage newFrame(BytecodeWriter code, Routine routine, BitSet growing) {
        int frame = code.object();
        code.number(routine.locals().size() + 1);
        code.out.anewarray(BytecodeWriter.describe(Object.class));
        code.out.astore(frame);
        for (int i = 0; i < routine.signature().parameters().size(); i++) {
            code.out.aload(frame);
            code.number(i);
            code.out.aload(code.out.parameterSlot(i + 1));
            code.out.aastore();
        }
        return new VariableStorage(code, routine, true, frame, null, null, growing);
    }

    /** Returns storage in the array that the method receives after its Run. */
    static VariableStorage givenFrame(BytecodeWriter code, Routine routine, BitSet growing) {
        return new VariableStorage(
                code, routine, true, code.out.parameterSlot(1), null, null, growing);
    }

    /**
     * Returns storage in the array of the run, which contains the variables of the caller of a text
     * for EVAL.
     */
    static VariableStorage frameOfText(BytecodeWriter code, Routine routine) {
        code.run();
        code.field(ModuleInvocation.class, "frame", Object[].class);
        return new VariableStorage(code, routine, true, code.store(), null, null, new BitSet());
    }

    boolean isFramed() {
        return framed;
    }

    /** Pushes the array. */
    void frame() {
        code.out.aload(frame);
    }

    /**
     * Stores the return value, which is on the stack, where the first method of the routine reads
     * it.
     */
    void keepResult() {
        int result = code.store();
        frame();
        code.number(routine.locals().size());
        code.out.aload(result);
        code.out.aastore();
    }

    void result(Class<?> type) {
        frame();
        code.number(routine.locals().size());
        code.out.aaload();
        code.cast(type);
    }

    ValueForm form(Variable.Local variable) {
        return framed ? ValueForm.OBJECT : forms[variable.slot()];
    }

    /** Pushes the number that a variable holds, and returns the local variable with its flag. */
    int loadNumber(Variable.Local variable) {
        code.out.loadLocal(form(variable).kind, slots[variable.slot()]);
        return flags[variable.slot()];
    }

    /** Stores the number and the flag on the stack in a variable. */
    void storeNumber(Variable.Local variable) {
        code.out.istore(flags[variable.slot()]);
        code.out.storeLocal(form(variable).kind, slots[variable.slot()]);
    }

    /** Pushes the BOOLEAN that a variable holds as 1, 0 or -1. */
    void loadTruth(Variable.Local variable) {
        code.out.iload(slots[variable.slot()]);
    }

    void storeTruth(Variable.Local variable) {
        code.out.istore(slots[variable.slot()]);
    }

    private void loadValue(Variable.Local variable) {
        if (form(variable) == ValueForm.TRUTH) {
            loadTruth(variable);
            code.call(Operators.class, "truth", int.class);
        } else {
            code.out.iload(loadNumber(variable));
            Class<?> number = form(variable).number();
            code.call(PrimitiveOperators.class, "value", number, int.class);
        }
    }

    private void storeValue(Variable.Local variable) {
        switch (form(variable)) {
            case TRUTH -> {
                code.call(PrimitiveOperators.class, "truth", Value.class);
                storeTruth(variable);
            }
            case LONG, DOUBLE -> {
                code.out.dup();
                code.call(PrimitiveOperators.class, "isNull", Value.class);
                code.out.istore(flags[variable.slot()]);
                String number = form(variable) == ValueForm.LONG ? "integer" : "number";
                code.call(PrimitiveOperators.class, number, Value.class);
                code.out.storeLocal(form(variable).kind, slots[variable.slot()]);
            }
            case OBJECT -> throw new IllegalStateException(variable + " is an object");
        }
    }

    /** Pushes the content of a variable. */
    void load(Variable.Local variable) {
        if (form(variable) != ValueForm.OBJECT) {
            loadValue(variable);
            return;
        }
        if (isGrowing(variable)) {
            loadHeld(variable);
            code.call(AppendableText.class, "value", Object.class);
            return;
        }
        cell(variable);
        if (isCell(variable)) {
            code.number(0);
            code.out.aaload();
        }
    }

    /** Stores the top of the stack in a variable. */
    void store(Variable.Local variable) {
        if (form(variable) != ValueForm.OBJECT) {
            storeValue(variable);
        } else if (isCell(variable)) {
            cell(variable);
            code.out.swap();
            code.number(0);
            code.out.swap();
            code.out.aastore();
        } else {
            storeHeld(variable);
        }
    }

    private void cell(Variable.Local variable) {
        if (framed) {
            frame();
            code.number(variable.slot());
            code.out.aaload();
            code.cast(isCell(variable) ? Value[].class : type(variable));
        } else {
            code.out.aload(slots[variable.slot()]);
        }
    }

    private boolean isCell(Variable.Local variable) {
        List<Signature.Parameter> parameters = routine.signature().parameters();
        return variable.slot() < parameters.size() && isCell(parameters.get(variable.slot()));
    }

    static boolean isCell(Signature.Parameter parameter) {
        return parameter.kind() == Variable.Kind.SCALAR
                && parameter.direction() != Signature.Direction.IN;
    }

    /** Returns the Java type of the content of a variable. */
    static Class<?> type(Variable variable) {
        return type(variable.kind());
    }

    static Class<?> type(Variable.Kind kind) {
        return switch (kind) {
            case SCALAR -> Value.class;
            case REFERENCE -> FieldReference.class;
            case ROW -> Element.class;
        };
    }
}
