package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of4;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.program.Call;
import io.millrace.engine.esql.program.Call.Argument;
import io.millrace.engine.esql.program.Call.ByField;
import io.millrace.engine.esql.program.Call.ByValue;
import io.millrace.engine.esql.program.Call.ByVariable;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.EvaluationSite;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.JavaMethod;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Field;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.Statement.CallJava;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.runtime.EvalCache;
import io.millrace.engine.esql.runtime.ExceptionSupport;
import io.millrace.engine.esql.runtime.JavaInvocation;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.TreeOperations;
import io.millrace.engine.message.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Bytecode writer for calls of routines. */
final class CallEmitter extends BytecodeWriter {

    private final ExpressionEmitter body;

    CallEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    /** Writes a routine call and pushes the result: a Value or an Element. */
    void call(Call call) {
        Signature signature = call.signature();
        List<Parameter> parameters = signature.parameters();
        int[] cells = new int[parameters.size()];
        invocation();
        for (int i = 0; i < cells.length; i++) {
            cells[i] = argument(signature, parameters.get(i), call.arguments().get(i));
        }
        body.unlocked(
                () ->
                        out.invokestatic(
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
                body.storeTo(Objects.requireNonNull(call.arguments().get(i).target()));
            }
        }
    }

    /**
     * Pushes an argument. Returns the local variable of the argument's cell; negative if the
     * argument has no cell.
     */
    private int argument(Signature signature, Parameter parameter, Argument argument) {
        if (VariableStorage.isCell(parameter)) {
            return cell(signature, parameter, argument.operand());
        }
        switch (argument) {
            case ByValue(Operand value) -> {
                byValue(parameter, value);
                if (parameter.notNull()) {
                    refuseNull(signature, "the parameter " + parameter.name());
                }
            }
            case ByVariable(Variable variable) when parameter.kind() == Kind.REFERENCE ->
                    body.loadReference(variable);
            case ByVariable(Variable variable) -> body.load(variable);
            case ByField _ -> throw new IllegalStateException("only a scalar has a cell");
        }
        return -1;
    }

    private void refuseNull(Signature signature, String what) {
        constant(what + " of " + signature.label());
        call(ExceptionSupport::notNull);
    }

    private int cell(Signature signature, Parameter parameter, Operand target) {
        number(1);
        out.anewarray(describe(Value.class));
        if (parameter.direction() == Direction.INOUT) {
            out.dup();
            number(0);
            body.valueAs(target, parameter.type());
            if (parameter.notNull()) {
                refuseNull(signature, "the parameter " + parameter.name());
            }
            out.aastore();
        }
        int cell = store();
        out.aload(cell);
        return cell;
    }

    private void byValue(Parameter parameter, Operand value) {
        switch (parameter.kind()) {
            case SCALAR -> body.valueAs(value, parameter.type());
            case REFERENCE -> {
                if (value instanceof Field(FieldPath path)) {
                    body.paths.reference(path);
                } else {
                    body.element(value);
                    call(FieldReference::at);
                }
            }
            case ROW -> {
                body.elementToCopy(value);
                call(TreeOperations::rowOf);
            }
        }
    }

    /** Writes a Java method call and stores the results in local variables. */
    void java(CallJava call) {
        constant(call.method(), JavaMethod.class);
        List<Runnable> values = new ArrayList<>();
        call.parameters().forEach(p -> values.add(() -> body.load(p)));
        array(Object.class, values);
        int passed = store();
        out.aload(passed);
        call(JavaInvocation::call);
        if (call.result() == null) {
            out.pop();
        } else {
            body.store(call.result());
        }
        List<Parameter> parameters = call.method().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (VariableStorage.isCell(parameters.get(i))) {
                out.aload(passed);
                element(i);
                cast(Value.class);
                body.store(call.parameters().get(i));
            }
        }
    }

    private void pushCell(int cell) {
        out.aload(cell);
        element(0);
    }

    // EVAL: the visible variables are copied to an array that the EVAL string uses. They are copied
    // back even if the string fails.

    void evaluateStatement(Evaluation evaluation) {
        int text = text(evaluation.text());
        int frame = frame(evaluation);
        Guard takingBack = new Guard(() -> {}, () -> takeBack(evaluation, frame));
        body.guarded(
                takingBack,
                () -> {
                    run(evaluation, text, frame, EvalCache::statement);
                    out.pop();
                });
    }

    /** Pushes the value of an EVAL expression. */
    void evaluate(Evaluation evaluation) {
        int text = text(evaluation.text());
        int frame = frame(evaluation);
        run(evaluation, text, frame, EvalCache::value);
        takeBack(evaluation, frame);
    }

    private int text(Expression text) {
        body.valueAs(text, ScalarType.CHARACTER);
        return store();
    }

    private int frame(Evaluation evaluation) {
        List<Runnable> loads = new ArrayList<>();
        evaluation.visible().forEach(v -> loads.add(() -> body.load(v)));
        array(Object.class, loads);
        return store();
    }

    private void run(
            Evaluation evaluation,
            int text,
            int frame,
            Of4<ModuleInvocation, EvaluationSite, Value, Object[]> method) {
        body.unlocked(
                () -> {
                    invocation();
                    constant(evaluation.site(), EvaluationSite.class);
                    out.aload(text);
                    out.aload(frame);
                    call(method);
                });
    }

    private void takeBack(Evaluation evaluation, int frame) {
        List<Local> visible = evaluation.visible();
        for (int i = 0; i < visible.size(); i++) {
            out.aload(frame);
            element(i);
            cast(VariableStorage.type(visible.get(i)));
            body.store(visible.get(i));
        }
    }
}
