package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * The signature of a routine.
 *
 * @param index position in {@link Program#routines}; negative for a Main
 * @param schema schema; empty for the default schema
 * @param module module that contains the routine; empty for a routine of a schema
 * @param name name as written
 * @param parameters parameters in their order
 * @param returns kind of the result; NONE for a procedure without RETURNS
 * @param type scalar type of the result; null unless {@code returns} is SCALAR
 * @param notNull whether the result must not be NULL
 */
public record Signature(
        int index,
        String schema,
        String module,
        String name,
        List<Parameter> parameters,
        Returns returns,
        @Nullable ScalarType type,
        boolean notNull) {

    /** Kind of result of a routine. A REFERENCE is returned as the element that it points to. */
    public enum Returns {
        NONE,
        SCALAR,
        TREE
    }

    /** Direction in which a parameter passes values. */
    public enum Direction {
        IN,
        OUT,
        INOUT
    }

    /**
     * A parameter.
     *
     * @param type scalar type; null unless the kind is SCALAR
     * @param notNull whether NULL must not be passed in either direction; only for scalars
     */
    public record Parameter(
            String name,
            Direction direction,
            Variable.Kind kind,
            @Nullable ScalarType type,
            boolean notNull) {
        public Parameter {
            Objects.requireNonNull(name);
            Objects.requireNonNull(direction);
            Preconditions.unless(
                    (kind == Variable.Kind.SCALAR) == (type != null),
                    "the type must be present for scalars only");
        }

        /** Returns the scalar type. The kind of the parameter must be SCALAR. */
        public ScalarType scalarType() {
            return Objects.requireNonNull(type);
        }
    }

    public Signature {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(module);
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
        Preconditions.unless(
                (returns == Returns.SCALAR) == (type != null),
                "the type must be present for scalars only");
    }

    /** Returns the type of the result of a routine that returns a scalar. */
    public ScalarType scalarType() {
        return Objects.requireNonNull(type);
    }

    /** Returns schema, module and name separated by periods, as shown in messages. */
    public String label() {
        return (schema.isEmpty() ? "" : schema + ".")
                + (module.isEmpty() ? "" : module + ".")
                + name;
    }
}
