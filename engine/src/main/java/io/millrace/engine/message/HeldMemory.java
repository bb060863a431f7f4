package io.millrace.engine.message;

import io.millrace.engine.setting.LimitUse;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Memory that an owner holds between messages, and its limit. Safe for use by several threads, but
 * only one thread can change it at a time.
 */
public final class HeldMemory {

    private static final Set<HeldMemory> ALL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final String owner;
    private final long maxBytes;
    private volatile long bytes;
    private volatile long highest;

    public HeldMemory(String owner, long maxBytes) {
        this.owner = owner;
        this.maxBytes = maxBytes;
    }

    /** Returns the owners that hold memory. */
    public static List<HeldMemory> all() {
        synchronized (ALL) {
            return ALL.stream().filter(m -> m.bytes > 0).toList();
        }
    }

    public String owner() {
        return owner;
    }

    public long bytes() {
        return bytes;
    }

    public long maxBytes() {
        return maxBytes;
    }

    /** Returns the current and the highest value with the limit. */
    public LimitUse use() {
        return new LimitUse("memory", owner, LimitUse.Unit.BYTES, bytes, highest, maxBytes);
    }

    public void set(long bytes) {
        if (this.bytes == 0 && bytes > 0) {
            ALL.add(this);
        }
        this.bytes = bytes;
        if (bytes > highest) {
            highest = bytes;
        }
    }
}
