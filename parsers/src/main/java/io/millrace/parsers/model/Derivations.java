package io.millrace.parsers.model;

import static java.lang.Math.max;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

import javax.xml.namespace.QName;

/**
 * The extensions and restrictions among the types of a message set (XML Schema part 1, 2.2.1.1).
 * Immutable.
 */
public final class Derivations {

    /** Namespace of {@code xsi:type} and similar attributes. */
    public static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    private final MessageSet set;

    /** Names of the types by their base type. */
    private final Map<String, List<String>> derived = new HashMap<>();

    private final Map<Type, String> names = new IdentityHashMap<>();

    public Derivations(MessageSet set) {
        this.set = set;
        set.types()
                .forEach(
                        (name, type) -> {
                            names.putIfAbsent(type, name);
                            if (type instanceof ComplexType complex && !complex.base().isEmpty()) {
                                derived.computeIfAbsent(complex.base(), b -> new ArrayList<>())
                                        .add(name);
                            }
                        });
    }

    /**
     * Returns the types that {@code xsi:type} can select for an element of a declared type, by
     * their names: that type and all types derived from it.
     *
     * @return empty if no type is derived from it, or it has no name
     */
    public SequencedMap<String, ComplexType> substitutes(Type declared) {
        var all = new LinkedHashMap<String, ComplexType>();
        String name = declared instanceof NamedType named ? named.name() : names.get(declared);
        if (name == null || !derived.containsKey(name)) {
            return all;
        }
        var open = new ArrayDeque<String>(List.of(name));
        while (!open.isEmpty()) {
            String each = open.pop();
            Type type = set.resolve(new NamedType(each));
            if (type instanceof ComplexType complex && all.putIfAbsent(each, complex) == null) {
                open.addAll(derived.getOrDefault(each, List.of()));
            }
        }
        return all;
    }

    /**
     * Returns the name of a type of the set; empty for one that is written out where it is used.
     */
    public String name(Type type) {
        return names.getOrDefault(type, "");
    }

    /** Returns the expanded name of a type of the set, for comparison with {@code xsi:type}. */
    public QName expanded(String name) {
        return set.types().get(name) instanceof ComplexType complex && complex.xsiType() != null
                ? complex.xsiType()
                : new QName(set.namespace(), name);
    }

    /** Returns the name of a type in a message tree: the name after a prefix, if there is one. */
    public static String local(String qualified) {
        String name = qualified.strip();
        return name.substring(name.indexOf(':') + 1);
    }

    /**
     * Returns the expanded name of an {@code xsi:type} in a document.
     *
     * @param uris returns the namespace of a prefix that is declared there, the empty prefix for
     *     the default namespace; null for an undeclared prefix
     * @return null if its prefix is not declared
     */
    public static QName expanded(String qualified, UnaryOperator<String> uris) {
        String name = qualified.strip();
        int colon = name.indexOf(':');
        String uri = uris.apply(name.substring(0, max(0, colon)));
        return uri == null ? null : new QName(uri, name.substring(colon + 1));
    }
}
