package io.millrace.parsers.mrm.tds.markup;

/**
 * A scanner for folders that contain only one value, in the first slot or in a folder that is the
 * first slot. Most fields and composites of the standards are such folders in most messages.
 */
public final class SoleValue {

    private final int levels;
    private final StopBytes stops;
    private final boolean[] special;
    private final boolean[] ends;

    /**
     * @param levels number of folders between the folder and its value
     * @param stops markup that ends the value
     * @param special first bytes of values that do not end at their first stop
     * @param ends bytes that are complete markup around the folder, and with which no other stop
     *     begins
     */
    SoleValue(int levels, StopBytes stops, boolean[] special, boolean[] ends) {
        this.levels = levels;
        this.stops = stops;
        this.special = special;
        this.ends = ends;
    }

    /** Returns the number of folders inside the folder. */
    public int levels() {
        return levels;
    }

    /**
     * Returns the position after a folder that contains only one value; a negative number if the
     * folder can contain anything else.
     */
    public int end(byte[] bytes, int at, int limit) {
        if (at >= limit || special[bytes[at] & 0xFF]) {
            return -1;
        }
        int end = stops.next(bytes, at + 1, limit);
        return end >= limit ? limit : ends[bytes[end] & 0xFF] ? end : -1;
    }
}
