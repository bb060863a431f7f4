package io.millrace.engine.esql.syntax;

import java.util.List;

/**
 * A function or procedure.
 *
 * @param returns null where nothing is returned
 * @param returnsNotNull whether {@code NOT NULL} stands behind it
 * @param language in capitals; empty where no LANGUAGE is written
 * @param resultSets what DYNAMIC RESULT SETS says; 0 where it is not written
 * @param external null where no EXTERNAL NAME is written
 * @param body null for routines with an EXTERNAL NAME
 */
public record RoutineTree(
        Span span,
        Name name,
        boolean function,
        List<Parameter> parameters,
        DataType returns,
        boolean returnsNotNull,
        String language,
        int resultSets,
        External external,
        StatementTree body) {

    /** {@code EXTERNAL NAME}. @param name without its quotes */
    public record External(Span span, String name) {}

    /**
     * A parameter. @param constant whether the routine must not set it. @param notNull {@code NOT
     * NULL}
     */
    public record Parameter(
            Span span,
            Name name,
            Direction direction,
            boolean constant,
            DataType type,
            boolean notNull) {}

    /** Which way a parameter carries values. */
    public enum Direction {
        IN,
        OUT,
        INOUT
    }
}
