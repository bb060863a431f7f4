package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.program.Call.Argument;
import io.millrace.engine.esql.program.Call.ByValue;
import io.millrace.engine.esql.program.Call.ByVariable;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Block;
import io.millrace.engine.esql.program.Statement.CallStored;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.program.StoredProcedure;
import io.millrace.engine.esql.program.Target;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Local;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.RoutineTree.Parameter;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A checker of routines in LANGUAGE DATABASE, which are stored procedures (WMQI ESQL reference,
 * "CREATE PROCEDURE statement"; "Invoking stored procedures"). A call in an expression uses the
 * data source of the node.
 */
final class StoredProcedureAnalyzer {

    private final AnalysisContext context;

    StoredProcedureAnalyzer(AnalysisContext context) {
        this.context = context;
    }

    /**
     * Returns the routine for calls in expressions; null if an error was reported. Procedures with
     * result sets can be called only with CALL.
     */
    @Nullable Routine routine(RoutineEntry entry) {
        RoutineTree tree = entry.tree;
        Signature signature = entry.signature;
        if (tree.function()) {
            context.error(
                    ErrorCode.ESQL_NOT_ALLOWED_HERE,
                    tree.name().span(),
                    "found a function in LANGUAGE DATABASE, which is allowed only for procedures",
                    "write CREATE PROCEDURE, with RETURNS if it returns a value");
        }
        for (Parameter parameter : tree.parameters()) {
            type(parameter.type());
        }
        if (tree.returns() != null) {
            type(tree.returns());
        }
        if (context.isBroken() || entry.stored == null) {
            return null;
        }
        Origin origin = context.origin(tree.span());
        StoredProcedure plain =
                new StoredProcedure(
                        entry.stored.schema(),
                        entry.stored.name(),
                        entry.stored.parameters(),
                        entry.stored.returns(),
                        0);
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < signature.parameters().size(); i++) {
            Local local = context.locals.get(i);
            boolean in = signature.parameters().get(i).direction() == Direction.IN;
            Operand value = new VariableValue(local);
            arguments.add(in ? new ByValue(value) : new ByVariable(local));
        }
        List<Statement> body = new ArrayList<>();
        Target into = null;
        if (signature.type() != null) {
            Local result = context.newLocal("", Variable.Kind.SCALAR, signature.type());
            into = new Target.ToVariable(result);
            body.add(new Return(origin, new VariableValue(result)));
        }
        body.addFirst(new CallStored(origin, plain, null, null, arguments, List.of(), into));
        return new Routine(
                signature, context.locals, new Block(origin, null, null, List.of(), body));
    }

    private void type(DataType type) {
        boolean taken =
                type.kind() == DataType.Kind.UNKNOWN
                        || TypeMapping.kind(type) == Variable.Kind.SCALAR
                                && type.scalar() != ValueType.BIT
                                && type.scalar() != ValueType.INTERVAL;
        if (!taken) {
            context.error(
                    ErrorCode.ESQL_TYPE,
                    type.span(),
                    "a value of type "
                            + TypeMapping.text(type)
                            + " cannot be passed to or returned by a stored procedure");
        }
    }
}
