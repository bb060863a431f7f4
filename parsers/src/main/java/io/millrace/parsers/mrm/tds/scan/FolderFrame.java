package io.millrace.parsers.mrm.tds.scan;

import static io.millrace.parsers.mrm.tds.markup.PlainRow.SPARE;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.error.MillraceException;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Part;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.PlainRow;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A folder in the bytes of one message, and the elements found so far. A copy of the folder uses
 * the same frame, because both read the same bytes. Positions are indexes into the array.
 */
final class FolderFrame implements Part {

    /** Index returned if the element has not been found yet. */
    static final int NOT_FOUND_YET = -2;

    private static final int MIN_CAPACITY = 8;
    private static final int MANY = 64;
    private static final int[] NO_ENDS = {};

    /** Slot of the folder; null for the message. */
    final FolderSlot slot;

    /** Name of the folder: the name of the slot, or the tag. */
    final String name;

    /** The enclosing folder; null for the message. */
    final FolderFrame outer;

    /** Number of enclosing folders. */
    final int depth;

    final Region root;

    /** Scanner of the content, with the delimiters that apply in this folder. */
    Scanner scanner;

    /** The current region: the folder's layout, or a group in it. */
    Region region;

    /** Position at which the scan continues. */
    int at;

    /** Position after its last byte; negative while unknown. */
    int end = -1;

    /** Whether all elements have been found. */
    boolean isFinished;

    /** The error after the last element found; null if there is none. */
    MillraceException damage;

    /** Number of elements found. */
    int size;

    /** Position after the end of each element; negative while unknown. */
    private int[] ends = NO_ENDS;

    /**
     * Start of each element and of its value. Null while each element begins one byte after the
     * previous element and consists only of its value.
     */
    private int[] begins;

    /** Start of the first element. */
    private int first;

    /**
     * Kind of each element: a slot, a FolderFrame, a Named or an Unresolved. Null as long as the
     * elements are the layout's slots in order. The slot of a folder represents a folder that
     * contains only one value.
     */
    private Part[] whats;

    /** Indexes of the fields to which other elements refer; null while there are none. */
    private Map<ValueSlot, Integer> referred;

    /** Whether the folder contains elements that are named by their tag. */
    private boolean hasNamed;

    /** The slot after the one that was requested last. */
    int likely;

    /** The last requested slot that can occur more than once; null if there is none. */
    Slot requested;

    /** Number of the requested occurrence of that slot, counted from 1. */
    long requestedCount;

    /** Index of that element in the frame. */
    int answered;

    /** A single value that is named by its tag. */
    record Named(ValueSlot slot, String name) implements Part {}

    /** A choice with a branch that the bytes do not specify. */
    record Unresolved(Layout choice, Region region, FolderFrame frame) implements Part {}

    FolderFrame(
            FolderSlot slot, String name, FolderFrame outer, Region root, int at, Scanner scanner) {
        this.slot = slot;
        this.name = name;
        this.outer = outer;
        depth = outer == null ? 0 : outer.depth + 1;
        this.root = root;
        this.scanner = scanner;
        region = root;
        this.at = at;
    }

    void add(Part what, int begin, int body, int end) {
        if (what instanceof ValueSlot value) {
            if (value.reference() >= 0) {
                referred = referred == null ? new IdentityHashMap<>(4) : referred;
                referred.put(value, size);
            }
        } else {
            hasNamed |= what instanceof Named || what instanceof FolderFrame f && f.slot.isAnyTag();
        }
        if (size == ends.length) {
            grow();
        }
        note(what, begin, body);
        ends[size++] = end;
    }

    /** Adds an element that consists only of its value and to which no other element refers. */
    void addPlain(Slot slot, int begin, int end) {
        if (size == ends.length) {
            grow();
        }
        note(slot, begin, begin);
        ends[size++] = end;
    }

    private void note(Part what, int begin, int body) {
        if (begins == null) {
            if (size == 0) {
                first = begin;
            }
            if (begin != body || size > 0 && begin != ends[size - 1] + 1) {
                spread();
            }
        }
        if (begins != null) {
            begins[2 * size] = begin;
            begins[2 * size + 1] = body;
        }
        if (whats == null && !root.layout.isSlot(size, what)) {
            list();
        }
        if (whats != null) {
            whats[size] = what;
        }
    }

