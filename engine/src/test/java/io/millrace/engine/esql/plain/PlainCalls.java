package io.millrace.engine.esql.plain;

import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Call.ByField;
import io.millrace.engine.esql.program.Call.ByValue;
import io.millrace.engine.esql.program.Call.ByVariable;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;

/** Calls of routines: arguments go in, values of OUT and INOUT come back when it ended well. */
final class PlainCalls {

    private final PlainRun run;

    PlainCalls(PlainRun run) {
        this.run = run;
    }

    /** A Value, or a PlainField. */
    Object call(Call call) {
        Routine routine = run.program.routines().get(call.signature().index());
        PlainFrame callee = new PlainFrame(routine);
        int count = call.arguments().size();
        for (int i = 0; i < count; i++) {
            Parameter parameter = call.signature().parameters().get(i);
            callee.variables[i] = argument(parameter, call.arguments().get(i));
        }
        Object result = run.call(routine, callee);
        for (int i = 0; i < count; i++) {
            takeBack(
                    call.signature().parameters().get(i),
                    call.arguments().get(i),
                    callee.variables[i]);
        }
        return result;
    }

    private Object argument(Parameter parameter, Call.Argument argument) {
        boolean isScalar = parameter.kind() == Variable.Kind.SCALAR;
        if (isScalar && parameter.direction() == Direction.OUT) {
            return null;
        }
        Object given =
                switch (argument) {
                    case ByValue(Operand value) -> byValue(parameter, value);
                    case ByVariable(Variable v) -> run.variable(v);
                    case ByField(FieldPath path) -> value(run.paths.find(path));
                };
        return isScalar ? PlainValues.cast((Value) given, parameter.type()) : given;
    }

    private Object byValue(Parameter parameter, Operand value) {
        return switch (parameter.kind()) {
            case SCALAR -> run.expressions.valueOf(value);
            case ROW -> {
                PlainField source = run.expressions.fieldToCopy(value);
                yield source == null ? PlainField.folder("") : source.copy();
            }
            case REFERENCE ->
                    value instanceof Operand.Field(FieldPath path)
                            ? run.paths.reference(path)
                            : PlainReference.to(run.expressions.field(value), null);
        };
    }

    private void takeBack(Parameter parameter, Call.Argument argument, Object last) {
        if (parameter.kind() != Variable.Kind.SCALAR) {
            return;
        }
        switch (argument) {
            case ByVariable(Variable v) -> run.set(v, PlainValues.cast((Value) last, v.type()));
            case ByField(FieldPath path) -> run.trees.set(path, (Value) last);
            case ByValue _ -> {}
        }
    }

    static Value value(PlainField field) {
        return field == null ? null : field.fieldValue();
    }
}
