package io.millrace.engine.work;

import io.millrace.engine.error.Place;

import java.util.Objects;

/**
 * Something that a flow may do and that a rollback of its unit of work does not undo. Where there
 * is any, each message has a unit of its own: one that is rolled back for another one's sake would
 * do it twice.
 *
 * @param what for people, behind the name of the node: {@code calls a Java routine}
 * @param place where the flow or program says so; null for the whole node
 */
public record OutsideUnit(String what, Place place) {

    public OutsideUnit {
        Objects.requireNonNull(what);
    }
}
