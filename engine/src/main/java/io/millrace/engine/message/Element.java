package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A node of a message tree: a name, a type, a value, and children in order.
 *
 * <p>An element has one of three origins, which its users cannot distinguish. A <em>made</em>
 * element was created by a program. A <em>parsed</em> element was found in bytes; its children,
 * value, type and end are found on first access, and only as far as needed. A <em>copy</em> of
 * another element copies one level on access. It behaves like an immediate deep copy: a change to
 * an element first completes its pending copies.
 *
 * <p>An element whose subtree was never changed is <em>clean</em>. If it has bytes, a writer of the
 * same domain and options can copy them unchanged. Further parsing is not a change.
 *
 * <p>{@link #child} finds a child by its name, {@link #at} a descendant; {@link #firstChild} and
 * {@link #next} visit all children. {@link FieldReader} reads the same fields of many messages.
 * {@link ChildSearch} is for callers that keep positions between searches.
 *
 * <p>A tree belongs to the thread of its message. An element that outlives the message must be a
 * {@link #deepCopy}.
 */
public final class Element extends LazyElement {

    Element(@Nullable Content content, String name, String namespace, int type) {
        super(content, name, namespace, type);
    }

    // Creation

    /** Returns a new element without a namespace, children or value. */
    public static Element of(int type, String name) {
        return of(type, "", name, null);
    }

    /** Returns a new field. */
    public static Element of(int type, String name, @Nullable Value value) {
        return of(type, "", name, value);
    }

    /**
     * Returns a new element.
     *
     * @param type constant of a domain or of {@link ElementType}
     * @param namespace namespace URI; empty if there is none
     * @param name local name; empty for elements without a name
     * @param value value; null if there is none
     */
    public static Element of(int type, String namespace, String name, @Nullable Value value) {
        Element made = new Element(null, name, namespace, type);
        made.value = value;
        made.state = COMPLETE | DECODED | CHANGED;
        return made;
    }

    /**
     * Returns an element that a content found in its bytes. The content of the element is not known
     * yet.
     *
     * @param type type; 0 if only {@link Content#classify} can determine it
     */
    public static Element parsed(Content content, int type, String namespace, String name) {
        content.made();
        return new Element(content, name, namespace, type);
    }

    // Properties

    public String name() {
        return name;
    }

    /** Returns the namespace URI; empty if there is none. */
    public String namespace() {
        return namespace;
    }

    public boolean isNamed(String ns, @Nullable String local) {
        return same(name, local) && same(namespace, ns);
    }

    public boolean isNamed(String local) {
        return same(name, local);
    }

    private static boolean same(String a, @Nullable String b) {
        return a == b || a.equals(b);
    }

    /** Returns the value as a string; null if there is no value. */
    public @Nullable String text() {
        Value v = value();
        return v == null ? null : v.text();
    }

    /**
     * Returns the domain of the subtree that begins at this element; null if the element belongs to
     * the parent's domain.
     */
    public @Nullable String domain() {
        return rare == null ? null : rare.domain;
    }

    /** Marks this element as the beginning of a subtree with its own domain. */
    public Element domain(@Nullable String name) {
        if (Objects.equals(domain(), name)) {
            return this;
        }
        if (parent != null) {
            // A copy of an ancestor in which this element is not copied yet keeps the previous
            // domain.
            TreeCopying.settleAll(this);
        }
        rare().domain = name;
        return this;
    }

    /**
     * Returns the domain of this element: its own domain, or the domain of the nearest ancestor
     * with a domain; null if none is set.
     */
    public @Nullable String owningDomain() {
        for (Element e = this; e != null; e = e.parent) {
            if (e.rare != null && e.rare.domain != null) {
                return e.rare.domain;
            }
        }
        return null;
    }

    // Navigation

    public @Nullable Element parent() {
        return parent;
    }

    /** Returns the top of the tree that contains this element. */
    public Element root() {
        Element top = this;
        while (top.parent != null) {
            top = top.parent;
        }
        return top;
    }

    /**
     * Returns the first child with this name and no namespace. Parses no further than that child.
     */
    public @Nullable Element child(String local) {
        return child("", local);
    }

    /** Returns the first child with this name and namespace. */
    public @Nullable Element child(String ns, String local) {
        Element direct = direct(ns, local);
        return direct != null ? direct : child(ns, local, 1);
    }

    /**
     * Returns the n-th child with this name and namespace. Parses no further than that child.
     *
     * @param ns namespace URI, empty for none; null for any namespace
     * @param local local name; null for any name
     * @param n number among the children that match, from 1
     * @return null if fewer children match
     */
    public @Nullable Element child(@Nullable String ns, @Nullable String local, long n) {
        String sought = local == null ? "" : local;
        boolean named = !sought.isEmpty();
        if (named) {
            seek(null, ns, sought, n);
        }
        long left = n;
        for (Element c = named ? firstNamed() : firstChild();
                c != null;
                c = named ? c.nextNamed() : c.next()) {
            boolean matches =
                    (local == null || c.isNamed(local)) && (ns == null || same(ns, c.namespace));
            if (matches && --left == 0) {
                return c;
            }
        }
        return null;
    }

    /**
     * Returns the element at the end of a chain of names. Each name selects the first child with
     * this name. Returns null if a child is missing.
     */
    public @Nullable Element at(String... names) {
        Element e = this;
        for (int i = 0; i < names.length && e != null; i++) {
            e = e.child(names[i]);
        }
        return e;
    }

    /**
     * Returns the value of the first child with this name; null if the child is missing or has no
     * value.
     */
    public @Nullable Value valueOf(String local) {
        Element c = child(local);
        return c == null ? null : c.value();
    }

    /**
     * Returns the value of the first child with this name as a string; null if the child is missing
     * or has no value.
     */
    public @Nullable String textOf(String local) {
        Element c = child(local);
        return c == null ? null : c.text();
    }

    /** Returns the number of children. */
    public int size() {
        int n = 0;
        for (Element c = firstChild(); c != null; c = c.next()) {
            n++;
        }
        return n;
    }

    // Changes

    /**
     * Whether this element or an ancestor was deleted from its tree. References to a removed
     * element are invalid.
     */
    public boolean isRemoved() {
        return (state & REMOVED) != 0;
    }

    /** Sets the value. Children are kept. */
    public void value(@Nullable Value newValue) {
        change();
        value = newValue;
        state |= DECODED;
    }

    /**
     * Returns the value that a program reads: the element's own value. For a folder without a
     * value, this is the text of the children that are values without a name. In the XML domain,
     * the text of a tag is such a child.
     */
    public @Nullable Value fieldValue() {
        Value own = value();
        if (own != null || ElementType.kind(type()) == ElementType.NAME_VALUE) {
            return own;
        }
        Value found = null;
        StringBuilder text = null;
        for (Element c = firstChild(); c != null; c = c.next()) {
            if (ElementType.kind(c.type()) == ElementType.VALUE && c.value() != null) {
                if (found == null) {
                    found = c.value();
                } else {
                    text = text == null ? new StringBuilder(found.text()) : text;
                    text.append(c.value().text());
                }
            }
        }
        return text == null ? found : Value.of(text.toString());
    }

    /** Replaces the value that {@link #fieldValue} returns. Children that are fields are kept. */
    public void fieldValue(@Nullable Value newValue) {
        finish();
        for (Element c = last; c != null; ) {
            Element before = c.previous;
            if (ElementType.kind(c.type()) == ElementType.VALUE) {
                c.remove();
            }
            c = before;
        }
        value(newValue);
    }

    public void name(String newName) {
        join();
        change();
        name = Objects.requireNonNull(newName);
        renamed();
    }

    public void namespace(String uri) {
        join();
        change();
        namespace = Objects.requireNonNull(uri);
        renamed();
    }

    public void type(int newType) {
        join();
        change();
        // A content decodes a value according to the type that it has set.
        value();
        type = newType;
        renamed();
    }

    /** Appends a new field without a namespace and returns it. */
    public Element add(String local, @Nullable Value newValue) {
        return addLast(of(ElementType.NAME_VALUE, local, newValue));
    }

    /** Appends a new field with a string value and returns it. */
    public Element add(String local, String text) {
        return add(local, Value.of(text));
    }

    /** Appends a new folder without a namespace and returns it. */
    public Element add(String local) {
        return addLast(of(ElementType.NAME, local));
    }

    /** Appends an element that has no parent, and returns it. */
    public Element addLast(Element child) {
        change();
        checkFree(child);
        ChildList.append(this, child);
        return child;
    }

    /** Inserts an element that has no parent before all children, and returns it. */
    public Element addFirst(Element child) {
        change();
        adopt(child, null, first);
        moved();
        return child;
    }

    /** Inserts an element that has no parent before this element, and returns it. */
    public Element addBefore(Element sibling) {
        Element above = requireParent();
        above.change();
        above.adopt(sibling, previous, this);
        above.moved();
        return sibling;
    }

    /** Inserts an element that has no parent after this element, and returns it. */
    public Element addAfter(Element sibling) {
        Element above = requireParent();
        above.change();
        if (next != null) {
            above.moved();
        }
        above.adopt(sibling, this, next);
        return sibling;
    }

    /**
     * Removes this element from its parent. The element can then be inserted at another position.
     * Has no effect on an element without a parent.
     */
    public Element detach() {
        if (parent != null) {
            Element from = parent;
            from.change();
            ChildList.unlink(this);
            from.moved();
        }
        return this;
    }

    /**
     * Removes this element from its tree permanently. Marks this element and the elements found
     * below this element as removed.
     */
    public void remove() {
        join();
        Element from = next == null ? null : parent;
        detach();
        eachKnown(e -> e.state |= REMOVED);
        if (from != null) {
            from.rare().copied = this;
        }
    }

    /** Passes this element and the elements below it that were found so far to an action. */
    private void eachKnown(Consumer<Element> action) {
        if (first == null && firstOutOfOrder() == null) {
            action.accept(this);
            return;
        }
        ArrayDeque<Element> open = new ArrayDeque<>();
        open.add(this);
        while (!open.isEmpty()) {
            Element e = open.pop();
            action.accept(e);
            for (Element c = e.first; c != null; c = c.next) {
                open.push(c);
            }
            for (Element c = e.firstOutOfOrder(); c != null; c = c.next) {
                open.push(c);
            }
        }
    }

    /** Removes all children. */
    public void clear() {
        change();
        while (last != null) {
            last.remove();
        }
    }

    /**
     * Replaces the children and the value by copies of the children and value of another element
     * (of any tree). The name, type and namespace are kept.
     */
    public void take(Element other) {
        Value taken = other.value();
        // The full copy is made before an element is linked: this element can be a part of the
        // other element.
        Element head = null;
        Element tail = null;
        for (Element c = other.firstChild(); c != null; c = c.next()) {
            Element copy = c.copy();
            copy.previous = tail;
            if (tail == null) {
                head = copy;
            } else {
                tail.next = copy;
            }
            tail = copy;
        }
        clear();
        value = taken;
        state |= DECODED;
        ChildList.replace(this, head, tail);
    }

    private void adopt(Element child, @Nullable Element before, @Nullable Element after) {
        checkFree(child);
        ChildList.link(this, child, before, after);
    }

    private void checkFree(Element child) {
        if (child.parent != null || child == this || child.first != null && root() == child) {
            throw new IllegalStateException(
                    "an element is added to a tree although it is already in a tree");
        }
        if (child.isRemoved()) {
            child.eachKnown(e -> e.state &= ~REMOVED);
        }
    }

    /**
     * Prepares a change of this element; must be called before every change. Finds all remaining
     * children, so that the end is known. Completes pending copies of this element and its
     * ancestors, and marks all of these as changed.
     */
    private void change() {
        finish();
        if ((state & FREE) == 0) {
            free();
        }
    }

    private void free() {
        boolean copied = false;
        for (Element e = this; e != null && (e.state & FREE) == 0; e = e.parent) {
            copied |= e.hasCopies();
        }
        if (copied) {
            // The copies are made before the mark: elements that are copied now are still clean.
            TreeCopying.settleAll(this);
        }
        for (Element e = this; e != null && (e.state & FREE) == 0; e = e.parent) {
            e.state |= CHANGED | FREE;
        }
    }

    // Copying

    /**
     * Returns a copy that behaves like a deep copy but copies nothing until it is accessed. The
     * copy has no parent. The copy has the same name, namespace, type, domain and value.
     */
    public Element copy() {
        return TreeCopying.of(this);
    }

    /**
     * Returns a {@link #copy} with another name if copying is deferred completely: for a parsed
     * element whose children were not accessed. The copy is not clean, but {@linkplain
     * #isCleanInside clean inside}.
     *
     * @return null if this is another kind of element, has its own domain, or has a content with a
     *     listener
     */
    public @Nullable Element copyAs(String ns, String local) {
        return TreeCopying.as(this, ns, local);
    }

    /**
     * Returns a complete copy that shares nothing with this tree or its bytes, for data that
     * outlives the message.
     */
    public Element deepCopy() {
        return TreeCopying.deep(this);
    }

    /** Returns name and value, for debuggers. Does not parse or copy anything. */
    @Override
    public String toString() {
        String ns = namespace.isEmpty() ? "" : "{" + namespace + "}";
        return ns + name + ((state & DECODED) != 0 && value != null ? " = " + value.text() : "");
    }
}
