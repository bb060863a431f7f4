package io.millrace.engine.esql;

import io.millrace.engine.error.Place;
import io.millrace.engine.message.Value;
import io.millrace.engine.work.OutsideUnit;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/** A compiled module, expression or pattern. Immutable. Safe for use by several threads. */
public interface EsqlModule {

    /**
     * Returns the qualified name, for example {@code orders.PriceOrder}; the source text for
     * expressions.
     */
    String name();

    ModuleKind kind();

    /** Returns the source position of the module. */
    Place place();

    /** Returns the terminals that the PROPAGATE statements of the module specify as literals. */
    default Set<String> terminals() {
        return Set.of();
    }

    /** Returns the labels that the PROPAGATE statements of the module specify as literals. */
    default Set<String> labels() {
        return Set.of();
    }

    /** Returns the module's references to fields in the trees of the node. */
    default List<FieldUse> fields() {
        return List.of();
    }

    /** Whether Main can return TRUE although the module never uses the output message. */
    default boolean leavesOutputEmpty() {
        return false;
    }

    /**
     * Returns the effects of the module that a rollback of the unit of work does not undo; null if
     * there are none. Examples are an assignment to a SHARED variable and a call of a routine that
     * is not written in ESQL.
     */
    default @Nullable OutsideUnit outsideUnit() {
        return new OutsideUnit("has effects that the compiler cannot determine", place());
    }

    /**
     * Whether a handler of the module can catch database errors. Also true if the compiler cannot
     * determine the answer.
     */
    default boolean handlesErrors() {
        return true;
    }

    /**
     * Returns the position of a database access without an explicit data source; null if there is
     * none. If such an access exists, the node must specify a data source.
     */
    default @Nullable Place defaultDatabaseUse() {
        return null;
    }

    /**
     * Runs Main, or evaluates the expression.
     *
     * @return the returned value, null for NULL; TRUE if Main ended without RETURN
     * @throws io.millrace.engine.error.MillraceException with the position of the statement
     */
    @Nullable Value run(EsqlEnvironment environment);
}
