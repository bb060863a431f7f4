package io.millrace.engine.node;

import io.millrace.engine.error.Problems;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * All node types of a process, by the names that flows use. Immutable; safe to use from several
 * threads.
 */
public final class NodeRegistry {

    private final TreeMap<String, NodeType> byName = new TreeMap<>();

    private NodeRegistry(Iterable<NodeType> types) {
        types.forEach(t -> byName.put(t.description().type(), t));
    }

    /** The node types that a class loader's service files name. */
    public static NodeRegistry load(ClassLoader loader) {
        return new NodeRegistry(ServiceLoader.load(NodeType.class, loader));
    }

    public static NodeRegistry of(Collection<NodeType> types) {
        return new NodeRegistry(types);
    }

    public Optional<NodeType> type(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names of all types, sorted. */
    public Collection<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    /** All types, sorted by their names. */
    public Collection<NodeType> types() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** The type name nearest to a mistyped one, or null where none is near. */
    public String nearest(String name) {
        return Problems.nearest(name, byName.keySet());
    }
}
