package io.millrace.store.artemis;

import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How often messages were backed out, by Artemis' ids of them. Artemis' own delivery count will not
 * do: it also grows for messages that were only prefetched when a process died, and for all
 * messages of a unit of several.
 *
 * <p>Kept in the home folder over an orderly stop. After an unclean one, and for another process on
 * a remote broker, counting begins anew. Safe to use from several threads.
 */
final class BackoutCounts {

    private static final String FILE = "backouts.properties";

    private final ConcurrentMap<Long, Integer> counts = new ConcurrentHashMap<>();

    int of(long messageId) {
        return counts.isEmpty() ? 0 : counts.getOrDefault(messageId, 0);
    }

    /**
     * Must be called before the message is given back, as another session may receive it at once.
     */
    void increment(long messageId) {
        counts.merge(messageId, 1, Integer::sum);
    }

    /** Forgets a message that has left its queue. */
    void forget(long messageId) {
        counts.remove(messageId);
    }

    /**
     * Takes over what an orderly stop left; the file is gone then, so that it never speaks of
     * another time.
     */
    void load(HomeFolder home) {
        home.read(FILE)
                .forEach(
                        (id, count) ->
                                counts.put(
                                        Long.valueOf((String) id),
                                        Integer.valueOf((String) count)));
        home.delete(FILE);
    }

    void save(HomeFolder home) {
        if (!counts.isEmpty()) {
            Properties properties = new Properties();
            counts.forEach((id, count) -> properties.setProperty(id.toString(), count.toString()));
            home.write(FILE, properties);
        }
    }
}
