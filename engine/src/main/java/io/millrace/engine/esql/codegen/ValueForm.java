package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.TypeKind;

/** The form of a scalar in generated code: a Value, or a primitive if the type is known. */
enum ValueForm {
    /** A Value, null for NULL. */
    OBJECT(TypeKind.REFERENCE),
    /** An INTEGER as a long, and an int that is nonzero for NULL. */
    LONG(TypeKind.LONG),
    /** A FLOAT as a double, and an int that is nonzero for NULL. */
    DOUBLE(TypeKind.DOUBLE),
    /** A BOOLEAN as an int: 1 TRUE, 0 FALSE, -1 UNKNOWN. */
    TRUTH(TypeKind.INT);

    final TypeKind kind;

    ValueForm(TypeKind kind) {
        this.kind = kind;
    }

    boolean isNumber() {
        return this == LONG || this == DOUBLE;
    }

    /** Returns the form for values of a type; OBJECT for null, which represents any type. */
    static ValueForm of(@Nullable ValueType type) {
        return switch (type) {
            case INTEGER -> LONG;
            case FLOAT -> DOUBLE;
            case BOOLEAN -> TRUTH;
            case null, default -> OBJECT;
        };
    }

    static ValueForm of(ScalarType type) {
        return type.precision() < 0 && type.qualifier().isEmpty() ? of(type.type()) : OBJECT;
    }
}
