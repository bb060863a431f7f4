package io.millrace.parsers.mrm.tds.write;

import io.millrace.engine.message.ByteSink;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.Reference;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Values of fields with lengths and counts of other elements, in the message that is being written.
 * If such a field is missing in the tree, zero is written first and replaced when the length or
 * count is known; this can move the text after the field. Each occurrence of a folder has its own
 * values.
 */
final class PendingReferences {

    private static final int NOTHING = -1;

    /** A field that contains a length or count. */
    private static final class Held {
        private long value;

        /** Start and end of the field if its value must be replaced; otherwise NOTHING. */
        private int begin = NOTHING;

        private int end;
    }

    private final ByteSink out;

    /** The fields in scope, by the index of their slot among the reference fields. */
    private final Held[] held;

    /** The fields with values that must be replaced. */
    private final List<Held> open = new ArrayList<>();

    /** Marked positions. */
    private final List<int[]> marks = new ArrayList<>();

    PendingReferences(ByteSink out, int references) {
        this.out = out;
        held = new Held[references];
        Arrays.setAll(held, i -> new Held());
    }

    // Folders

    /** The fields of the enclosing folders. */
    record Around(List<ValueSlot> fields, Held[] held) {}

    /** Begins a folder. The values of its fields are unknown. */
    Around enter(FolderSlot folder) {
        List<ValueSlot> fields = folder.references();
        Held[] before = new Held[fields.size()];
        for (int i = 0; i < before.length; i++) {
            int reference = fields.get(i).reference();
            before[i] = held[reference];
            held[reference] = new Held();
        }
        return new Around(fields, before);
    }

    /** Ends a folder. Fields whose values were not replaced remain as written. */
    void leave(Around around) {
        for (int i = 0; i < around.held.length; i++) {
            int reference = around.fields.get(i).reference();
            open.remove(held[reference]);
            held[reference] = around.held[i];
        }
    }

    // Fields

    void known(ValueSlot field, long value) {
        Held one = held[field.reference()];
        one.value = value;
        one.begin = NOTHING;
        open.remove(one);
    }

    void pending(ValueSlot field, int from, int to) {
        Held one = held[field.reference()];
        one.begin = from;
        one.end = to;
        open.add(one);
    }

    boolean isPending(Reference reference) {
        return held[reference.field().reference()].begin != NOTHING;
    }

    long value(Reference reference) {
        return held[reference.field().reference()].value;
    }

    /**
     * Returns a mark at the current position. The mark moves if the text before it changes its
     * length.
     */
    int[] mark() {
        int[] mark = {out.length()};
        marks.add(mark);
        return mark;
    }

    /** Removes the last mark. */
    void release() {
        marks.removeLast();
    }

    /** Sets the value of a field and replaces its bytes. */
    void setReference(Reference reference, long value, byte[] right) {
        Held one = held[reference.field().reference()];
        int from = one.begin;
        int to = one.end;
        replace(out, from, to, right);
        int moved = right.length - (to - from);
        for (int[] mark : marks) {
            mark[0] += mark[0] > from ? moved : 0;
        }
        for (Held other : open) {
            if (other.begin > from) {
                other.begin += moved;
                other.end += moved;
            }
        }
        known(reference.field(), value);
    }

    /** Replaces a range of the output. The bytes after it are shifted; marks are not updated. */
    static void replace(ByteSink out, int from, int to, byte[] bytes) {
        byte[] array = out.bytes().array();
        if (bytes.length == to - from) {
            System.arraycopy(bytes, 0, array, from, bytes.length);
            return;
        }
        byte[] after = Arrays.copyOfRange(array, to, out.length());
        out.truncate(from);
        out.write(bytes);
        out.write(after);
    }
}
