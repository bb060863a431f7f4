package io.millrace.engine.node;

import io.millrace.engine.error.Problems;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * All node types of a process by their names in flows. Immutable. Safe for use by several threads.
 */
public final class NodeRegistry {

    private final TreeMap<String, NodeType> byName = new TreeMap<>();

    private NodeRegistry(Iterable<NodeType> types) {
        types.forEach(t -> byName.put(t.description().type(), t));
    }

    /** Returns the node types in the service files of a class loader. */
    public static NodeRegistry load(ClassLoader loader) {
        List<NodeType> all = new ArrayList<>();
        ServiceLoader.load(NodeType.class, loader).forEach(all::add);
        ServiceLoader.load(NodeTypes.class, loader).forEach(some -> all.addAll(some.types()));
        return new NodeRegistry(all);
    }

    public static NodeRegistry of(Collection<NodeType> types) {
        return new NodeRegistry(types);
    }

    /** Returns a registry with further node types. Their names must not be in this registry. */
    public NodeRegistry with(Collection<NodeType> more) {
        List<NodeType> all = new ArrayList<>(byName.values());
        all.addAll(more);
        return new NodeRegistry(all);
    }

    public Optional<NodeType> type(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Returns the sorted names of all types. */
    public Collection<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    /** Returns all types, sorted by name. */
    public Collection<NodeType> types() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** Returns the valid type name most similar to an unknown name; null if no name is similar. */
    public @Nullable String nearest(String name) {
        return Problems.nearest(name, byName.keySet());
    }
}
