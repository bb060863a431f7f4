package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.EvaluationSite;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.util.ArrayList;
import java.util.List;

/**
 * Bytecode writer for EVAL. The visible variables are copied to an array, on which the text works.
 * They are copied back however the text ends.
 */
final class EvalEmitter {

    private static final ScalarType CHARACTER = ScalarType.of(ValueType.CHARACTER);

    private final MethodEmitter body;
    private final BytecodeWriter code;

    EvalEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    void statement(Evaluation evaluation) {
        int text = text(evaluation.text());
        int frame = frame(evaluation);
        Guard takingBack = new Guard(() -> {}, () -> takeBack(evaluation, frame));
        body.guarded(
                takingBack,
                () -> {
                    run(evaluation, text, frame, "statement");
                    code.out.pop();
                });
    }

    /** Pushes the value of an expression in a text. */
    void value(Evaluation evaluation) {
        int text = text(evaluation.text());
        int frame = frame(evaluation);
        run(evaluation, text, frame, "value");
        takeBack(evaluation, frame);
    }

    private int text(Expression text) {
        body.expressions.valueAs(text, CHARACTER);
        return code.store();
    }

    private int frame(Evaluation evaluation) {
        List<Runnable> loads = new ArrayList<>();
        evaluation.visible().forEach(v -> loads.add(() -> body.load(v)));
        code.array(Object.class, loads);
        return code.store();
    }

    private void run(Evaluation evaluation, int text, int frame, String method) {
        body.unlocked(
                () -> {
                    code.run();
                    code.constant(evaluation.site(), EvaluationSite.class);
                    code.out.aload(text);
                    code.out.aload(frame);
                    code.call(
                            EvalCache.class,
                            method,
                            ModuleInvocation.class,
                            EvaluationSite.class,
                            Value.class,
                            Object[].class);
                });
    }

    private void takeBack(Evaluation evaluation, int frame) {
        List<Variable.Local> visible = evaluation.visible();
        for (int i = 0; i < visible.size(); i++) {
            code.out.aload(frame);
            code.number(i);
            code.out.aaload();
            code.cast(VariableStorage.type(visible.get(i)));
            body.store(visible.get(i));
        }
    }
}
