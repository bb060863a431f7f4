package io.millrace.parsers.mrm.tds;

import io.millrace.engine.message.ByteSink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What fields that hold lengths and numbers of others hold in the message that is being written.
 * Such a field that is missing in the tree is written as zero, and put right when what it counts is
 * written; what stands behind it may move then.
 */
final class Pending {

    private static final int NOTHING = -1;

    private final ByteSink out;
    private final long[] values;

    /** Where fields stand that are to be put right: begin and end; NOTHING for none. */
    private final int[] begins;

    private final int[] ends;

    /** Positions that others remember. */
    private final List<int[]> marks = new ArrayList<>();

    Pending(ByteSink out, int references) {
        this.out = out;
        this.values = new long[references];
        this.begins = new int[references];
        this.ends = new int[references];
        Arrays.fill(begins, NOTHING);
    }

    void known(ValueSlot field, long value) {
        values[field.reference] = value;
        begins[field.reference] = NOTHING;
    }

    void pending(ValueSlot field, int from, int to) {
        begins[field.reference] = from;
        ends[field.reference] = to;
    }

    boolean isPending(Reference reference) {
        return begins[reference.field().reference] != NOTHING;
    }

    long value(Reference reference) {
        return values[reference.field().reference];
    }

    /** The current position, which moves with what stands there. */
    int[] mark() {
        int[] mark = {out.length()};
        marks.add(mark);
        return mark;
    }

    /** Forgets the position that was marked last. */
    void release() {
        marks.removeLast();
    }

    /** Puts a field right. */
    void settle(Reference reference, long value, byte[] right) {
        int index = reference.field().reference;
        int from = begins[index];
        int to = ends[index];
        replace(out, from, to, right);
        int moved = right.length - (to - from);
        for (int[] mark : marks) {
            mark[0] += mark[0] > from ? moved : 0;
        }
        for (int i = 0; i < begins.length; i++) {
            if (begins[i] > from) {
                begins[i] += moved;
                ends[i] += moved;
            }
        }
        known(reference.field(), value);
    }

    /** Puts other bytes in the place of some. */
    static void replace(ByteSink out, int from, int to, byte[] bytes) {
        byte[] array = out.bytes().array();
        if (bytes.length == to - from) {
            System.arraycopy(bytes, 0, array, from, bytes.length);
            return;
        }
        byte[] behind = Arrays.copyOfRange(array, to, out.length());
        out.truncate(from);
        out.write(bytes);
        out.write(behind);
    }
}
