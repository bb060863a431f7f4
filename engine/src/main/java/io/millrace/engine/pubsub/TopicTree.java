package io.millrace.engine.pubsub;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Subscriptions in memory, as a tree of topic levels. A search for a topic follows the matching
 * levels. The result is cached until the subscriptions change.
 */
public final class TopicTree implements Subscriptions {

    /** Maximum number of cached topics. It prevents hostile topics from filling the memory. */
    private static final int REMEMBERED = 10_000;

    private record Key(String topic, String point) {}

    private static final class Level {
        private final Map<String, Level> below = new HashMap<>();
        private final Set<Subscription> here = new LinkedHashSet<>();

        /** Whether this is the level of a {@code #}. */
        private final boolean anyLevels;

        Level(String name) {
            anyLevels = name.equals(Topic.ANY_LEVELS);
        }
    }

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Level top = new Level("");
    private final Set<Subscription> all = new LinkedHashSet<>();
    private final Map<Key, List<String>> remembered = new ConcurrentHashMap<>();

    @Override
    public void add(Subscription subscription) {
        List<String> levels = Topic.filter(subscription.topicFilter());
        lock.writeLock().lock();
        try {
            if (all.add(subscription)) {
                Level level = top;
                for (String name : levels) {
                    level = level.below.computeIfAbsent(name, Level::new);
                }
                level.here.add(subscription);
                remembered.clear();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void remove(Subscription subscription) {
        lock.writeLock().lock();
        try {
            if (all.remove(subscription)) {
                prune(Topic.filter(subscription.topicFilter()), subscription);
                remembered.clear();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void prune(List<String> levels, Subscription subscription) {
        List<Level> path = new ArrayList<>();
        Level level = top;
        for (String name : levels) {
            path.add(level);
            level = Objects.requireNonNull(level.below.get(name));
        }
        level.here.remove(subscription);
        for (int i = levels.size() - 1;
                i >= 0 && level.here.isEmpty() && level.below.isEmpty();
                i--) {
            level = path.get(i);
            level.below.remove(levels.get(i));
        }
    }

    @Override
    public List<String> matches(String topic, String subscriptionPoint) {
        Key key = new Key(topic, subscriptionPoint);
        List<String> known = remembered.get(key);
        if (known != null) {
            return known;
        }
        List<String> levels = Topic.levels(topic);
        lock.readLock().lock();
        try {
            List<String> found = walk(levels, subscriptionPoint);
            if (remembered.size() >= REMEMBERED) {
                remembered.clear();
            }
            remembered.put(key, found);
            return found;
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Follows all matching levels together, level by level, so that each filter is checked once.
     */
    private List<String> walk(List<String> levels, String point) {
        Set<Level> places = new LinkedHashSet<>();
        enter(top, places);
        for (String name : levels) {
            Set<Level> next = new LinkedHashSet<>();
            for (Level place : places) {
                enter(place.below.get(name), next);
                enter(place.below.get(Topic.ONE_LEVEL), next);
            }
            for (Level place : places) {
                // A # matches any number of further levels.
                if (place.anyLevels) {
                    enter(place, next);
                }
            }
            places = next;
        }
        Set<String> queues = new LinkedHashSet<>();
        for (Level place : places) {
            for (Subscription s : place.here) {
                if (s.subscriptionPoint().equals(point)) {
                    queues.add(s.queue());
                }
            }
        }
        return List.copyOf(queues);
    }

    /** Adds a level, and the level of a # after it, because # can represent zero levels. */
    private static void enter(@Nullable Level level, Set<Level> places) {
        for (Level l = level; l != null && places.add(l); l = l.below.get(Topic.ANY_LEVELS)) {
            // Each further # can also represent zero levels.
        }
    }

    @Override
    public List<Subscription> all() {
        lock.readLock().lock();
        try {
            return List.copyOf(all);
        } finally {
            lock.readLock().unlock();
        }
    }
}