    /**
     * Adds elements that consist only of their values, if several can be found in one step.
     *
     * @param layout layout of the elements
     * @param next ordinal of the first element
     * @param last ordinal of the last possible element
     * @param at position of the delimiter before the first element
     * @return number of elements found
     */
    int addPlain(PlainRow row, Layout layout, int next, int last, byte[] bytes, int at, int limit) {
        int to = size + last - next + 1;
        while (ends.length < to + SPARE) {
            grow();
        }
        int after = row.ends(bytes, at, limit, ends, size, to);
        int found = after - size;
        if (found > 0) {
            note(layout.slot(next), at + 1, at + 1);
            for (int i = size + 1; begins != null && i < after; i++) {
                begins[2 * i] = ends[i - 1] + 1;
                begins[2 * i + 1] = ends[i - 1] + 1;
            }
            for (int i = 1; whats != null && i < found; i++) {
                whats[size + i] = layout.slot(next + i);
            }
            size = after;
        }
        return found;
    }

    private void grow() {
        int room = room(ends.length);
        ends = Arrays.copyOf(ends, room);
        if (begins != null) {
            begins = Arrays.copyOf(begins, room * 2);
        }
        if (whats != null) {
            whats = Arrays.copyOf(whats, room);
        }
    }

    /**
     * Returns the new capacity. A program that reads more than the first element usually reads all
     * elements of the layout.
     */
    private int room(int before) {
        int usual = min(root.layout.slots().size(), MANY);
        if (before == 0 && usual > MIN_CAPACITY) {
            return 1;
        }
        return before < usual ? usual + SPARE : max(MIN_CAPACITY, before * 2);
    }

    /** Switches to storing the start of each element. */
    private void spread() {
        begins = new int[ends.length * 2];
        for (int i = 0; i < size; i++) {
            int begin = i == 0 ? first : ends[i - 1] + 1;
            begins[2 * i] = begin;
            begins[2 * i + 1] = begin;
        }
    }

    /** Switches to storing the kind of each element. */
    private void list() {
        whats = new Part[ends.length];
        for (int i = 0; i < size; i++) {
            whats[i] = root.layout.slot(i);
        }
    }

    /** Whether each element consists only of a value and has the same index as its slot. */
    boolean isRow() {
        return whats == null && begins == null;
    }

    /** Whether the folder contains elements that are named by their tag. */
    boolean hasNamed() {
        return hasNamed;
    }

    /** Whether the element at an index exists and belongs to a slot. */
    boolean isAt(int index, Slot of) {
        return index < size && what(index) == of;
    }

    /** Whether the element at an index belongs to a slot. */
    boolean isOf(int index, Slot of) {
        Part what = what(index);
        return what == of || what instanceof FolderFrame folder && folder.slot == of;
    }

    /**
     * Returns the index of the element of a slot that is directly in the folder and occurs at most
     * once; NOT_FOUND_YET if it has not been found. The index is lower than the ordinal if slots
     * before are missing, and higher if they repeat or the order differs.
     */
    int known(Slot of) {
        if (whats == null) {
            return isAt(of.ordinal(), of) ? of.ordinal() : NOT_FOUND_YET;
        }
        int likeliest = min(of.ordinal(), size - 1);
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
        return NOT_FOUND_YET;
    }

    /** Like {@link #known(Slot)}, but begins the search at an index. */
    int known(Slot of, int from) {
        if (isAt(of.ordinal(), of)) {
            return of.ordinal();
        }
        for (int i = from; whats != null && i < size; i++) {
            if (isOf(i, of)) {
                return i;
            }
        }
        return NOT_FOUND_YET;
    }

    Part what(int index) {
        return whats == null ? root.layout.slot(index) : whats[index];
    }

    void what(int index, Part what) {
        if (whats == null) {
            list();
        }
        whats[index] = what;
    }

    /** Returns the name of an element; empty for a choice whose branch is not specified. */
    String name(int index) {
        return switch (what(index)) {
            case Slot found -> found.name();
            case FolderFrame folder -> folder.name;
            case Named(_, String named) -> named;
            default -> "";
        };
    }

    int begin(int index) {
        return begins == null ? afterPrevious(index) : begins[2 * index];
    }

    int body(int index) {
        return begins == null ? afterPrevious(index) : begins[2 * index + 1];
    }

    private int afterPrevious(int index) {
        return index == 0 ? first : ends[index - 1] + 1;
    }

    int end(int index) {
        return ends[index];
    }

    void end(int index, int end) {
        ends[index] = end;
    }

    /**
     * Returns the index of the last occurrence of a field to which other elements refer; a negative
     * number if there is none.
     */
    int last(ValueSlot of) {
        return referred == null ? -1 : referred.getOrDefault(of, -1);
    }

    /** Returns the path of a slot, for error messages. */
    String path(String of) {
        StringBuilder path = new StringBuilder(of);
        for (FolderFrame f = this; f != null && f.slot != null; f = f.outer) {
            path.insert(0, path.isEmpty() ? f.name : f.name + ".");
        }
        return path.toString();
    }
}
