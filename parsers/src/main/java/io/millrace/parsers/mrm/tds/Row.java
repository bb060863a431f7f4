package io.millrace.parsers.mrm.tds;

/**
 * What a layout mostly is in one syntax: values between single bytes.
 *
 * @param delimiter the byte between its slots; nothing else of its markup begins so
 * @param special the bytes that no value begins with that is found by nothing but its first stop
 * @param last by ordinal, the last of the slots from there on of which all are single values that
 *     their first stop ends; the ordinal less one where not even that slot is
 */
record Row(byte delimiter, boolean[] special, int[] last) {

    /** Finds the runs of plain values. */
    static Row of(Layout layout, byte delimiter, boolean[] special) {
        int[] last = new int[layout.slots.size()];
        for (int i = last.length - 1; i >= 0; i--) {
            boolean further = i + 1 < last.length && last[i + 1] > i;
            last[i] = !isPlain(layout.slot(i)) ? i - 1 : further ? last[i + 1] : i;
        }
        return new Row(delimiter, special, last);
    }

    private static boolean isPlain(Slot slot) {
        return slot instanceof ValueSlot value
                && value.isOnce
                && !value.isBounded()
                && value.reference < 0;
    }

    /** Whether a value that begins with this byte is not empty and lasts up to its first stop. */
    boolean isPlain(byte first) {
        return !special[first & 0xFF];
    }
}
