package io.millrace.engine.esql.syntax;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A function or procedure.
 *
 * @param returns type of the result; null if nothing is returned
 * @param returnsNotNull whether {@code NOT NULL} follows the type of the result
 * @param language language in upper case; empty if LANGUAGE is not written
 * @param resultSets number in DYNAMIC RESULT SETS; 0 if not written
 * @param external EXTERNAL NAME clause; null if not written
 * @param body body; null for routines with an EXTERNAL NAME
 */
public record RoutineTree(
        Span span,
        Name name,
        boolean function,
        List<Parameter> parameters,
        @Nullable DataType returns,
        boolean returnsNotNull,
        String language,
        int resultSets,
        @Nullable External external,
        @Nullable StatementTree body) {

    /** Whether this is a function that returns a value although it has no RETURNS clause. */
    public boolean lacksReturns() {
        boolean[] found = {false};
        if (function && returns == null && body != null) {
            TreeWalk.statements(
                    body,
                    s -> found[0] |= s instanceof StatementTree.Return r && r.value() != null);
        }
        return found[0];
    }

    /**
     * An {@code EXTERNAL NAME} clause.
     *
     * @param name name without quotes
     */
    public record External(Span span, String name) {}

    /**
     * A parameter.
     *
     * @param constant whether the routine must not set the parameter
     * @param notNull whether {@code NOT NULL} is written
     */
    public record Parameter(
            Span span,
            Name name,
            Direction direction,
            boolean constant,
            DataType type,
            boolean notNull) {}

    /** Direction in which a parameter passes values. */
    public enum Direction {
        IN,
        OUT,
        INOUT
    }
}
