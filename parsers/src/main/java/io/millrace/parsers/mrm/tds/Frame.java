package io.millrace.parsers.mrm.tds;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A folder in the bytes of one message, and what was found in it so far. That is as true for a copy
 * of the folder as for the folder itself, for both read the same bytes. Positions are those of the
 * array.
 */
final class Frame {

    private static final int PLACES = 3;
    private static final int[] NO_PLACES = {};
    private static final Object[] NOTHING = {};

    /** Null for the message itself. */
    final FolderSlot slot;

    /** The folder's name: the slot's, or its tag. */
    final String name;

    /** The folder around it; null for the message itself. */
    final Frame outer;

    final Region root;

    /** The region that is being looked at: the root, or a group in it. */
    Region region;

    /** Where to go on. */
    int at;

    /** One behind its last byte; negative while not known. */
    int end = -1;

    /** Whether all was found. */
    boolean isFinished;

    /** How many elements were found. */
    int size;

    /** Where each begins, its value begins, and one behind its end (negative while not known). */
    private int[] places = NO_PLACES;

    /** What each is: a ValueSlot, a Frame, a Named or an Unresolved. */
    private Object[] whats = NOTHING;

    /** Where the fields stand that others refer to; null while there are none. */
    private Map<ValueSlot, Integer> referred;

    /** A single value that is called as its tag. */
    record Named(ValueSlot slot, String name) {}

    /** A choice of which the bytes do not tell the branch. */
    record Unresolved(Layout choice, Region region, Frame frame) {}

    Frame(FolderSlot slot, String name, Frame outer, Region root, int at) {
        this.slot = slot;
        this.name = name;
        this.outer = outer;
        this.root = root;
        this.region = root;
        this.at = at;
    }

    void add(Object what, int begin, int body, int end) {
        if (size == whats.length) {
            int room = Math.max(4, size * 2);
            whats = Arrays.copyOf(whats, room);
            places = Arrays.copyOf(places, room * PLACES);
        }
        if (what instanceof ValueSlot value && value.reference >= 0) {
            referred = referred == null ? new IdentityHashMap<>(4) : referred;
            referred.put(value, size);
        }
        whats[size] = what;
        places[size * PLACES] = begin;
        places[size * PLACES + 1] = body;
        places[size * PLACES + 2] = end;
        size++;
    }

    Object what(int index) {
        return whats[index];
    }

    /** What an element is called; empty for a choice of which nothing tells the branch. */
    String name(int index) {
        return switch (whats[index]) {
            case Slot found -> found.name;
            case Frame folder -> folder.name;
            case Named(_, String named) -> named;
            default -> "";
        };
    }

    int begin(int index) {
        return places[index * PLACES];
    }

    int body(int index) {
        return places[index * PLACES + 1];
    }

    int end(int index) {
        return places[index * PLACES + 2];
    }

    void end(int index, int end) {
        places[index * PLACES + 2] = end;
    }

    /** The element that was found last of a field that others refer to; negative for none. */
    int last(ValueSlot of) {
        return referred == null ? -1 : referred.getOrDefault(of, -1);
    }

    /** The names of the folders down to a slot, for messages. */
    String path(String of) {
        StringBuilder path = new StringBuilder(of);
        for (Frame f = this; f != null && f.slot != null; f = f.outer) {
            path.insert(0, path.isEmpty() ? f.name : f.name + ".");
        }
        return path.toString();
    }
}
