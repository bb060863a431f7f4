package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.record.FieldCodec;

/** A slot in one syntax. */
final class SlotMarkup {

    private final Marker tag;
    private final Marker repeat;
    private final Stops stops;
    private final Stops unsafe;
    private final FieldCodec codec;

    /** The bytes that a value may begin with which is not read as it is; null for all. */
    private final boolean[] disguised;

    SlotMarkup(
            Marker tag,
            Marker repeat,
            Stops stops,
            Stops unsafe,
            FieldCodec codec,
            boolean[] disguised) {
        this.tag = tag;
        this.repeat = repeat;
        this.stops = stops;
        this.unsafe = unsafe;
        this.codec = codec;
        this.disguised = disguised;
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

    /** Whether the bytes of a single value that begins with this one are read as they are. */
    boolean isPlain(byte first) {
        return disguised != null && !disguised[first & 0xFF];
    }

    /** Of a single value; null for others. */
    FieldCodec codec() {
        return codec;
    }
}
