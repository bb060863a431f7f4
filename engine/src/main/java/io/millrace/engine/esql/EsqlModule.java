package io.millrace.engine.esql;

import io.millrace.engine.error.Place;
import io.millrace.engine.message.Value;
import io.millrace.engine.work.OutsideUnit;

import java.util.Set;

/** A compiled module, expression or pattern. Immutable; safe to use from several threads. */
public interface EsqlModule {

    /**
     * The name with its schema, for example {@code orders.PriceOrder}; the text itself for
     * expressions.
     */
    String name();

    ModuleKind kind();

    /** Where it is written. */
    Place place();

    /** The terminals that its PROPAGATE statements name by a literal. */
    Set<String> terminals();

    /** The labels that its PROPAGATE statements name by a literal. */
    Set<String> labels();

    /**
     * What the module may do that is not undone when its node's unit of work is rolled back, for
     * example write a SHARED variable or call a routine that is not ESQL; null for nothing.
     */
    default OutsideUnit outsideUnit() {
        return new OutsideUnit("does what the compiler does not know", place());
    }

    /**
     * Whether a handler of the module may catch what a database reports. True where the compiler
     * cannot tell.
     */
    default boolean handlesErrors() {
        return true;
    }

    /**
     * Runs Main, or evaluates the expression.
     *
     * @return what it returned, null for NULL; TRUE where a Main ended without RETURN
     * @throws io.millrace.engine.error.MillraceException with the place of the statement
     */
    Value run(EsqlEnvironment environment);
}
