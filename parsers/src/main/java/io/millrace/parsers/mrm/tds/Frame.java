package io.millrace.parsers.mrm.tds;

import io.millrace.engine.error.MillraceException;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A folder in the bytes of one message, and what was found in it so far. That is as true for a copy
 * of the folder as for the folder itself, for both read the same bytes. Positions are those of the
 * array.
 */
final class Frame {

    /** No element's index. */
    static final int UNTOLD = -2;

    private static final int PLACES = 3;
    private static final int FEW = 8;
    private static final int MANY = 64;
    private static final int[] NO_PLACES = {};
    private static final Object[] NOTHING = {};

    /** Null for the message itself. */
    final FolderSlot slot;

    /** The folder's name: the slot's, or its tag. */
    final String name;

    /** The folder around it; null for the message itself. */
    final Frame outer;

    /** How many folders are around it. */
    final int depth;

    final Region root;

    /** What goes on in it: it knows the delimiters there. */
    Scanner scanner;

    /** The region that is being looked at: the root, or a group in it. */
    Region region;

    /** Where to go on. */
    int at;

    /** One behind its last byte; negative while not known. */
    int end = -1;

    /** Whether all was found. */
    boolean isFinished;

    /** What is wrong behind the elements that were found; null while nothing is. */
    MillraceException damage;

    /** How many elements were found. */
    int size;

    /** Where each begins, its value begins, and one behind its end (negative while not known). */
    private int[] places = NO_PLACES;

    /** What each is: a ValueSlot, a Frame, a Named or an Unresolved. */
    private Object[] whats = NOTHING;

    /** Where the fields stand that others refer to; null while there are none. */
    private Map<ValueSlot, Integer> referred;

    /** Whether there are elements that are called as their tags. */
    private boolean hasNamed;

    /** The slot behind the one that was asked for last. */
    int likely;

    /** Of which slot that may occur more than once an element was asked for last; null for none. */
    Slot asked;

    /** Which of the slot's elements that was, from 1. */
    long askedFor;

    /** Which of the frame's. */
    int answered;

    /** A single value that is called as its tag. */
    record Named(ValueSlot slot, String name) {}

    /** A choice of which the bytes do not tell the branch. */
    record Unresolved(Layout choice, Region region, Frame frame) {}

    Frame(FolderSlot slot, String name, Frame outer, Region root, int at, Scanner scanner) {
        this.slot = slot;
        this.name = name;
        this.outer = outer;
        this.depth = outer == null ? 0 : outer.depth + 1;
        this.root = root;
        this.scanner = scanner;
        this.region = root;
        this.at = at;
    }

    void add(Object what, int begin, int body, int end) {
        if (what instanceof ValueSlot value) {
            if (value.reference >= 0) {
                referred = referred == null ? new IdentityHashMap<>(4) : referred;
                referred.put(value, size);
            }
        } else {
            hasNamed |= what instanceof Named || what instanceof Frame f && f.slot.isAnyTag;
        }
        if (size == whats.length) {
            grow();
        }
        int place = size * PLACES;
        places[place] = begin;
        places[place + 1] = body;
        places[place + 2] = end;
        whats[size++] = what;
    }

    /** Adds a value that is all of its element, and that nobody refers to. */
    void addPlain(Slot slot, int begin, int behind) {
        if (size == whats.length) {
            grow();
        }
        int place = size * PLACES;
        places[place] = begin;
        places[place + 1] = begin;
        places[place + 2] = behind;
        whats[size++] = slot;
    }

    /** Who has looked at more than the first mostly looks at all that the layout has. */
    private void grow() {
        int usual = Math.min(root.layout.slots.size(), MANY);
        int room = size == 0 && usual > FEW ? 1 : size < usual ? usual : Math.max(FEW, size * 2);
        whats = Arrays.copyOf(whats, room);
        places = Arrays.copyOf(places, room * PLACES);
    }

    /** Whether there are elements that are called as their tags. */
    boolean hasNamed() {
        return hasNamed;
    }

    /** Whether so many elements were found, and the next of a slot, which is no folder's. */
    boolean isAt(int index, Slot of) {
        return index < size && whats[index] == of;
    }

    /** Whether an element is of a slot. */
    boolean isOf(int index, Slot of) {
        Object what = whats[index];
        return what == of || what instanceof Frame folder && folder.slot == of;
    }

    /**
     * Which of the elements found so far is that of a slot of the folder itself that is there at
     * most once; UNTOLD where there is none. Slots that are not there put it before its ordinal,
     * others that are there more often, or in another order, behind it.
     */
    int known(Slot of) {
        int likeliest = Math.min(of.ordinal, size - 1);
        for (int i = likeliest; i >= 0; i--) {
            if (isOf(i, of)) {
                return i;
            }
        }
        for (int i = likeliest + 1; i < size; i++) {
            if (isOf(i, of)) {
                return i;
            }
        }
        return UNTOLD;
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
