package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A variable of a schema or module with its initial value. Constants with a literal value can be
 * omitted: the analysis replaces their uses with the literal.
 *
 * @param initial initial value: an expression for a scalar, a path for a REFERENCE ({@link
 *     Operand.Field}), any operand for a ROW
 * @param locals correlation names within the initial value, each at its own slot
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
                !reference || initial instanceof Operand.Field, "a reference begins at a field");
    }
}
