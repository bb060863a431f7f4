package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Variable;

/** What a declared name stands for. */
sealed interface Symbol {

    /** A variable. @param constant whether it must not be set */
    record Declared(Variable variable, boolean constant) implements Symbol {}

    /** A REFERENCE to a scalar variable: another name for it. */
    record PointsAtScalar(Variable variable, boolean constant) implements Symbol {}

    /** A constant whose value is known. */
    record Fixed(Expression.Literal value) implements Symbol {}

    /** A NAME or NAMESPACE constant: a text that also stands for a part of a path. */
    record PathName(String text, boolean namespace) implements Symbol {}

    /**
     * A NAME or NAMESPACE whose text only the run knows: a parameter, or one from an expression.
     */
    record ComputedName(Variable variable, boolean namespace) implements Symbol {}

    /**
     * Nothing is said about its uses.
     *
     * @param declared false where it is not known, which was said; true where its declaration is
     *     not well-formed
     */
    record Broken(boolean declared) implements Symbol {
        static final Broken INSTANCE = new Broken(true);
        static final Broken UNKNOWN = new Broken(false);
    }
}
