package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A variable of a schema or module with its initial value. A constant with a literal value can be
 * omitted, because the analysis replaces it with the literal.
 *
 * @param initial initial value: an expression for a scalar, a path for a REFERENCE ({@link
 *     Operand.Field}), any operand for a ROW; null if there is none
 * @param locals correlation names in the initial value, each at its own slot
 */
public record GlobalDefinition(
        Origin origin,
        Variable.Global variable,
        @Nullable Operand initial,
        List<Variable.Local> locals) {

    public GlobalDefinition {
        Objects.requireNonNull(origin);
        Objects.requireNonNull(variable);
        locals = List.copyOf(locals);
        boolean reference = variable.kind() == Variable.Kind.REFERENCE;
        Preconditions.unless(
                !reference || initial instanceof Operand.Field,
                "the initial value of a REFERENCE must be a field");
    }
}
