package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * How a routine is called.
 *
 * @param index where it stands in {@link Program#routines}; negative for a Main
 * @param schema the schema; empty for the default one
 * @param module the module whose own it is; empty for a routine of a schema
 * @param name as it is written
 * @param parameters in their order
 * @param returns what it gives back, NONE for a procedure without RETURNS
 * @param type the scalar type it returns; null unless {@code returns} is SCALAR
 * @param notNull whether it must not return NULL
 */
public record Signature(
        int index,
        String schema,
        String module,
        String name,
        List<Parameter> parameters,
        Returns returns,
        ScalarType type,
        boolean notNull) {

    /** What a routine gives back. A REFERENCE is given back as the element that it points to. */
    public enum Returns {
        NONE,
        SCALAR,
        TREE
    }

    /** Which way a parameter's value goes. */
    public enum Direction {
        IN,
        OUT,
        INOUT
    }

    /**
     * A parameter.
     *
     * @param type null unless the kind is SCALAR
     * @param notNull whether NULL must not be passed, neither way; said of scalars only
     */
    public record Parameter(
            String name,
            Direction direction,
            Variable.Kind kind,
            ScalarType type,
            boolean notNull) {
        public Parameter {
            Objects.requireNonNull(name);
            Objects.requireNonNull(direction);
            Refusal.unless(
                    (kind == Variable.Kind.SCALAR) == (type != null),
                    "scalars, and only they, have a type");
        }
    }

    public Signature {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(module);
        Objects.requireNonNull(name);
        parameters = List.copyOf(parameters);
        Refusal.unless(
                (returns == Returns.SCALAR) == (type != null),
                "scalars, and only they, have a type");
    }

    /** Schema, module and name with points between them, as messages write it. */
    public String label() {
        return (schema.isEmpty() ? "" : schema + ".")
                + (module.isEmpty() ? "" : module + ".")
                + name;
    }
}
