package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.record.FieldCodec;

/** A slot in one syntax. */
final class SlotMarkup {

    private final Marker tag;
    private final Marker repeat;
    private final Stops stops;
    private final Stops unsafe;
    private final FieldCodec codec;

    /**
     * The bytes that no value begins with that is found by nothing but its first stop; null where
     * more is to be looked at.
     */
    private final boolean[] special;

    SlotMarkup(
            Marker tag,
            Marker repeat,
            Stops stops,
            Stops unsafe,
            FieldCodec codec,
            boolean[] special) {
        this.tag = tag;
        this.repeat = repeat;
        this.stops = stops;
        this.unsafe = unsafe;
        this.codec = codec;
        this.special = special;
    }

    /** Its tag; NONE for none. */
    Marker tag() {
        return tag;
    }

    /** What stands between its occurrences; NONE where its layout's delimiter does. */
    Marker repeat() {
        return repeat;
    }

    /** What ends an occurrence that has no length. */
    Stops stops() {
        return stops;
    }

    /** What must be escaped in its values when they are written. */
    Stops unsafe() {
        return unsafe;
    }

    /** Of a single value; null for others. */
    FieldCodec codec() {
        return codec;
    }

    /** Whether a value that begins with this byte is not empty and lasts up to its first stop. */
    boolean isPlain(byte first) {
        return special != null && !special[first & 0xFF];
    }
}
