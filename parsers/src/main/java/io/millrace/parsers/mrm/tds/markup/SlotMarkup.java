package io.millrace.parsers.mrm.tds.markup;

import io.millrace.parsers.record.FieldCodec;

/** A slot in one syntax. */
public final class SlotMarkup {

    private final Marker tag;
    private final Marker repeat;
    private final StopBytes stops;
    private final StopBytes unsafe;
    private final FieldCodec codec;

    /** First bytes of values that are not read literally; null for all. */
    private final boolean[] disguised;

    SlotMarkup(
            Marker tag,
            Marker repeat,
            StopBytes stops,
            StopBytes unsafe,
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
    public Marker tag() {
        return tag;
    }

    /** Returns the delimiter between its occurrences; NONE for its layout's delimiter. */
    public Marker repeat() {
        return repeat;
    }

    /** Returns the markup that ends an occurrence without a length. */
    public StopBytes stops() {
        return stops;
    }

    /** Returns the markup that must be escaped in its values on output. */
    public StopBytes unsafe() {
        return unsafe;
    }

    /** Whether the bytes of a single value that begins with this byte are read literally. */
    public boolean isPlain(byte first) {
        return disguised != null && !disguised[first & 0xFF];
    }

    /** Returns the codec of a single value; null for other slots. */
    public FieldCodec codec() {
        return codec;
    }
}
