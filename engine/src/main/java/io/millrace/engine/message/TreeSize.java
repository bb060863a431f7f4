package io.millrace.engine.message;

import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The size of trees in memory. Only the elements found so far are measured; nothing is parsed. */
public final class TreeSize {

    /** Size in bytes of an element without its value. */
    static final int ELEMENT_BYTES = 96;

    private static final int VALUE_BYTES = 24;
    private static final int TEXT_BYTES = 48;

    /** Minimum size in bytes of a value that is counted only once if several elements have it. */
    private static final int LARGE_BYTES = 1 << 12;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private long elements;
    private long bytes;

    /** Adds a tree. A tree that was already added is not counted again. */
    public void add(@Nullable Element top) {
        if (top == null || !seen.add(top)) {
            return;
        }
        Element e = top;
        while (e != null) {
            count(e);
            for (Element outOfOrder = e.firstOutOfOrder();
                    outOfOrder != null;
                    outOfOrder = outOfOrder.next) {
                add(outOfOrder);
            }
            Element below = e.first;
            while (below == null && e != top && e.next == null) {
                e = e.requireParent();
            }
            e = below != null ? below : e == top ? null : e.next;
        }
    }

    private void count(Element e) {
        elements++;
        bytes += ELEMENT_BYTES;
        add(e.value);
    }

    /** Whether a value uses much memory. Returns false for null. */
    public static boolean isLarge(@Nullable Value value) {
        return value != null && bytes(value) >= LARGE_BYTES;
    }

    private static long bytes(Value value) {
        return switch (value) {
            case CharacterValue(String text) -> TEXT_BYTES + text.length();
            case BlobValue(Bytes blob) -> TEXT_BYTES + blob.length();
            default -> VALUE_BYTES;
        };
    }

    /** Adds a value. Null adds nothing. */
    public void add(@Nullable Value value) {
        if (value == null) {
            return;
        }
        long size = bytes(value);
        if (size < LARGE_BYTES || seen.add(content(value))) {
            bytes += size;
        }
    }

    private static Object content(Value value) {
        return switch (value) {
            case CharacterValue(String text) -> text;
            case BlobValue(Bytes blob) -> blob.array();
            default -> value;
        };
    }

    public long elements() {
        return elements;
    }

    public long bytes() {
        return bytes;
    }
}
