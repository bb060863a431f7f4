package io.millrace.engine.message;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A node of a message tree: a name, a type, a value, and children in order.
 *
 * <p>An element has one of three origins, which make no difference to its users. It was
 * <em>made</em> by a program. Or it is <em>parsed</em> from bytes; its children, value, type and
 * end are then found on first access, and only as far as needed. Or it is a <em>copy</em> of
 * another element and copies one level on access. A copy behaves like an immediate deep copy: a
 * change to an element first completes its pending copies.
 *
 * <p>An element whose subtree was never changed is <em>clean</em>. If it has bytes, a writer of the
 * same domain and options may copy them unchanged. Further parsing is not a change.
 *
 * <p>Positions found earlier stay valid while {@link #changes} of their parent is the same. It does
 * not count appended children. It counts everything else that moves children, and the renaming of
 * children that were {@link #noted}.
 *
 * <p>A tree belongs to the thread of its message. Anything that outlives the message must be a
 * {@link #deepCopy}.
 */
public final class Element {

    static final int COMPLETE = 1;
    static final int DECODED = 2;
    static final int CHANGED = 4;
    private static final int REMOVED = 8;
    private static final int NOTED = 16;

    /**
     * Flag: this element and all above it are changed, and none of them has pending copies. A
     * further change needs no preparation.
     */
    static final int FREE = 32;

    /** Flag: the name differs from the name of the copied element. */
    static final int RENAMED = 64;

    /** Flag: between the children found so far, some were {@linkplain #leftOut left out}. */
    static final int GAPS = 128;

    /** Flag: after this element, a child of its parent was left out. */
    static final int GAP = 256;

    /**
     * Flag: found before the children that precede it, which are not found yet. The parent keeps it
     * among those that were {@linkplain #addApart found apart}, and {@link #next} is the next of
     * these.
     */
    static final int APART = 512;

    /**
     * Position of the upper bits of {@link #state}, which hold the depth of a parsed element in its
     * body.
     */
    private static final int DEPTH_SHIFT = 10;

    static final int DEPTH_MASK = -1 << DEPTH_SHIFT;

    // What is not private is shared with Copying and Siblings alone.
    String name;
    String namespace;
    int type;
    Value value;
    String domain;

    Element parent;
    Element first;
    Element last;
    Element next;
    Element previous;

    int state;
    private int changes;

    /** Copy links; null for most elements. */
    CopyState ties;

    private final Content content;

    /** Index of the element's first byte in the body, for the content only. */
    public int start = -1;

    /** Index after the element's last byte, for the content only; negative while unknown. */
    public int end = -1;

    /** Position at which the search for children continues, for the content only. */
    public int cursor = -1;

    /** Additional state of the element, for the content only, for example its namespaces. */
    public Object context;

    Element(Content content, String name, String namespace, int type) {
        this.content = content;
        this.name = Objects.requireNonNull(name);
        this.namespace = Objects.requireNonNull(namespace);
        this.type = type;
    }

    // Making

    /** Returns a new element without a namespace, children or value. */
    public static Element of(int type, String name) {
        return of(type, "", name, null);
    }

    /** Returns a new field. */
    public static Element of(int type, String name, Value value) {
        return of(type, "", name, value);
    }

    /**
     * Returns a new element.
     *
     * @param type a domain's constant, or one of {@link ElementType}
     * @param namespace the namespace URI; empty for none
     * @param name the local name; empty for elements without a name
     * @param value null for none
     */
    public static Element of(int type, String namespace, String name, Value value) {
        Element made = new Element(null, name, namespace, type);
        made.value = value;
        made.state = COMPLETE | DECODED | CHANGED;
        return made;
    }

    /**
     * Returns an element that a content found in its bytes. Nothing inside it is known yet.
     *
     * @param type 0 if only {@link Content#classify} can determine it
     */
    public static Element parsed(Content content, int type, String namespace, String name) {
        content.made();
        return new Element(content, name, namespace, type);
    }

    // What it is

    public String name() {
        return name;
    }

    /** Returns the namespace URI; empty for none. */
    public String namespace() {
        return namespace;
    }

    public boolean isNamed(String ns, String local) {
        return same(name, local) && same(namespace, ns);
    }

    public boolean isNamed(String local) {
        return same(name, local);
    }

    private static boolean same(String a, String b) {
        return a == b || a.equals(b);
    }

    public int type() {
        if (type == 0) {
            type = source() != null ? source().type() : content.classify(this);
        }
        return type;
    }

    /** Returns the value, decoding it if necessary; null for none. */
    public Value value() {
        if ((state & DECODED) == 0) {
            value = source() != null ? source().value() : found();
            state |= DECODED;
        }
        return value;
    }

    private Value found() {
        Value found = content.decode(this);
        ContentListener watch = content.watch();
        return watch == null ? found : watch.decoded(this, found);
    }

    /** Returns the text of the value; null if there is no value. */
    public String text() {
        Value v = value();
        return v == null ? null : v.text();
    }

    /**
     * Returns the domain of the subtree that begins here; null if it belongs to the parent's
     * domain.
     */
    public String domain() {
        return domain;
    }

    /** Marks this element as the beginning of a subtree with its own domain. */
    public Element domain(String name) {
        if (parent != null && !Objects.equals(domain, name)) {
            // A copy of an element above that has not come this far keeps the domain of before.
            TreeCopying.settleAll(this);
        }
        this.domain = name;
        return this;
    }

    /**
     * Returns the domain of this element: its own or that of the nearest ancestor; null if none is
     * set.
     */
    public String owningDomain() {
        for (Element e = this; e != null; e = e.parent) {
            if (e.domain != null) {
                return e.domain;
            }
        }
        return null;
    }

    // Walking

    public Element parent() {
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

    public Element firstChild() {
        if ((state & GAPS) != 0) {
            fillGaps();
        }
        return first == null && (state & COMPLETE) == 0 ? more() : first;
    }

    public Element lastChild() {
        finish();
        return last;
    }

    public Element next() {
        if ((state & (GAP | APART)) != 0) {
            join();
            if ((state & GAP) != 0) {
                parent.fillGaps();
            }
        }
        Element n = next;
        return n != null || parent == null || (parent.state & COMPLETE) != 0 ? n : parent.more();
    }

    public Element previous() {
        join();
        if (parent != null && (parent.state & GAPS) != 0) {
            parent.fillGaps();
        }
        return previous;
    }

    /**
     * Like {@link #firstChild}, for lookups by name. Children without a name may be skipped and are
     * then not made.
     */
    public Element firstNamed() {
        return first == null && (state & COMPLETE) == 0 ? moreNamed() : first;
    }

    /** Like {@link #next}, for lookups by name. Siblings without a name may be skipped. */
    public Element nextNamed() {
        join();
        Element n = next;
        boolean known = n != null || parent == null || (parent.state & COMPLETE) != 0;
        return known ? n : parent.moreNamed();
    }

    /**
     * Returns the first child with this name and no namespace; null for none. Parses no further
     * than that child.
     */
    public Element child(String local) {
        return child("", local);
    }

    /** Returns the first child with this name and namespace; null for none. */
    public Element child(String ns, String local) {
        Element direct = direct(ns, local);
        if (direct != null) {
            return direct;
        }
        seek(null, ns, local, 1);
        for (Element c = firstChild(); c != null; c = c.next()) {
            if (c.isNamed(ns, local)) {
                return c;
            }
        }
        return null;
    }

    /**
     * Returns the first child with a name, if this element's content can locate it without the
     * children before it. Returns null if it cannot, whether or not the child exists.
     *
     * @param ns null for any namespace
     */
    public Element direct(String ns, String local) {
        boolean asks =
                content != null
                        && (state & COMPLETE) == 0
                        && source() == null
                        && content.watch() == null;
        return asks ? content.direct(this, ns, local) : null;
    }

    /**
     * Announces a lookup of children by name. Must be called before a search by name.
     *
     * @param behind the child after which the lookup starts; null to start at the first child
     * @param ns null for any namespace
     * @param index maximum number of children with the name that are needed after that child
     */
    public void seek(Element behind, String ns, String local, long index) {
        if (content != null) {
            content.resolveChoice(this, behind, ns, local, index);
        }
    }

    /**
     * Returns the value of a field below this element, if it can be read from the bytes without
     * making elements; otherwise {@link Content#UNANSWERED}. Each call decodes the value again.
     *
     * @param from index of the name that is the first below this element
     * @param last occurrence of the last name, from 1, which replaces the path's own index
     */
    public Value readDirect(NamePath path, int from, long last) {
        boolean asks =
                content != null && (state & (CHANGED | COMPLETE)) == 0 && content.watch() == null;
        return asks ? content.readDirect(this, path, from, last) : Content.UNANSWERED;
    }

    /** Whether {@link #readDirect} may return a value. */
    public boolean answers() {
        return content != null
                && content.answers()
                && content.watch() == null
                && (state & (CHANGED | COMPLETE)) == 0;
    }

    /**
     * Returns the element at the end of a chain of names, each the first child with its name; null
     * if one is missing.
     */
    public Element at(String... names) {
        Element e = this;
        for (int i = 0; i < names.length && e != null; i++) {
            e = e.child(names[i]);
        }
        return e;
    }

    /**
     * Returns the value of the first child with this name; null if the child or its value is
     * missing.
     */
    public Value valueOf(String local) {
        Element c = child(local);
        return c == null ? null : c.value();
    }

    /**
     * Returns the text of the first child with this name; null if the child or its value is
     * missing.
     */
    public String textOf(String local) {
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

    /** Returns the first child found so far, without further parsing. For contents and writers. */
    public Element firstKnown() {
        return first;
    }

    /** Returns the next sibling found so far, as {@link #firstKnown} does for children. */
    public Element nextKnown() {
        return next;
    }

    /**
     * Returns the first of the children that were {@linkplain #addApart found apart}, in their
     * order; null for none. The others follow by {@link #nextKnown}.
     */
    public Element firstApart() {
        return ties == null ? null : ties.apart;
    }

    /** Whether the known children are stored here, and not only in the source of this copy. */
    public boolean isOnItsOwn() {
        return source() == null;
    }

    /** Whether all children were found. */
    public boolean isComplete() {
        return (state & COMPLETE) != 0;
    }

    /** Returns the last child found so far, without further parsing. For contents. */
    public Element lastKnown() {
        return last;
    }

    /** Finds all children of this element. The children themselves are not parsed further. */
    public void finish() {
        while ((state & COMPLETE) == 0) {
            more();
        }
        if ((state & GAPS) != 0) {
            fillGaps();
        }
    }

    /** Finds one more child; returns null if there is none. */
    private Element more() {
        Element before = last;
        if (source() == null) {
            content.grow(this);
            if (content.watch() != null && isComplete()) {
                content.watch().completed(this);
            }
        } else {
            TreeCopying.next(this);
        }
        return before == null ? first : before.next;
    }

    private Element moreNamed() {
        if (content == null || content.watch() != null) {
            return more();
        }
        Element before = last;
        if (source() == null) {
            content.growNamed(this);
        } else {
            TreeCopying.nextNamed(this);
        }
        return before == null ? first : before.next;
    }

    /**
     * Records that a child without a name was left out after another and before the one appended
     * since. For contents.
     *
     * @param before the child before it; null if the first child was left out
     */
    public void leftOut(Element before) {
        state |= GAPS;
        if (before != null) {
            before.state |= GAP;
        }
    }

    /** Whether children may have been left out after a child; for null, before all children. */
    boolean hasGap(Element before) {
        return before == null ? (state & GAPS) != 0 : (before.state & GAP) != 0;
    }

    private void fillGaps() {
        ChildList.fillGaps(this);
    }

    /**
     * Keeps a child that was found before the children that precede it. When {@link Content#grow}
     * reaches it, it must append it. Not a change. For contents.
     */
    public void addApart(Element child) {
        child.found(this);
        ChildList.putApart(this, child);
    }

    /** Finds the children before this one, if it was found apart from them. */
    private void join() {
        while ((state & APART) != 0) {
            parent.more();
        }
    }

    /**
     * Appends a child that was found in the bytes, or the first of those that were {@linkplain
     * #addApart found apart}. Not a change. For contents.
     */
    public void appendParsed(Element child) {
        if ((child.state & APART) != 0) {
            ChildList.takeApart(this, child);
        }
        child.found(this);
        ChildList.append(this, child);
    }

    /** Sets the depth of this element, which was found in the bytes of a parent. */
    void found(Element in) {
        state = state & ~DEPTH_MASK | in.depth() + 1 << DEPTH_SHIFT;
    }

    /**
     * Returns the number of levels between this element and its body's folder when it was parsed; 0
     * for the folder itself. For contents.
     */
    public int depth() {
        return state >>> DEPTH_SHIFT;
    }

    /** Records that there are no more children than those appended. For contents. */
    public void complete() {
        state |= COMPLETE;
    }

    /** Sets the value that was found together with the element. Not a change. For contents. */
    public void decoded(Value found) {
        value = found;
        state |= DECODED;
    }

    /**
     * Sets the type and name of an element that its bytes alone did not determine. Its children and
     * value are unknown afterwards. Not a change. For contents.
     */
    public void identify(int newType, String ns, String local) {
        if (ties != null) {
            ties.takeCopies().forEach(TreeCopying::settle);
            ties.source = null;
        }
        state &= ~(COMPLETE | DECODED);
        value = null;
        type = newType;
        namespace = ns;
        name = local;
        renamed();
    }

    /** Inserts a child that was found in the bytes after another. Not a change. For contents. */
    public void insertParsed(Element child, Element before) {
        child.found(this);
        if (before.next != null) {
            changes++;
        }
        ChildList.link(this, child, before, before.next);
    }

    /** Sets the type, if it was found together with something else. Not a change. For contents. */
    public void classified(int found) {
        type = found;
    }

    // Bytes

    /** Whether this element and those below it are unchanged since the element was parsed. */
    public boolean isClean() {
        return (state & (CHANGED | RENAMED)) == 0;
    }

    /**
     * Whether nothing here or below was changed except this element's own name. A writer can then
     * use its bytes where they do not contain the name.
     */
    public boolean isCleanInside() {
        return (state & CHANGED) == 0;
    }

    /**
     * Returns the content that this element was parsed from. Null if it was made by a program or
     * copied from an element made by a program.
     */
    public Content content() {
        return content;
    }

    /** Determines {@link #end} and returns it. For elements that have a content. */
    public int close() {
        if (end < 0) {
            if (source() != null) {
                end = source().close();
            } else {
                content.close(this);
            }
        }
        return end;
    }

    // Changing

    /**
     * Returns the number of changes that moved children of this element, or renamed those {@link
     * #noted}. Appended children do not count.
     */
    public int changes() {
        return changes;
    }

    /**
     * Whether this element, or one above it, was deleted from its tree, so that references to it
     * are invalid.
     */
    public boolean isRemoved() {
        return (state & REMOVED) != 0;
    }

    /**
     * Returns the child whose removal was the last of the {@link #changes}, if the removal was
     * permanent and it was not the last child; otherwise null. Users of remembered positions can
     * thus determine the effect of a single change.
     */
    public Element takenFromWithin() {
        Element taken = (state & COMPLETE) == 0 || ties == null ? null : ties.copied;
        return taken != null && taken.isRemoved() && taken.parent == null ? taken : null;
    }

    /** Sets the value. Children are kept. */
    public void value(Value newValue) {
        change();
        value = newValue;
        state |= DECODED;
    }

    /**
     * Returns the value that a program reads: the element's own value, or for a folder without a
     * value the text of its children that are values without a name. In the XML domain, the text of
     * a tag is a child of it.
     */
    public Value fieldValue() {
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

    /**
     * Replaces the value that {@link #fieldValue} returns. Children that are fields themselves are
     * kept.
     */
    public void fieldValue(Value newValue) {
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
        // Contents decode by the type that they gave.
        value();
        type = newType;
        renamed();
    }

    private void renamed() {
        if (parent != null && (state & NOTED) != 0) {
            parent.moved();
        }
    }

    /** Counts a change of the children. */
    private void moved() {
        changes++;
        if (ties != null && (state & COMPLETE) != 0) {
            ties.copied = null;
        }
    }

    /**
     * Records that this element's position was remembered by its name or type. Renaming an element
     * that is not noted does not count as a change of its parent. A loop that appends and names
     * elements therefore stays linear.
     */
    public void noted() {
        state |= NOTED;
    }

    /** Appends a new field without a namespace and returns it. */
    public Element add(String local, Value newValue) {
        return addLast(of(ElementType.NAME_VALUE, local, newValue));
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

    /** Inserts an element that has no parent before this one, and returns it. */
    public Element addBefore(Element sibling) {
        parent.change();
        parent.adopt(sibling, previous, this);
        parent.moved();
        return sibling;
    }

    /** Inserts an element that has no parent after this one, and returns it. */
    public Element addAfter(Element sibling) {
        parent.change();
        if (next != null) {
            parent.moved();
        }
        parent.adopt(sibling, this, next);
        return sibling;
    }

    /**
     * Removes this element from its parent, so that it can be inserted at another position. Has no
     * effect if it has no parent.
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
     * Removes this element from its tree permanently. It and the elements found below it count as
     * removed.
     */
    public void remove() {
        join();
        Element from = next == null ? null : parent;
        detach();
        eachKnown(e -> e.state |= REMOVED);
        if (from != null) {
            from.tied().copied = this;
        }
    }

    /** Passes this element and those found below it so far to an action. */
    private void eachKnown(Consumer<Element> action) {
        if (first == null && firstApart() == null) {
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
            for (Element c = e.firstApart(); c != null; c = c.next) {
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
     * Replaces children and value by copies of those of another element (of any tree). The name,
     * type and namespace are kept.
     */
    public void take(Element other) {
        Value taken = other.value();
        // Copied in full before anything is linked: this element may be a part of the other.
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

    private void adopt(Element child, Element before, Element after) {
        checkFree(child);
        ChildList.link(this, child, before, after);
    }

    private void checkFree(Element child) {
        if (child.parent != null || child == this || child.first != null && root() == child) {
            throw new IllegalStateException("an element is put into a tree while it is in one");
        }
        if (child.isRemoved()) {
            child.eachKnown(e -> e.state &= ~REMOVED);
        }
    }

    /**
     * Prepares a change of this element; must be called before every change. Finds the children
     * that are not found yet, so that the end is known. Completes pending copies of this element
     * and of those above, and marks all of these as changed.
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
            // Before the mark: what is copied now is still clean.
            TreeCopying.settleAll(this);
        }
        for (Element e = this; e != null && (e.state & FREE) == 0; e = e.parent) {
            e.state |= CHANGED | FREE;
        }
    }

    // Copying

    /**
     * Returns a copy that behaves like a deep copy but costs nothing until it is accessed. It has
     * no parent. Its name, namespace, type, domain and value are the same.
     */
    public Element copy() {
        return TreeCopying.of(this);
    }

    /**
     * Returns a {@link #copy} under another name, if it costs nothing: for a parsed element whose
     * children were not accessed. The copy is not clean, but {@linkplain #isCleanInside clean
     * inside}.
     *
     * @return null if this element is not of that kind, begins a domain, or has a content with a
     *     watch
     */
    public Element copyAs(String ns, String local) {
        return TreeCopying.as(this, ns, local);
    }

    Element source() {
        return ties == null ? null : ties.source;
    }

    CopyState tied() {
        if (ties == null) {
            ties = new CopyState();
        }
        return ties;
    }

    private boolean hasCopies() {
        return ties != null && ties.hasCopies();
    }

    /**
     * Returns a complete copy that shares nothing with this tree or its bytes. For data that
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
