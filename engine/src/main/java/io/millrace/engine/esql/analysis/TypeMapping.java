package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Returns;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** A mapping from the types of the syntax tree to the types of the program. */
final class TypeMapping {

    private TypeMapping() {}

    /** Returns the kind of variable for a type; scalar if the type is unknown. */
    static Kind kind(DataType type) {
        return switch (type.kind()) {
            case REFERENCE -> Kind.REFERENCE;
            case ROW, LIST -> Kind.ROW;
            case SCALAR, NAME, NAMESPACE, UNKNOWN -> Kind.SCALAR;
        };
    }

    /** Returns the type in the form used in error messages. */
    static String text(DataType type) {
        return type.scalar() == null ? type.kind().toString() : type.scalar().toString();
    }

    /** Returns the scalar type; null for trees. */
    static @Nullable ScalarType scalar(DataType type) {
        return switch (type.kind()) {
            case REFERENCE, ROW, LIST -> null;
            case NAME, NAMESPACE, UNKNOWN -> ScalarType.of(ValueType.CHARACTER);
            case SCALAR ->
                    new ScalarType(
                            Objects.requireNonNull(type.scalar()),
                            type.precision(),
                            type.scale(),
                            type.qualifier());
        };
    }

    static Signature signature(int index, String schema, String module, RoutineTree tree) {
        List<Signature.Parameter> parameters =
                tree.parameters().stream().map(TypeMapping::parameter).toList();
        DataType written = tree.returns();
        Returns returns = returns(written);
        ScalarType type = written != null && returns == Returns.SCALAR ? scalar(written) : null;
        boolean notNull = returns == Returns.SCALAR && tree.returnsNotNull();
        return new Signature(
                index, schema, module, tree.name().text(), parameters, returns, type, notNull);
    }

    private static Signature.Parameter parameter(RoutineTree.Parameter parameter) {
        Direction direction = Direction.valueOf(parameter.direction().name());
        return new Signature.Parameter(
                parameter.name().text(),
                direction,
                kind(parameter.type()),
                scalar(parameter.type()),
                parameter.notNull() && kind(parameter.type()) == Kind.SCALAR);
    }

    /** Returns the scalar type. The kind of the type must be SCALAR. */
    static ScalarType requireScalar(DataType type) {
        return Objects.requireNonNull(scalar(type));
    }

    private static Returns returns(@Nullable DataType type) {
        if (type == null) {
            return Returns.NONE;
        }
        return kind(type) == Kind.SCALAR ? Returns.SCALAR : Returns.TREE;
    }
}
