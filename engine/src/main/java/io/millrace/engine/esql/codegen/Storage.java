package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.lang.classfile.TypeKind;
import java.util.List;

/**
 * Where the variables of a routine are: in local variables of its method; or, where the routine is
 * spread over several methods, in an array that these pass on. A parameter that is OUT or INOUT is
 * an array of one value that the caller looks into afterwards.
 */
final class Storage {

    private final Code code;
    private final Routine routine;
    private final boolean framed;
    private final int frame;
    private final int[] slots;

    private Storage(Code code, Routine routine, boolean framed, int frame, int[] slots) {
        this.code = code;
        this.routine = routine;
        this.framed = framed;
        this.frame = frame;
        this.slots = slots;
    }

    /** In local variables; the parameters of the method follow its Run. */
    static Storage locals(Code code, Routine routine) {
        int parameters = routine.signature().parameters().size();
        int[] slots = new int[routine.locals().size()];
        for (int i = 0; i < slots.length; i++) {
            if (i < parameters) {
                slots[i] = code.out.parameterSlot(i + 1);
            } else {
                slots[i] = code.out.allocateLocal(TypeKind.REFERENCE);
                code.out.aconst_null();
                code.out.astore(slots[i]);
            }
        }
        return new Storage(code, routine, false, -1, slots);
    }

    /** In an array that is made here, and filled with the parameters. */
    static Storage newFrame(Code code, Routine routine) {
        int frame = code.object();
        code.number(routine.locals().size() + 1);
        code.out.anewarray(Code.describe(Object.class));
        code.out.astore(frame);
        for (int i = 0; i < routine.signature().parameters().size(); i++) {
            code.out.aload(frame);
            code.number(i);
            code.out.aload(code.out.parameterSlot(i + 1));
            code.out.aastore();
        }
        return new Storage(code, routine, true, frame, null);
    }

    /** In the array that the method was given behind its Run. */
    static Storage givenFrame(Code code, Routine routine) {
        return new Storage(code, routine, true, code.out.parameterSlot(1), null);
    }

    boolean isFramed() {
        return framed;
    }

    /** Pushes the array. */
    void frame() {
        code.out.aload(frame);
    }

    /** Puts the value to return, which is on the stack, where the first of the methods finds it. */
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

    /** Pushes what a variable holds. */
    void load(Variable.Local variable) {
        cell(variable);
        if (isCell(variable)) {
            code.number(0);
            code.out.aaload();
        }
    }

    /** The top of the stack goes into a variable. */
    void store(Variable.Local variable) {
        if (isCell(variable)) {
            cell(variable);
            code.out.swap();
            code.number(0);
            code.out.swap();
            code.out.aastore();
        } else if (framed) {
            frame();
            code.out.swap();
            code.number(variable.slot());
            code.out.swap();
            code.out.aastore();
        } else {
            code.out.astore(slots[variable.slot()]);
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

    /** The Java type of what a variable holds. */
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
