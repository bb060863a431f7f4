package io.millrace.engine.setting;

import io.millrace.engine.error.MillraceException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The limits of a running process or broker. The owners of limits register; their values are read
 * on request. The registry keeps the high-water marks of all values that were read, so periodic
 * reading makes them complete. An owner can report an exact high-water mark. Safe for use by
 * several threads.
 */
public final class LimitRegistry {

    /** The limits of the process, which all brokers of the process share. */
    public static final LimitRegistry PROCESS = new LimitRegistry();

    /** An owner of limits. */
    @FunctionalInterface
    public interface Source {

        /**
         * Returns the current values of all existing objects. Called by any thread, by one at a
         * time.
         */
        List<LimitUse> limits();
    }

    /** A registered owner. Closing the registration removes the limits. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /** The name of a value. */
    private record Key(String limit, String object) {}

    /** The high-water marks by source, in the order of registration. */
    private final Map<Source, Map<Key, Long>> sources = new LinkedHashMap<>();

    /** Adds an owner of limits. */
    public synchronized Registration add(Source source) {
        sources.put(source, Map.of());
        return () -> remove(source);
    }

    private synchronized void remove(Source source) {
        sources.remove(source);
    }

    /**
     * Returns all values, in the order of registration. The values of an owner that fails, for
     * example because a remote broker cannot be reached, are missing.
     */
    public synchronized List<LimitUse> read() {
        List<LimitUse> all = new ArrayList<>();
        for (Map.Entry<Source, Map<Key, Long>> source : sources.entrySet()) {
            List<LimitUse> uses;
            try {
                uses = source.getKey().limits();
            } catch (MillraceException unavailable) {
                continue;
            }
            Map<Key, Long> marks = HashMap.newHashMap(uses.size());
            for (LimitUse use : uses) {
                Key key = new Key(use.limit(), use.object());
                LimitUse raised = use.raised(source.getValue().getOrDefault(key, 0L));
                marks.put(key, raised.highest());
                all.add(raised);
            }
            source.setValue(marks);
        }
        return all;
    }
}
