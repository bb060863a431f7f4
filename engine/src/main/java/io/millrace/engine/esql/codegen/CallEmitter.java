package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.JavaMethod;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.List;

/** Bytecode writer for calls of routines. */
final class CallEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;

    CallEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /** Calls a routine and pushes its result: a Value or an Element. */
    void call(Call call) {
        Signature signature = call.signature();
        List<Parameter> parameters = signature.parameters();
        int[] cells = new int[parameters.size()];
        code.run();
        for (int i = 0; i < cells.length; i++) {
            cells[i] = argument(signature, parameters.get(i), call.arguments().get(i));
        }
        body.unlocked(
                () ->
                        code.out.invokestatic(
                                ClassGeneration.THIS,
                                ClassGeneration.name(signature),
                                ClassGeneration.type(signature)));
        if (signature.notNull()) {
            refuseNull(signature, "the result");
        }
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] >= 0) {
                pushCell(cells[i]);
                if (parameters.get(i).notNull()) {
                    refuseNull(signature, "the parameter " + parameters.get(i).name());
                }
                takeBack(call.arguments().get(i));
            }
        }
    }

    /** Pushes an argument. Returns the local variable of its cell; negative if it has no cell. */
    private int argument(Signature signature, Parameter parameter, Call.Argument argument) {
        return switch (argument) {
            case Call.ByValue(Operand value) -> {
                byValue(parameter, value);
                if (parameter.notNull()) {
                    refuseNull(signature, "the parameter " + parameter.name());
                }
                yield -1;
            }
            case Call.ByVariable(Variable variable) -> {
                if (VariableStorage.isCell(parameter)) {
                    yield cell(signature, parameter, new Expression.VariableValue(variable));
                }
                if (parameter.kind() == Variable.Kind.REFERENCE) {
                    body.loadReference(variable);
                } else {
                    body.load(variable);
                }
                yield -1;
            }
            case Call.ByField(FieldPath path) ->
                    cell(signature, parameter, Expression.TreeValue.of(path));
        };
    }

    /** Writes the NOT NULL check: the value on the stack is kept, and NULL is rejected. */
    private void refuseNull(Signature signature, String what) {
        code.constant(what + " of " + signature.label(), String.class);
        code.call(ExceptionSupport.class, "notNull", Value.class, String.class);
    }

    private int cell(Signature signature, Parameter parameter, Expression target) {
        code.number(1);
        code.out.anewarray(BytecodeWriter.describe(Value.class));
        if (parameter.direction() == Direction.INOUT) {
            code.out.dup();
            code.number(0);
            body.expressions.valueAs(target, parameter.type());
            if (parameter.notNull()) {
                refuseNull(signature, "the parameter " + parameter.name());
            }
            code.out.aastore();
        }
        int cell = code.store();
        code.out.aload(cell);
        return cell;
    }

    private void byValue(Parameter parameter, Operand value) {
        switch (parameter.kind()) {
            case SCALAR -> body.expressions.valueAs(value, parameter.type());
            case REFERENCE -> {
                if (value instanceof Operand.Field(FieldPath path)) {
                    body.paths.reference(path);
                } else {
                    body.expressions.element(value);
                    code.out.aconst_null();
                    code.call(FieldReference.class, "to", Element.class, Element.class);
                }
            }
            case ROW -> {
                body.expressions.elementToCopy(value);
                code.call(TreeOperations.class, "rowOf", Element.class);
            }
        }
    }

    /** Stores the value on the stack in the target that the caller passed as the argument. */
    private void takeBack(Call.Argument argument) {
        switch (argument) {
            case Call.ByVariable(Variable variable) -> {
                body.expressions.castTo(variable.type());
                body.store(variable);
            }
            case Call.ByField(FieldPath path) -> {
                body.statements.trees.setField(path);
            }
            case Call.ByValue _ -> code.out.pop();
        }
    }

    /** Calls a Java method and stores its results in local variables. */
    void java(Statement.CallJava call) {
        code.constant(call.method(), JavaMethod.class);
        List<Runnable> values = new ArrayList<>();
        call.parameters().forEach(p -> values.add(() -> body.load(p)));
        code.array(Object.class, values);
        int passed = code.store();
        code.out.aload(passed);
        code.call(JavaInvocation.class, "call", JavaMethod.class, Object[].class);
        if (call.result() == null) {
            code.out.pop();
        } else {
            body.store(call.result());
        }
        List<Parameter> parameters = call.method().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (VariableStorage.isCell(parameters.get(i))) {
                code.out.aload(passed);
                code.number(i);
                code.out.aaload();
                code.cast(Value.class);
                body.store(call.parameters().get(i));
            }
        }
    }

    private void pushCell(int cell) {
        code.out.aload(cell);
        code.number(0);
        code.out.aaload();
    }
}
