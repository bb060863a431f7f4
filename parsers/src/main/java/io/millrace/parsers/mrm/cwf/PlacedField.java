package io.millrace.parsers.mrm.cwf;

import static java.lang.Math.max;

import io.millrace.engine.message.NamePath;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;
import io.millrace.parsers.record.FieldCodec;

/**
 * A field that a path always finds at the same place in a folder: the data that a path keeps to
 * read it directly.
 *
 * @param layout layout of the folder's content
 * @param from index of the path's first name below the folder
 * @param codec the field's
 * @param offset offset of the field's body from the folder's start
 * @param size size in bytes; UNKNOWN if the message specifies it
 * @param reach number of bytes from the folder's start that the message must contain, so that the
 *     field and the folders around it are complete
 */
record PlacedField(
        Layout layout,
        int from,
        ValueSlot slot,
        FieldCodec codec,
        int offset,
        int size,
        int reach) {

    /**
     * Returns the first field that a path names.
     *
     * @return null if it can be missing, or is not at a fixed place
     */
    static PlacedField of(Layout layout, NamePath path, int from) {
        int end = path.length() - 1;
        Layout inner = layout;
        long at = 0;
        long reach = 0;
        for (int i = from; i <= end; i++) {
            Slot slot = inner.uniqueSlot(path.namespace(i), path.name(i));
            long index = i == end ? 1 : path.index(i);
            boolean whole = i == from && i == end && slot instanceof ValueSlot;
            if (slot == null || !isPlaced(slot, index, whole)) {
                return null;
            }
            long own = (long) max(0, slot.size) + slot.placement.trailingSkipCount();
            at += (long) slot.offset + slot.lead + (index - 1) * (slot.nextLead + own);
            reach = max(reach, slot.size < 0 ? at : at + own);
            if (reach > Integer.MAX_VALUE) {
                return null;
            }
            if (i == end) {
                return slot instanceof ValueSlot field
                        ? new PlacedField(
                                layout, from, field, field.codec, (int) at, field.size, (int) reach)
                        : null;
            }
            if (!(slot instanceof FolderSlot folder)) {
                return null;
            }
            inner = folder.layout;
        }
        return null;
    }

    /**
     * Whether a field is at a fixed place. A field directly below the folder can have an end that
     * the message specifies.
     */
    private static boolean isPlaced(Slot slot, long index, boolean isDirect) {
        boolean first = slot.offset >= 0 && slot.lead >= 0 && slot.count >= index;
        boolean sized = slot.size >= 0 || slot instanceof FolderSlot || isDirect;
        return first && sized && (index == 1 || slot.size >= 0 && slot.nextLead >= 0);
    }
}
