package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * The stored procedure that a routine in LANGUAGE DATABASE represents.
 *
 * @param schema database schema; empty if the definition specifies none; {@code %} if each CALL
 *     specifies it
 * @param name name as written in the definition; a package name can precede it
 * @param parameters parameters of the routine, all scalars
 * @param returns type of the result
 * @param resultSets number of result sets
 */
public record StoredProcedure(
        String schema,
        String name,
        List<Signature.Parameter> parameters,
        @Nullable ScalarType returns,
        int resultSets) {

    public StoredProcedure {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
        Preconditions.unless(
                parameters.stream().allMatch(p -> p.kind() == Variable.Kind.SCALAR),
                "all parameters must be scalars");
    }

    /**
     * Whether the procedure can be called only with CALL, because it returns result sets or the
     * CALL specifies the schema.
     */
    public boolean needsCall() {
        return schema.equals("%") || resultSets > 0;
    }
}
