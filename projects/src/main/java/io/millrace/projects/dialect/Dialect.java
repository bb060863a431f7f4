package io.millrace.projects.dialect;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.setting.Setting;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The node types of other products. A type that the table does not list has an equivalent if
 * Millrace has a node type with the same name. An attribute that the table does not list has an
 * equivalent if that node type has a property with the same name. Immutable. Safe for use by
 * several threads.
 */
public final class Dialect {

    private static final String PREFIX = "ComIbm";

    private final Map<String, NodeDialect> table;
    private final NodeDialect common;
    private final NodeRegistry nodes;

    public Dialect(NodeRegistry nodes) {
        this.nodes = nodes;
        this.table = new LinkedHashMap<>(DialectTable.read());
        NodeDialect shared = table.remove(DialectTable.COMMON);
        if (shared == null) {
            throw new IllegalStateException("the table has no common rules");
        }
        common = shared;
    }

    /** Returns all types in the table, in its order. */
    public Collection<NodeDialect> types() {
        return table.keySet().stream().map(this::of).toList();
    }

    /** Returns the rules of attributes that many types have. */
    public Map<String, Rule> common() {
        return common.rules();
    }

    /** Whether the table describes the properties of a type. */
    public boolean isListed(String type) {
        NodeDialect listed = table.get(type);
        return listed != null && listed.isSupported();
    }

    /**
     * Returns the conversion of a type.
     *
     * @param type path of the type without suffix, for example {@code ComIbmCompute}
     */
    public NodeDialect of(String type) {
        NodeDialect listed = table.get(type);
        if (listed != null && !listed.isSupported()) {
            NodeDescription now = listed.node().isEmpty() ? description(plain(type)) : null;
            return now == null || now.isAbsent() ? listed : named(type, now);
        }
        String name = listed == null ? plain(type) : listed.node();
        NodeDescription description = description(name);
        if (description == null || description.isAbsent()) {
            boolean input = description != null ? description.input() : name.endsWith("Input");
            NodeDialect base = listed != null ? listed : empty(type, "", input);
            return base.without(
                    description == null
                            ? "Millrace has no node " + name
                            : name
                                    + ": "
                                    + description
                                            .summary()
                                            .replaceFirst("^Needs", "it needs")
                                            .replaceFirst("\\.$", ""));
        }
        return listed == null
                ? named(type, description)
                : new NodeDialect(
                        type,
                        name,
                        "",
                        description.input(),
                        listed.rules(),
                        listed.defaults(),
                        listed.outputs(),
                        listed.inputs());
    }

    private NodeDialect named(String type, NodeDescription description) {
        return empty(type, description.type(), description.input());
    }

    private static NodeDialect empty(String type, String node, boolean input) {
        return new NodeDialect(type, node, "", input, Map.of(), Map.of(), Map.of(), Map.of());
    }

    private static String plain(String type) {
        String name = type.substring(type.lastIndexOf('/') + 1);
        return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
    }

    /** Returns the conversion of an attribute of a type; null if the attribute is unknown. */
    public @Nullable Rule rule(NodeDialect type, String attribute) {
        Rule own = type.rule(attribute);
        if (own != null) {
            return own;
        }
        Rule shared = common.rule(attribute);
        if (shared instanceof Rule.Rename rename && rename.converter() != Converter.INSTANCES) {
            boolean known =
                    rename.converter() == Converter.XMLNSC
                            || property(type, rename.property()) != null;
            return known ? shared : null;
        }
        if (shared instanceof Rule.Option && property(type, "options") == null) {
            return new Rule.NoEffect();
        }
        if (shared != null) {
            return shared;
        }
        Setting same = property(type, attribute);
        return same == null ? null : new Rule.Rename(same.name(), Map.of(), Converter.NONE);
    }

    /** Returns a property of the node type of Millrace; null if it does not exist. */
    public @Nullable Setting property(NodeDialect type, String name) {
        NodeDescription description = description(type.node());
        return description == null ? null : description.properties().find(name);
    }

    /** Returns the description of a node type of Millrace; null if it does not exist. */
    public @Nullable NodeDescription description(String node) {
        return nodes.type(node).map(NodeType::description).orElse(null);
    }
}
