package io.millrace.engine.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The sensitive fields of an application. Their values are masked in all output. Each field is
 * specified by a path of names, for example {@code XMLNSC.order.card.number}, and is the end of the
 * path. A path applies wherever a tree contains its names in this order, so it also applies to
 * copies in Environment. Namespaces and the position among fields of the same name have no effect.
 * Immutable.
 *
 * <p>Displays of trees call {@link #cover} for each element. Displays of text, in which values
 * occur without their fields, use {@link SensitiveValues}.
 */
public final class SensitiveFields {

    /** No sensitive fields. */
    public static final SensitiveFields NONE = new SensitiveFields(List.of());

    private static final List<String> XML_DOMAINS = List.of("XMLNSC", "XMLNS", "XML");

    private final List<List<String>> paths;

    /** Paths by their last name. */
    private final Map<String, List<List<String>>> byField = new HashMap<>();

    private SensitiveFields(Collection<List<String>> paths) {
        this.paths = paths.stream().map(List::copyOf).distinct().toList();
        for (List<String> path : this.paths) {
            byField.computeIfAbsent(path.getLast(), name -> new ArrayList<>()).add(path);
        }
    }

    /**
     * Returns the fields of paths.
     *
     * @param paths lists of at least one name
     */
    public static SensitiveFields of(Collection<List<String>> paths) {
        return paths.isEmpty()
                ? NONE
                : new SensitiveFields(
                        paths.stream().flatMap(SensitiveFields::inAllDomains).toList());
    }

    /**
     * Returns the paths of a field in the domains that can parse the same bytes: XMLNSC, XMLNS and
     * XML, and for MRM, whose messages can be XML, all domains.
     */
    private static Stream<List<String>> inAllDomains(List<String> path) {
        List<String> below = path.subList(1, path.size());
        if (XML_DOMAINS.contains(path.getFirst())) {
            return XML_DOMAINS.stream()
                    .map(domain -> Stream.concat(Stream.of(domain), below.stream()).toList());
        }
        boolean isMrm = path.getFirst().equals("MRM") && !below.isEmpty();
        return isMrm ? Stream.of(path, below) : Stream.of(path);
    }

    /** Returns these fields and the fields of further paths. */
    public SensitiveFields with(Collection<List<String>> further) {
        List<List<String>> all = new ArrayList<>(paths);
        all.addAll(further);
        return of(all);
    }

    public boolean isEmpty() {
        return paths.isEmpty();
    }

    /** Whether an element is sensitive, or is in a sensitive folder. */
    public boolean cover(Element element) {
        if (paths.isEmpty()) {
            return false;
        }
        for (Element e = element; e != null; e = e.parent()) {
            for (List<String> path : byField.getOrDefault(e.name(), List.of())) {
                if (matches(path, e)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether the names of an element and of the elements above it are the names of a path. In a
     * part of a tree, the missing elements are assumed to match.
     */
    private static boolean matches(List<String> path, Element field) {
        Element e = field;
        for (int i = path.size() - 2; i >= 0; i--) {
            e = e.parent();
            if (e == null || e.parent() == null && e.name().isEmpty()) {
                return true;
            }
            if (!e.name().equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SensitiveFields fields && paths.equals(fields.paths);
    }

    @Override
    public int hashCode() {
        return Objects.hash(paths);
    }

    @Override
    public String toString() {
        return paths.toString();
    }
}
