package io.millrace.flows.compare;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.esql.library.tree.TreePrinter;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A comparison of two trees. It is not recursive, so deep trees cannot overflow the stack. */
final class TreeComparison {

    /** Maximum number of differences of a tree that are listed. */
    static final int MAX_DIFFERENCES = 1_000;

    private final List<FieldPattern> ignored;
    private final List<Difference> differences = new ArrayList<>();
    private final Set<String> ignoredDifferences = new LinkedHashSet<>();
    private final Set<FieldPattern> applied = new LinkedHashSet<>();
    private final Deque<Pair> open = new ArrayDeque<>();
    private final int maxCount;
    private int count;

    /** Two elements at the same path. */
    private record Pair(List<String> path, Element older, Element newer) {}

    /** The key of elements in a folder that are compared with each other. */
    private record Key(String namespace, String name) {}

    TreeComparison(List<FieldPattern> ignored) {
        this(ignored, Integer.MAX_VALUE);
    }

    private TreeComparison(List<FieldPattern> ignored, int maxCount) {
        this.ignored = ignored;
        this.maxCount = maxCount;
    }

    /** Compares the children of two elements at the same path. */
    TreeComparison compare(List<String> path, Element older, Element newer) {
        open.push(new Pair(path, older, newer));
        while (!open.isEmpty() && count <= maxCount) {
            Pair pair = open.pop();
            value(pair);
            children(pair);
        }
        return this;
    }

    /** Returns the differences that are listed. */
    List<Difference> differences() {
        return List.copyOf(differences);
    }

    /** Returns the number of all differences. */
    int count() {
        return count;
    }

    /** Returns the paths of fields that differ and are ignored. */
    Set<String> ignoredDifferences() {
        return ignoredDifferences;
    }

    /** Returns the patterns that match ignored differences. */
    Set<FieldPattern> applied() {
        return applied;
    }

    private void value(Pair pair) {
        Value older = pair.older().value();
        Value newer = pair.newer().value();
        String olderKind = kind(pair.older());
        String newerKind = kind(pair.newer());
        boolean sameKind = olderKind.equals(newerKind);
        if (!sameKind || !Objects.equals(older, newer)) {
            add(pair.path(), typed(older, sameKind, olderKind), typed(newer, sameKind, newerKind));
        }
    }

    /**
     * Returns the type of an element that its domain has defined, such as an attribute or an array.
     * The generic types follow from value and children.
     */
    private static String kind(Element element) {
        boolean generic = ElementType.kind(element.type()) == element.type();
        return generic ? "" : "type 0x%08X".formatted(element.type());
    }

    private static String typed(@Nullable Value value, boolean sameKind, String kind) {
        return text(value) + (sameKind ? "" : kind.isEmpty() ? " (element)" : " (" + kind + ")");
    }

    private static String text(@Nullable Value value) {
        return value == null ? "no value" : TreePrinter.of(value);
    }

    private void children(Pair pair) {
        Map<Key, List<Element>> older = byName(pair.older());
        Map<Key, List<Element>> newer = byName(pair.newer());
        Set<Key> keys = new LinkedHashSet<>(older.keySet());
        keys.addAll(newer.keySet());
        List<Pair> pairs = new ArrayList<>();
        for (Key key : keys) {
            aligned(
                    pair.path(),
                    key,
                    older.getOrDefault(key, List.of()),
                    newer.getOrDefault(key, List.of()),
                    pairs);
        }
        pairs.reversed().forEach(open::push);
        order(pair.path(), pair.older(), pair.newer(), keys);
    }

    private static Map<Key, List<Element>> byName(Element parent) {
        Map<Key, List<Element>> children = new LinkedHashMap<>();
        for (Element e = parent.firstChild(); e != null; e = e.next()) {
            children.computeIfAbsent(new Key(e.namespace(), e.name()), k -> new ArrayList<>(1))
                    .add(e);
        }
        return children;
    }

    /**
     * Pairs the fields that have the same name. If the two trees have different numbers of them,
     * the equal fields at the beginning and at the end are paired, so that an inserted field is a
     * single difference.
     */
    private void aligned(
            List<String> path,
            Key key,
            List<Element> older,
            List<Element> newer,
            List<Pair> pairs) {
        int least = Math.min(older.size(), newer.size());
        int start = 0;
        int end = 0;
        if (older.size() != newer.size()) {
            while (start < least && isEqual(older.get(start), newer.get(start))) {
                start++;
            }
            while (end < least - start
                    && isEqual(
                            older.get(older.size() - 1 - end), newer.get(newer.size() - 1 - end))) {
                end++;
            }
        }
        for (int i = start; i < least - end; i++) {
            pairs.add(new Pair(with(path, key, i), older.get(i), newer.get(i)));
        }
        for (int i = least - end; i < older.size() - end; i++) {
            add(with(path, key, i), shown(older.get(i)), Difference.NONE);
        }
        for (int i = least - end; i < newer.size() - end; i++) {
            add(with(path, key, i), Difference.NONE, shown(newer.get(i)));
        }
    }

    private static boolean isEqual(Element older, Element newer) {
        return new TreeComparison(List.of(), 0).compare(List.of(), older, newer).count() == 0;
    }

    private static List<String> with(List<String> path, Key key, int index) {
        List<String> all = new ArrayList<>(path);
        String name = key.name().isEmpty() ? "(no name)" : key.name();
        all.add(PrintableText.line(name) + (index == 0 ? "" : "[" + (index + 1) + "]"));
        return all;
    }

    private static String shown(Element element) {
        if (element.firstChild() == null) {
            return text(element.value());
        }
        String lines = TreePrinter.of(element);
        return "a folder with " + lines.lines().filter(l -> l.contains(" = ")).count() + " fields";
    }

    /** Reports fields that are in a different order in the two trees. */
    private void order(List<String> path, Element older, Element newer, Set<Key> keys) {
        List<String> olderNames = names(older);
        List<String> newerNames = names(newer);
        if (keys.size() > 1
                && olderNames.size() == newerNames.size()
                && !olderNames.equals(newerNames)
                && counts(olderNames).equals(counts(newerNames))) {
            int at = 0;
            while (olderNames.get(at).equals(newerNames.get(at))) {
                at++;
            }
            add(
                    path,
                    "%s is field %d".formatted(olderNames.get(at), at + 1),
                    "%s is field %d".formatted(newerNames.get(at), at + 1));
        }
    }

    private static List<String> names(Element parent) {
        List<String> names = new ArrayList<>();
        for (Element e = parent.firstChild(); e != null; e = e.next()) {
            names.add(PrintableText.line(e.name()));
        }
        return names;
    }

    private static Map<String, Integer> counts(List<String> names) {
        Map<String, Integer> counts = new HashMap<>();
        names.forEach(n -> counts.merge(n, 1, Integer::sum));
        return counts;
    }

    private void add(List<String> path, String older, String newer) {
        String name = String.join(".", path);
        List<FieldPattern> matching = ignored.stream().filter(p -> p.matches(path)).toList();
        if (!matching.isEmpty()) {
            applied.addAll(matching);
            ignoredDifferences.add(name);
            return;
        }
        if (count++ < MAX_DIFFERENCES) {
            differences.add(new Difference(name, older, newer));
        }
    }
}
