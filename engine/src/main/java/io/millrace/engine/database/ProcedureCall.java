package io.millrace.engine.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.util.List;
import java.util.Objects;

/**
 * A call of a stored procedure or function.
 *
 * @param name as SQL writes it, with its schema where one is meant
 * @param returns the type of the value that a function gives back; null for a procedure
 * @param parameters in their order
 * @param resultSets how many results of queries the procedure may give; further ones are an error.
 *     With 0 none is looked for: some databases give values of functions and OUT parameters as
 *     results too
 */
public record ProcedureCall(
        String name, ValueType returns, List<Parameter> parameters, int resultSets) {

    /** Which way a parameter's value goes. */
    public enum Direction {
        IN,
        OUT,
        INOUT
    }

    /**
     * A parameter.
     *
     * @param value what is passed; null for NULL, and for OUT
     */
    public record Parameter(Direction direction, ValueType type, Value value) {
        public Parameter {
            Objects.requireNonNull(direction);
            Objects.requireNonNull(type);
        }
    }

    public ProcedureCall {
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
    }
}
