package io.millrace.parsers.header;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fields, in order, of a header structure of WebSphere MQ. {@link StructureHeader} uses the
 * layout to read and write the structure. The layout must not be changed after its creation.
 */
final class StructureLayout {

    /** Type of a field. */
    enum Kind {
        /** A 32 bit integer. */
        INTEGER,
        /** Characters, padded with blanks. */
        TEXT,
        /** Bytes, padded with zeros. */
        BYTES,
        /**
         * Characters after the fixed part. The field contains their length and their offset in the
         * structure.
         */
        STRING,
        /** StrucLength, which is not in the tree. The length of the structure is written. */
        LENGTH
    }

    /**
     * A field.
     *
     * @param name name in the tree
     * @param offset offset from the structure's first byte
     * @param length length in bytes, in the fixed part
     * @param initial value of an integer that a program did not set
     */
    record Field(String name, int offset, int length, Kind kind, int initial)
            implements StructureContent.Part {}

    final String domain;
    final String format;
    final String strucId;
    final List<Field> fields = new ArrayList<>();
    final Set<String> names = new HashSet<>(Set.of("StrucId", "StrucLength"));

    /** The length of the fixed part, by version. */
    final SortedMap<Integer, Integer> ends = new TreeMap<>();

    /** The fields of each version. */
    private final Map<Integer, List<Field>> versions = new HashMap<>();

    private int formatAt = -1;
    private int ccsidAt = -1;
    private int encodingAt = -1;
    private boolean strings;
    private int offset = 4;
    private int lengthAt = -1;
    private boolean pairs;

    private StructureLayout(String domain, String format, String strucId) {
        this.domain = domain;
        this.format = format;
        this.strucId = strucId;
    }

    /**
     * @param domain name of the folder
     * @param format format name that announces the structure in the preceding header
     * @param strucId first four characters of the structure
     */
    static StructureLayout of(String domain, String format, String strucId) {
        return new StructureLayout(domain, format, strucId);
    }

    /** Returns the sorted names of the fields; empty if the structure can have other fields. */
    List<String> fieldNames() {
        return pairs ? List.of() : names.stream().sorted().toList();
    }

    /**
     * Adds Version, StrucLength, Encoding, CodedCharSetId, Format and Flags. Most structures begin
     * with these fields.
     */
    StructureLayout chained() {
        return integer("Version")
                .strucLength()
                .integer("Encoding")
                .integer("CodedCharSetId")
                .text("Format", 8)
                .integer("Flags");
    }

    StructureLayout integer(String name) {
        return integer(name, 0);
    }

    StructureLayout integer(String name, int initial) {
        return add(name, 4, Kind.INTEGER, initial);
    }

    StructureLayout text(String name, int length) {
        return add(name, length, Kind.TEXT, 0);
    }

    StructureLayout bytes(String name, int length) {
        return add(name, length, Kind.BYTES, 0);
    }

    StructureLayout string(String name) {
        return add(name, 8, Kind.STRING, 0);
    }

    StructureLayout strucLength() {
        lengthAt = offset;
        return add("StrucLength", 4, Kind.LENGTH, 0);
    }

    /** Ends the fields of a version. */
    StructureLayout ends(int version) {
        ends.put(version, offset);
        versions.put(version, List.copyOf(fields));
        return this;
    }

    /** Adds a NameValueString after the fixed part. */
    StructureLayout pairs() {
        pairs = true;
        return this;
    }

    boolean hasPairs() {
        return pairs;
    }

    /** Whether the structure can be longer than the fixed part. */
    boolean hasTail() {
        return pairs || strings;
    }

    /** Returns the offset of StrucLength; negative if the structure has no such field. */
    int lengthAt() {
        return lengthAt;
    }

    /** Returns the fields of a version. */
    List<Field> fields(int version) {
        return versions.get(version);
    }

    /**
     * Returns the offset of the Format, CodedCharSetId and Encoding of the data after the
     * structure; negative if the structure does not have them.
     */
    int formatAt() {
        return formatAt;
    }

    int ccsidAt() {
        return ccsidAt;
    }

    int encodingAt() {
        return encodingAt;
    }

    private StructureLayout add(String name, int length, Kind kind, int initial) {
        fields.add(new Field(name, offset, length, kind, initial));
        names.add(name);
        strings |= kind == Kind.STRING;
        switch (name) {
            case "Format" -> formatAt = offset;
            case "CodedCharSetId" -> ccsidAt = offset;
            case "Encoding" -> encodingAt = offset;
            default -> {
                // Other fields do not describe the next structure.
            }
        }
        offset += length;
        return this;
    }
}
