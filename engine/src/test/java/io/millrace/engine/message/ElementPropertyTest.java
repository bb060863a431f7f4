package io.millrace.engine.message;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random operations on trees with lazy parts and lazy copies, against a model in which all is
 * eager.
 */
class ElementPropertyTest {

    private static final String[] NAMES = {"a", "b", "c"};

    private static final class Node {
        String name;
        String value;
        Node parent;
        boolean removed;
        final List<Node> children = new ArrayList<>();

        Node(String name, String value) {
            this.name = name;
            this.value = value;
        }

        Node add(int index, Node child) {
            child.parent = this;
            child.mark(false);
            children.add(index, child);
            return child;
        }

        void detach() {
            if (parent != null) {
                parent.children.remove(index());
                parent = null;
            }
        }

        int index() {
            for (int i = 0; i < parent.children.size(); i++) {
                if (parent.children.get(i) == this) {
                    return i;
                }
            }
            throw new IllegalStateException();
        }

        void mark(boolean isRemoved) {
            removed = isRemoved;
            children.forEach(c -> c.mark(isRemoved));
        }

        Node copy() {
            Node copy = new Node(name, value);
            children.forEach(c -> copy.add(copy.children.size(), c.copy()));
            return copy;
        }

        boolean isUnder(Node other) {
            for (Node n = this; n != null; n = n.parent) {
                if (n == other) {
                    return true;
                }
            }
            return false;
        }

        String text() {
            StringBuilder out = new StringBuilder(name).append(value == null ? "" : "=" + value);
            for (int i = 0; i < children.size(); i++) {
                out.append(i == 0 ? '(' : ',').append(children.get(i).text());
            }
            return out.append(children.isEmpty() ? "" : ")").toString();
        }
    }

    /** A field as both sides see it. */
    private record Field(Element element, Node node) {}

    private record Seen(int changes, List<Node> children, List<String> names) {}

    private final List<Field> fields = new ArrayList<>();
    private final Map<Node, Element> known = new IdentityHashMap<>();
    private final Map<Node, Seen> seen = new IdentityHashMap<>();

    private static Node random(Random r, int depth) {
        Node n = new Node(NAMES[r.nextInt(3)], r.nextBoolean() ? null : "" + r.nextInt(100));
        for (int i = depth == 0 ? 0 : r.nextInt(4); i > 0; i--) {
            n.add(n.children.size(), random(r, depth - 1));
        }
        return n;
    }

    private Field field(Element element, Node node) {
        assertThat(element == null).as("there or not").isEqualTo(node == null);
        if (element == null) {
            return null;
        }
        Element before = known.putIfAbsent(node, element);
        assertThat(before == null || before == element).as("one element for one field").isTrue();
        Field field = new Field(element, node);
        fields.add(field);
        return field;
    }

