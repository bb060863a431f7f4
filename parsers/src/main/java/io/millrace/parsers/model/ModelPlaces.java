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
     * Creates an empty collection of positions.
     *
     * @param whole position of parts without a registered position: the file
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
     * Marks a part as incomplete because an error in the part has been reported. Consequential
     * errors are not reported.
     */
    public void markUnreadable(Object part) {
        unreadable.add(part);
    }

    /** Whether a part could not be read completely, which has been reported. */
    public boolean isUnreadable(Object part) {
        return unreadable.contains(part);
    }

    /**
     * Returns the position of the first part with a registered position. Null arguments are
     * ignored.
     */
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
