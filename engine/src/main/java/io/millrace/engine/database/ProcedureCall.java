package io.millrace.engine.database;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A call of a stored procedure or function.
 *
 * @param name name in SQL syntax, with the schema if needed
 * @param returns type of the result of a function; null for a procedure
 * @param parameters parameters in order
 * @param resultSets maximum number of result sets; more result sets are an error. With 0, result
 *     sets are ignored, because some databases also return function values and OUT parameters as
 *     result sets
 */
public record ProcedureCall(
        String name, @Nullable ValueType returns, List<Parameter> parameters, int resultSets) {

    /** Direction of a parameter. */
    public enum Direction {
        IN,
        OUT,
        INOUT
    }

    /**
     * A parameter.
     *
     * @param value value to pass; null for NULL and for OUT
     */
    public record Parameter(Direction direction, ValueType type, @Nullable Value value) {
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
