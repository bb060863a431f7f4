package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldAccess;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.parser.ParserRegistry;

/** Bytecode writer for declarations of variables and assignments to them. */
final class AssignmentEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;

    AssignmentEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    /** Writes a DECLARE. */
    void declare(Variable variable, Operand initial) {
        if (initial != null && variable.kind() == Variable.Kind.SCALAR) {
            assign(variable, initial);
        } else {
            initial(variable, initial);
            body.store(variable);
        }
    }

    /** Writes the assignment of a value to a scalar variable. */
    void assign(Variable variable, Operand value) {
        ValueForm form =
                variable instanceof Variable.Local local
                        ? body.storage().form(local)
                        : ValueForm.OBJECT;
        if (form.isNumber() && value instanceof Expression e && isNumber(e, form)) {
            body.numbers.pushWithFlag(e, form);
            body.storage().storeNumber((Variable.Local) variable);
        } else if (form == ValueForm.TRUTH
                && value instanceof Expression e
                && e.type() == ValueType.BOOLEAN) {
            body.conditions.test(e);
            body.storage().storeTruth((Variable.Local) variable);
        } else {
            body.expressions.valueAs(value, variable.type());
            body.store(variable);
        }
    }

    /** Whether an expression can be written as a number of the given form. */
    private boolean isNumber(Expression e, ValueForm wanted) {
        ValueForm own = body.numbers.form(e);
        return own == wanted || own == ValueForm.LONG && wanted == ValueForm.DOUBLE;
    }

    /** Pushes the initial value of a variable. */
    void initial(Variable variable, Operand initial) {
        switch (variable.kind()) {
            case SCALAR -> {
                if (initial == null) {
                    code.out.aconst_null();
                } else {
                    body.expressions.valueAs(initial, variable.type());
                }
            }
            case REFERENCE -> body.paths.reference(((Operand.Field) initial).path());
            case ROW -> row(variable, initial);
        }
    }

    private void row(Variable variable, Operand initial) {
        code.constant(variable.name(), String.class);
        code.call(TreeOperations.class, "row", String.class);
        if (initial == null) {
            return;
        }
        if (initial instanceof ListOperand || initial instanceof Operand.Tree) {
            code.out.dup();
            body.expressions.elementToTake(initial);
            code.parsers();
            code.call(
                    TreeStatementEmitter.class,
                    "fill",
                    Element.class,
                    Element.class,
                    ParserRegistry.class);
        } else {
            code.out.dup();
            body.expressions.valueOf(initial);
            code.call(FieldAccess.class, "setValue", Element.class, Value.class);
        }
    }
}
