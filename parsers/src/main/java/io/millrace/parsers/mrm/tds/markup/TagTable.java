package io.millrace.parsers.mrm.tds.markup;

import static java.lang.Math.max;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tags of a layout, found by their bytes without an intermediate string. Immutable. */
public final class TagTable {

    /**
     * A tag.
     *
     * @param begins ascending ordinals of the slots that the tag can begin if elements are in order
     * @param any ascending ordinals of all slots that the tag can begin
     */
    public record Entry(byte[] tag, int[] begins, int[] any) {}

    private final Entry[] table;
    private final int mask;

    private TagTable(Entry[] table) {
        this.table = table;
        mask = table.length - 1;
    }

    /** Returns the entry of a tag; null if the tag is unknown. */
    public Entry find(byte[] bytes, int from, int to) {
        int at = hash(bytes, from, to) & mask;
        while (table[at] != null) {
            byte[] tag = table[at].tag;
            if (tag.length == to - from && Arrays.equals(tag, 0, tag.length, bytes, from, to)) {
                return table[at];
            }
            at = at + 1 & mask;
        }
        return null;
    }

    private static int hash(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + bytes[i];
        }
        return hash ^ hash >>> 15;
    }

    /** A builder that collects tags. */
    static final class Builder {
        private record Key(byte[] tag) {
            @Override
            public boolean equals(Object other) {
                return other instanceof Key(byte[] t) && Arrays.equals(tag, t);
            }

            @Override
            public int hashCode() {
                return Arrays.hashCode(tag);
            }
        }

        private record Slots(List<Integer> begins, List<Integer> any) {}

        private final Map<Key, Slots> tags = new LinkedHashMap<>();

        /** Adds a slot that a tag can begin. */
        void add(byte[] tag, int ordinal, boolean begins) {
            Slots slots =
                    tags.computeIfAbsent(
                            new Key(tag), k -> new Slots(new ArrayList<>(), new ArrayList<>()));
            if (begins && !slots.begins.contains(ordinal)) {
                slots.begins.add(ordinal);
            }
            if (!slots.any.contains(ordinal)) {
                slots.any.add(ordinal);
            }
        }

        TagTable build() {
            int size = Integer.highestOneBit(max(4, tags.size() * 3)) * 2;
            Entry[] table = new Entry[size];
            tags.forEach(
                    (key, slots) -> {
                        int at = hash(key.tag, 0, key.tag.length) & size - 1;
                        while (table[at] != null) {
                            at = at + 1 & size - 1;
                        }
                        table[at] = new Entry(key.tag, ints(slots.begins), ints(slots.any));
                    });
            return new TagTable(table);
        }

        private static int[] ints(List<Integer> list) {
            return list.stream().mapToInt(Integer::intValue).toArray();
        }
    }
}
