package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.DataType.Kind;

/** The meaning of a declared name. */
sealed interface Symbol {

    /** Returns the symbol of a variable. */
    static Symbol of(Variable variable, DataType type, boolean constant) {
        return type.isPathName()
                ? new ComputedName(variable, type.kind() == Kind.NAMESPACE)
                : new Declared(variable, constant);
    }

    /**
     * A variable.
     *
     * @param constant whether the variable is constant
     */
    record Declared(Variable variable, boolean constant) implements Symbol {}

    /** A REFERENCE to a scalar variable, which is an alias of that variable. */
    record PointsAtScalar(Variable variable, boolean constant) implements Symbol {}

    /** A constant with a known value. */
    record Fixed(Literal value) implements Symbol {}

    /** A NAME or NAMESPACE constant: a string that can be part of a path. */
    record PathName(String text, boolean namespace) implements Symbol {}

    /**
     * A NAME or NAMESPACE with a value that is known only at run time: a parameter or a computed
     * value.
     */
    record ComputedName(Variable variable, boolean namespace) implements Symbol {}

    /**
     * An invalid or unknown name. Uses of the name are not reported.
     *
     * @param declared true if the declaration is malformed; false if the name is unknown and was
     *     reported
     */
    record Broken(boolean declared) implements Symbol {
        static final Broken INSTANCE = new Broken(true);
        static final Broken UNKNOWN = new Broken(false);
    }
}
