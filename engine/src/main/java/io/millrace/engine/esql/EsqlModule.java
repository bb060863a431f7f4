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
     * Returns the name with its schema, for example {@code orders.PriceOrder}; for expressions, the
     * source text.
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

    /** Returns the field references of the module to the trees of its node. */
    default List<FieldUse> fields() {
        return List.of();
    }

    /** Whether Main can return TRUE although nothing in the module uses the output message. */
    default boolean leavesOutputEmpty() {
        return false;
    }

    /**
     * Returns the actions of the module that a rollback of its node's unit of work does not undo;
     * null if there are none. Examples are the assignment of a SHARED variable and the call of a
     * routine that is not ESQL.
     */
    default @Nullable OutsideUnit outsideUnit() {
        return new OutsideUnit("has effects that the compiler cannot determine", place());
    }

    /**
     * Whether a handler of the module can catch database errors. True if the compiler cannot
     * determine it.
     */
    default boolean handlesErrors() {
        return true;
    }

    /**
     * Returns the position of an access to a database that specifies no data source, so that the
     * node must specify one; null if there is none.
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
