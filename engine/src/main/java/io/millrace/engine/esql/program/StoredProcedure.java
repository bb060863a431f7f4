package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * The stored procedure that a routine in LANGUAGE DATABASE stands for.
 *
 * @param schema empty where the definition says none; {@code %} where each CALL says it
 * @param name as the definition writes it; with a package before it where databases have these
 * @param parameters those of the routine: scalars
 * @param returns the type of what it gives back; null for nothing
 * @param resultSets how many results of queries it gives
 */
public record StoredProcedure(
        String schema,
        String name,
        List<Signature.Parameter> parameters,
        ScalarType returns,
        int resultSets) {

    public StoredProcedure {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
        Refusal.unless(
                parameters.stream().allMatch(p -> p.kind() == Variable.Kind.SCALAR),
                "databases take scalars");
    }

    /** Whether only a CALL can say what is meant. */
    public boolean needsCall() {
        return schema.equals("%") || resultSets > 0;
    }
}
