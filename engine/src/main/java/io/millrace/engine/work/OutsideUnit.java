package io.millrace.engine.work;

import io.millrace.engine.error.Place;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * An effect of a flow that a rollback of its unit of work does not undo. If a flow has such an
 * effect, each message has its own unit, because a message that is rolled back together with
 * another message would cause the effect twice.
 *
 * @param what description of the effect, written after the name of the node: {@code calls a Java
 *     routine}
 * @param place position in the flow or program; null for the whole node
 */
public record OutsideUnit(String what, @Nullable Place place) {

    /** Description of COMMIT and ROLLBACK in ESQL. */
    public static final String ENDS_TRANSACTION = "ends a transaction itself";

    public OutsideUnit {
        Objects.requireNonNull(what);
    }
}