    private static String shown(Element e) {
        StringBuilder out =
                new StringBuilder(e.name()).append(e.value() == null ? "" : "=" + e.text());
        boolean any = false;
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            assertThat(c.parent()).isSameAs(e);
            assertThat(c.next() == null || c.next().previous() == c).isTrue();
            out.append(any ? ',' : '(').append(shown(c));
            any = true;
        }
        return out.append(any ? ")" : "").toString();
    }

    @Property
    void treesBehaveAsIfEverythingWereEager(@ForAll long seed) {
        fields.clear();
        known.clear();
        seen.clear();
        Random r = new Random(seed);
        Node body = new Node("TOY", null);
        for (int i = r.nextInt(4); i >= 0; i--) {
            body.add(body.children.size(), random(r, 3));
        }
        String text = body.text();
        field(ToyContent.body(text.substring(4, text.length() - 1)), body);
        for (int i = 0; i < 60; i++) {
            step(r, fields.get(r.nextInt(fields.size())));
            positionsAreTrueWhileNothingMoved();
        }
        for (Field f : List.copyOf(fields)) {
            assertThat(shown(f.element)).isEqualTo(f.node.text());
            // What is found only after its tree was removed does not say so: no reference leads
            // there.
            assertThat(f.node.removed || !f.element.isRemoved()).isTrue();
            boolean isToy = f.element.content() instanceof ToyContent;
            if (isToy && f.element.isClean() && !f.node.name.equals("TOY")) {
                ToyContent content = (ToyContent) f.element.content();
                assertThat(content.text(f.element.start, f.element.close()))
                        .isEqualTo(f.node.text());
            } else if (isToy && f.element.isCleanInside() && !f.node.name.equals("TOY")) {
                ToyContent content = (ToyContent) f.element.content();
                // Names are one character long.
                assertThat(content.text(f.element.start + 1, f.element.close()))
                        .isEqualTo(f.node.text().substring(1));
            }
        }
    }

    private void positionsAreTrueWhileNothingMoved() {
        for (Field f : fields) {
            ChildSearch.noted(f.element);
            Seen before = seen.get(f.node);
            if (before != null && before.changes == ChildSearch.changes(f.element)) {
                assertThat(f.node.children.size()).isGreaterThanOrEqualTo(before.children.size());
                for (int i = 0; i < before.children.size(); i++) {
                    assertThat(f.node.children.get(i)).isSameAs(before.children.get(i));
                    if (known.containsKey(before.children.get(i))) {
                        assertThat(f.node.children.get(i).name).isEqualTo(before.names.get(i));
                    }
                }
            }
            List<Node> now = List.copyOf(f.node.children);
            seen.put(
                    f.node,
                    new Seen(
                            ChildSearch.changes(f.element),
                            now,
                            now.stream().map(n -> n.name).toList()));
        }
    }

    private void step(Random r, Field f) {
        Element e = f.element;
        Node n = f.node;
        List<Node> siblings = n.parent == null ? List.of(n) : n.parent.children;
        int index = n.parent == null ? 0 : n.index();
        String name = NAMES[r.nextInt(3)];
        switch (r.nextInt(20)) {
            case 0, 1 -> field(e.firstChild(), n.children.isEmpty() ? null : n.children.getFirst());
            case 2 -> field(e.lastChild(), n.children.isEmpty() ? null : n.children.getLast());
            case 3 -> field(e.next(), index + 1 < siblings.size() ? siblings.get(index + 1) : null);
            case 4 -> field(e.previous(), index > 0 ? siblings.get(index - 1) : null);
            case 5 -> field(e.parent(), n.parent);
            case 6 ->
                    field(
                            e.child(name),
                            n.children.stream()
                                    .filter(c -> c.name.equals(name))
                                    .findFirst()
                                    .orElse(null));
            case 7 -> {
                assertThat(e.text()).isEqualTo(n.value);
                assertThat(e.size()).isEqualTo(n.children.size());
            }
            case 8, 9 -> field(e.copy(), n.copy());
            case 10 -> field(e.deepCopy(), n.copy());
            case 11 -> {
                Element renamed = e.copyAs("", name);
                if (renamed != null) {
                    Node copy = n.copy();
                    copy.name = name;
                    field(renamed, copy);
                }
            }
            default -> change(r, e, n, name);
        }
    }

    private void change(Random r, Element e, Node n, String name) {
        Field other = fields.get(r.nextInt(fields.size()));
        Node made = new Node(name, "" + r.nextInt(100));
        Element element = Element.of(ElementType.NAME_VALUE, name, Value.of(made.value));
        switch (r.nextInt(13)) {
            case 0 -> {
                e.value(Value.of(made.value));
                n.value = made.value;
            }
            case 1 -> {
                e.name(name);
                n.name = name;
            }
            case 2 -> field(e.addLast(element), n.add(n.children.size(), made));
            case 3 -> field(e.addFirst(element), n.add(0, made));
            case 4 -> {
                if (n.parent != null) {
                    field(e.addBefore(element), n.parent.add(n.index(), made));
                }
            }
            case 5 -> {
                if (n.parent != null) {
                    field(e.addAfter(element), n.parent.add(n.index() + 1, made));
                }
            }
            case 6 -> {
                e.detach();
                n.detach();
            }
            case 7 -> {
                e.remove();
                n.detach();
                n.mark(true);
                knownSayThatTheyAreRemoved(n);
            }
            case 8 -> {
                e.clear();
                clear(n);
            }
            case 9 -> {
                List<Node> taken = other.node.children.stream().map(Node::copy).toList();
                String value = other.node.value;
                e.take(other.element);
                clear(n);
                n.value = value;
                taken.forEach(c -> n.add(n.children.size(), c));
            }
            case 10 -> {
                e.type(ElementType.NAME);
                assertThat(e.text()).isEqualTo(n.value);
            }
            case 11 -> {
                Node folder = random(r, 2);
                folder.value = null;
                Node fields = folder.copy();
                Element deferred = DeferredFolder.of(folder.name, () -> created(fields));
                field(e.addLast(deferred), n.add(n.children.size(), folder));
            }
            default -> {
                if (other.node.parent == null && !n.isUnder(other.node)) {
                    e.addLast(other.element);
                    n.add(n.children.size(), other.node);
                }
            }
        }
    }

    private static Element created(Node n) {
        Value value = n.value == null ? null : Value.of(n.value);
        Element element = Element.of(ElementType.NAME_VALUE, n.name, value);
        n.children.forEach(c -> element.addLast(created(c)));
        return element;
    }

    private void clear(Node n) {
        for (Node c : List.copyOf(n.children)) {
            c.detach();
            c.mark(true);
            knownSayThatTheyAreRemoved(c);
        }
    }

    private void knownSayThatTheyAreRemoved(Node n) {
        Element e = known.get(n);
        assertThat(e == null || e.isRemoved()).isTrue();
        n.children.forEach(this::knownSayThatTheyAreRemoved);
    }
}
