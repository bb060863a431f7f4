package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Element;

import java.util.ArrayList;
import java.util.List;

/**
 * A map with names of elements as keys. Unlike in a map of {@link QualifiedName}s, a lookup creates
 * no object for a tag's name. The table must not be changed after it was filled.
 */
final class NameTable<T> {

    private record Entry<T>(QualifiedName name, T value) {}

    private final List<Entry<T>> entries = new ArrayList<>();

    /**
     * Entries by the hash of the local name, with linear probing. At most half of the slots are in
     * use.
     */
    private Object[] slots = new Object[8];

    /** Returns the value for an element's name; null if the name is unknown. */
    T of(Element e) {
        return get(e.namespace(), e.name());
    }

    T get(QualifiedName name) {
        return get(name.namespace(), name.local());
    }

    @SuppressWarnings("unchecked")
    T get(String namespace, String local) {
        for (int i = place(local); slots[i] != null; i = next(i)) {
            Entry<T> entry = (Entry<T>) slots[i];
            if (entry.name.local().equals(local) && entry.name.namespace().equals(namespace)) {
                return entry.value;
            }
        }
        return null;
    }

    /**
     * Adds a value for a name if the name is new.
     *
     * @return the existing value, which is kept; null if the name is new
     */
    T putIfAbsent(QualifiedName name, T value) {
        T found = get(name);
        if (found == null) {
            entries.add(new Entry<>(name, value));
            if (2 * entries.size() > slots.length) {
                slots = new Object[2 * slots.length];
                entries.forEach(this::put);
            } else {
                put(entries.getLast());
            }
        }
        return found;
    }

    private void put(Entry<T> entry) {
        int i = place(entry.name.local());
        while (slots[i] != null) {
            i = next(i);
        }
        slots[i] = entry;
    }

    private int place(String local) {
        int hash = local.hashCode();
        return (hash ^ hash >>> 16) & slots.length - 1;
    }

    private int next(int place) {
        return place + 1 & slots.length - 1;
    }

    /** Returns the names in the order in which they were added. */
    List<QualifiedName> names() {
        return entries.stream().map(Entry::name).toList();
    }

    /** Returns the values in the order in which they were added. */
    List<T> values() {
        return entries.stream().map(Entry::value).toList();
    }
}
