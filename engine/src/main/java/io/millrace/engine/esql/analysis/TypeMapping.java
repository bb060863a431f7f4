package io.millrace.engine.esql.analysis;

import org.jspecify.annotations.Nullable;


import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Signature.Direction;
import io.millrace.engine.esql.program.Signature.Returns;
import io.millrace.engine.esql.program.Variable.Kind;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.message.ValueType;

import java.util.List;

/** The mapping of types from the syntax tree to the program. */
final class TypeMapping {

    private TypeMapping() {}

    /** Returns the kind of variable for a type; scalar if the type is unknown. */
    static Kind kind(@Nullable DataType type) {
        return switch (type.kind()) {
            case REFERENCE -> Kind.REFERENCE;
            case ROW, LIST -> Kind.ROW;
            case SCALAR, NAME, NAMESPACE, UNKNOWN -> Kind.SCALAR;
        };
    }

    /** Returns the type as shown in messages. */
    static String text(@Nullable DataType type) {
        return type.scalar() == null ? type.kind().toString() : type.scalar().toString();
    }

    /** Returns the scalar type; null for trees. */
    static @Nullable ScalarType scalar(@Nullable DataType type) {
        return switch (type.kind()) {
            case REFERENCE, ROW, LIST -> null;
            case NAME, NAMESPACE, UNKNOWN -> ScalarType.of(ValueType.CHARACTER);
            case SCALAR ->
                    new ScalarType(type.scalar(), type.precision(), type.scale(), type.qualifier());
        };
    }

    static Signature signature(int index, String schema, String module, RoutineTree tree) {
        List<Signature.Parameter> parameters =
                tree.parameters().stream().map(TypeMapping::parameter).toList();
        Returns returns = returns(tree.returns());
        ScalarType type = returns == Returns.SCALAR ? scalar(tree.returns()) : null;
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

    private static Returns returns(@Nullable DataType type) {
        if (type == null) {
            return Returns.NONE;
        }
        return kind(type) == Kind.SCALAR ? Returns.SCALAR : Returns.TREE;
    }
}
