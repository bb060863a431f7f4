package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A call of a routine written in ESQL.
 *
 * @param signature signature of the routine
 * @param arguments arguments, one for each parameter of the signature
 */
public record Call(Signature signature, List<Argument> arguments) {

    public Call {
        arguments = List.copyOf(arguments);
        Preconditions.unless(
                arguments.size() == signature.parameters().size(),
                "a call must have one argument for each parameter");
        for (int i = 0; i < arguments.size(); i++) {
            Signature.Direction direction = signature.parameters().get(i).direction();
            boolean in = arguments.get(i) instanceof ByValue;
            Preconditions.unless(
                    in == (direction == Signature.Direction.IN),
                    "IN arguments must be values, OUT and INOUT arguments must be targets");
        }
    }

    /** Argument passed for a parameter. */
    public sealed interface Argument {

        /** Returns the operand that is passed. */
        default Operand operand() {
            return switch (this) {
                case ByValue(Operand value) -> value;
                case ByVariable(Variable variable) -> new Expression.VariableValue(variable);
                case ByField(FieldPath path) -> Expression.TreeValue.of(path);
            };
        }

        /** Returns the target that is set when the routine ends; null if there is none. */
        default @Nullable Target target() {
            return switch (this) {
                case ByValue _ -> null;
                case ByVariable(Variable variable) -> new Target.ToVariable(variable);
                case ByField(FieldPath path) -> new Target.ToField(path);
            };
        }
    }

    /** Argument for IN: an expression for a scalar; a tree for a REFERENCE or ROW. */
    public record ByValue(Operand value) implements Argument {
        public ByValue {
            Preconditions.unless(!(value instanceof ListOperand), "an argument must not be a list");
        }
    }

    /**
     * Argument for OUT and INOUT: a variable of the same kind as the parameter. Scalars are cast in
     * both directions.
     */
    public record ByVariable(Variable variable) implements Argument {
        public ByVariable {
            Objects.requireNonNull(variable);
        }
    }

    /**
     * Argument for OUT and INOUT scalars: a field to which the value is assigned when the routine
     * ends.
     */
    public record ByField(FieldPath path) implements Argument {
        public ByField {
            Preconditions.unless(!path.isList(), "an argument must not be a list");
        }
    }
}
