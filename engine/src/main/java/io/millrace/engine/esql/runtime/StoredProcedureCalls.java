package io.millrace.engine.esql.runtime;

import io.millrace.engine.database.ProcedureCall;
import io.millrace.engine.database.ProcedureResult;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.program.Signature.Parameter;
import io.millrace.engine.esql.program.StoredProcedure;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Runtime support of generated code for stored procedures. */
public final class StoredProcedureCalls {

    private StoredProcedureCalls() {}

    /**
     * Calls a procedure.
     *
     * @param schema schema of the procedure; null for the schema of the definition
     * @return null if the call failed and database errors are not thrown
     */
    public static @Nullable ProcedureResult call(
            ModuleInvocation run,
            Value dataSource,
            @Nullable Value schema,
            StoredProcedure procedure,
            Value[] values) {
        List<ProcedureCall.Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            Parameter p = procedure.parameters().get(i);
            parameters.add(
                    new ProcedureCall.Parameter(
                            ProcedureCall.Direction.valueOf(p.direction().name()),
                            p.scalarType().type(),
                            values[i]));
        }
        ProcedureCall call =
                new ProcedureCall(
                        name(schema, procedure),
                        procedure.returns() == null ? null : procedure.returns().type(),
                        parameters,
                        procedure.resultSets());
        try {
            ProcedureResult result = DatabaseAccess.session(run, dataSource).call(call);
            DatabaseAccess.done(run, result.warning());
            return result;
        } catch (MillraceException e) {
            DatabaseAccess.failed(run, e);
            return null;
        }
    }

    private static String name(@Nullable Value schema, StoredProcedure procedure) {
        String name =
                Arrays.stream(procedure.name().split("\\."))
                        .map(SqlIdentifiers::of)
                        .collect(Collectors.joining("."));
        if (schema != null) {
            return DatabaseAccess.name(schema) + "." + name;
        }
        if (procedure.schema().equals("%")) {
            throw new MillraceException(
                    ErrorCode.ESQL_ARGUMENT_VALUE,
                    "the schema of the stored procedure "
                            + procedure.name()
                            + " is NULL, but its definition requires a schema in the CALL");
        }
        return procedure.schema().isEmpty()
                ? name
                : SqlIdentifiers.of(procedure.schema()) + "." + name;
    }

    public static @Nullable Value value(ProcedureResult result, int parameter) {
        return result.values().get(parameter);
    }

    /** Returns the rows of a result set as elements with a child for each column. */
    public static List<Element> rows(ProcedureResult result, int index) {
        return result.resultSets().get(index).stream()
                .map(row -> DatabaseAccess.element(row, TableColumns.ALL))
                .toList();
    }
}
