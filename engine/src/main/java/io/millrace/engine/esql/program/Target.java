package io.millrace.engine.esql.program;

import java.util.Objects;

/** Target in which a scalar can be stored: a variable or a field. */
public sealed interface Target {

    record ToVariable(Variable variable) implements Target {
        public ToVariable {
            Preconditions.unless(
                    variable.kind() == Variable.Kind.SCALAR, "the variable must be a scalar");
        }
    }

    record ToField(FieldPath path) implements Target {
        public ToField {
            Objects.requireNonNull(path);
        }
    }
}
