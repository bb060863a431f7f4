package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.error.Place;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Source positions of the parts of a message set, for problems. Parts are distinguished by
 * identity. Not safe for use by several threads while it is filled.
 */
public final class ModelPlaces {

    private final Map<Object, Place> places = new IdentityHashMap<>();
    private final Set<Object> unreadable = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Place whole;

    /**
     * Creates an empty object that accepts positions.
     *
     * @param whole place of parts without their own: the file
     */
    public ModelPlaces(Place whole) {
        this.whole = requireNonNull(whole);
    }

    /** Registers the position of a part and returns the part. */
    public <T> T at(Place place, T part) {
        places.put(part, place);
        return part;
    }

    /**
     * Marks a part as incomplete, because an error in it has been reported. Errors that follow from
     * that are not reported.
     */
    public void markUnreadable(Object part) {
        unreadable.add(part);
    }

    /** Whether something in a part could not be read, and was reported. */
    public boolean isUnreadable(Object part) {
        return unreadable.contains(part);
    }

    /** Returns the position of the first of the parts that has one; null represents no part. */
    public Place of(Object... parts) {
        for (Object part : parts) {
            Place place = part == null ? null : places.get(part);
            if (place != null) {
                return place;
            }
        }
        return whole;
    }
}
