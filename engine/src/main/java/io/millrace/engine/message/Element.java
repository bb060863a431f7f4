package io.millrace.engine.message;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A node of a message tree: a name, a type, a value, and children in order.
 *
 * <p>An element comes from one of three places, and its users need not know which: it was
 * <em>made</em> by a program; it is <em>parsed</em> from bytes, and then its children, value, type
 * and end are found when first asked for, and only as far as the question needs; or it is a
 * <em>copy</em> of another element, and then it copies one level when touched. A copy behaves as if
 * it had been deep and immediate: whoever changes an element first completes its pending copies.
 *
 * <p>An element whose subtree was never changed is <em>clean</em>: if it has bytes, a writer of the
 * same domain and options may copy them as they are. Parsing further is not a change.
 *
 * <p>Positions found earlier stay true while {@link #changes} of their parent is the same:
 * appending a child does not count, everything else that moves children does, and what renames
 * those that were {@link #noted}.
 *
 * <p>Trees belong to the thread of their message. What outlives it must be a {@link #deepCopy}.
 */
public final class Element {

    static final int COMPLETE = 1;
    static final int DECODED = 2;
    static final int CHANGED = 4;
    private static final int REMOVED = 8;
    private static final int NOTED = 16;

    /**
     * This element and all above it are changed, and none of them has pending copies: one more
     * change needs nothing before it.
     */
    static final int FREE = 32;

    /** Named otherwise than what it is a copy of. */
    static final int RENAMED = 64;

    /** Between the children found so far some were {@linkplain #leftOut left out}. */
    static final int GAPS = 128;

    /** Behind this element a child of its parent was left out. */
    static final int GAP = 256;

    /**
     * Found before the children in front of it were, which are still to be found: its parent has it
     * among those that were {@linkplain #addApart found apart}, and {@link #next} is the next of
     * these.
     */
    static final int APART = 512;

    /** The upper bits of {@link #state} hold how deep in its body a parsed element lies. */
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

    /** Null for most elements. */
    Ties ties;

    private final Content content;

    /** For the content: the first byte of the element in the body. */
    public int start = -1;

    /** For the content: one behind the element's last byte; negative while not known. */
    public int end = -1;

    /** For the content: where it goes on to look for children. */
    public int cursor = -1;

    /** For the content: what else it must know of the element, for example its name spaces. */
    public Object context;

    Element(Content content, String name, String namespace, int type) {
        this.content = content;
        this.name = Objects.requireNonNull(name);
        this.namespace = Objects.requireNonNull(namespace);
        this.type = type;
    }

    // Making

    /** A new element without a name space, children or value. */
    public static Element of(int type, String name) {
        return of(type, "", name, null);
    }

    /** A new field. */
    public static Element of(int type, String name, Value value) {
        return of(type, "", name, value);
    }

    /**
     * A new element.
     *
     * @param type a domain's constant, or one of {@link ElementType}
     * @param namespace the name space's URI; empty for none
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
     * An element that a content found in its bytes; nothing inside is known yet.
     *
     * @param type 0 if only {@link Content#classify} can tell
     */
    public static Element parsed(Content content, int type, String namespace, String name) {
        content.made();
        return new Element(content, name, namespace, type);
    }

    // What it is

    public String name() {
        return name;
    }

    /** The name space's URI; empty for none. */
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

    /** The value, decoded now if it was not; null for none. */
    public Value value() {
        if ((state & DECODED) == 0) {
            value = source() != null ? source().value() : found();
            state |= DECODED;
        }
        return value;
    }

    private Value found() {
        Value found = content.decode(this);
        Watch watch = content.watch();
        return watch == null ? found : watch.decoded(this, found);
    }

    /** The text of the value; null where there is no value. */
    public String text() {
        Value v = value();
        return v == null ? null : v.text();
    }

    /**
     * The domain whose parser owns the subtree that begins here; null where it belongs to its
     * parent's.
     */
    public String domain() {
        return domain;
    }

    /** Says that a subtree of a domain of its own begins here. */
    public Element domain(String name) {
        if (parent != null && !Objects.equals(domain, name)) {
            // A copy of an element above that has not come this far keeps the domain of before.
            Copying.settleAll(this);
        }
        this.domain = name;
        return this;
    }

    /**
     * The domain that this element belongs to: its own or the nearest ancestor's; null where none
     * is said.
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

    /** The top of the tree that this element is in. */
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
     * As {@link #firstChild}, for who looks for a name: children without one may be passed over,
     * and are not even made.
     */
    public Element firstNamed() {
        return first == null && (state & COMPLETE) == 0 ? moreNamed() : first;
    }

    /** As {@link #next}, for who looks for a name: siblings without one may be passed over. */
    public Element nextNamed() {
        join();
        Element n = next;
        boolean known = n != null || parent == null || (parent.state & COMPLETE) != 0;
        return known ? n : parent.moreNamed();
    }

    /**
     * The first child with this name and no name space; null for none. Looks no further than that
     * child.
     */
    public Element child(String local) {
        return child("", local);
    }

    /** The first child with this name and name space; null for none. */
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
     * The first child of a name, where this element's content knows it without looking at those
     * before it; null where it does not, whether there is one or not.
     *
     * @param ns null where the name space does not matter
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
     * Says that children of a name are about to be looked for; must come before a search by name.
     *
     * @param behind the child behind which is looked; null where the first is the first to be seen
     * @param ns null where the name space does not matter
     * @param index how many children of the name are wanted behind there, at the most
     */
    public void seek(Element behind, String ns, String local, long index) {
        if (content != null) {
            content.sought(this, behind, ns, local, index);
        }
    }

    /**
     * The value of a field below this element, where the bytes tell it without elements being made;
     * {@link Content#UNANSWERED} where they do not. Asking again decodes again.
     *
     * @param from which of the names is the first below this element
     * @param last which of the last name's fields is meant, from 1, instead of the path's own index
     */
    public Value answer(NamePath path, int from, long last) {
        boolean asks =
                content != null && (state & (CHANGED | COMPLETE)) == 0 && content.watch() == null;
        return asks ? content.answer(this, path, from, last) : Content.UNANSWERED;
    }

    /** Whether {@link #answer} may know something. */
    public boolean answers() {
        return content != null
                && content.answers()
                && content.watch() == null
                && (state & (CHANGED | COMPLETE)) == 0;
    }

    /**
     * The element at the end of a chain of names, each the first child of its name; null where one
     * is missing.
     */
    public Element at(String... names) {
        Element e = this;
        for (int i = 0; i < names.length && e != null; i++) {
            e = e.child(names[i]);
        }
        return e;
    }

    /**
     * The value of the first child with this name; null where the child or its value is missing.
     */
    public Value valueOf(String local) {
        Element c = child(local);
        return c == null ? null : c.value();
    }

    /** The text of the first child with this name; null where the child or its value is missing. */
    public String textOf(String local) {
        Element c = child(local);
        return c == null ? null : c.text();
    }

    /** How many children there are. */
    public int size() {
        int n = 0;
        for (Element c = firstChild(); c != null; c = c.next()) {
            n++;
        }
        return n;
    }

    /** The first child found so far, without looking for more; for contents and writers. */
    public Element firstKnown() {
        return first;
    }

    /** As {@link #firstKnown}, the child behind this one. */
    public Element nextKnown() {
        return next;
    }

    /**
     * The first of the children that were {@linkplain #addApart found apart}, in their order; null
     * for none. The others follow by {@link #nextKnown}.
     */
    public Element firstApart() {
        return ties == null ? null : ties.apart;
    }

    /**
     * Whether what is known of the children is known here, and not only of what this is a copy of.
     */
    public boolean isOnItsOwn() {
        return source() == null;
    }

    /** Whether all children were found. */
    public boolean isComplete() {
        return (state & COMPLETE) != 0;
    }

    /** The last child found so far, without looking for more; for contents. */
    public Element lastKnown() {
        return last;
    }

    /** Finds all children of this element; they themselves stay as they are. */
    public void finish() {
        while ((state & COMPLETE) == 0) {
            more();
        }
        if ((state & GAPS) != 0) {
            fillGaps();
        }
    }

    /** One more child, or null when there is none. */
    private Element more() {
        Element before = last;
        if (source() == null) {
            content.grow(this);
            if (content.watch() != null && isComplete()) {
                content.watch().completed(this);
            }
        } else {
            Copying.next(this);
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
            Copying.nextNamed(this);
        }
        return before == null ? first : before.next;
    }

    /**
     * For contents: a child without a name was left out behind another, and in front of the one
     * appended since.
     *
     * @param before null where it is the first child that was left out
     */
    public void leftOut(Element before) {
        state |= GAPS;
        if (before != null) {
            before.state |= GAP;
        }
    }

    /** Whether children may have been left out behind one of them, or in front of all for null. */
    boolean hasGap(Element before) {
        return before == null ? (state & GAPS) != 0 : (before.state & GAP) != 0;
    }

    private void fillGaps() {
        Siblings.fillGaps(this);
    }

    /**
     * For contents: keeps a child that was found before those in front of it. When {@link
     * Content#grow} comes to it, it must append it. Not a change.
     */
    public void addApart(Element child) {
        child.found(this);
        Siblings.putApart(this, child);
    }

    /** Finds the children in front of this one, if it was found apart from them. */
    private void join() {
        while ((state & APART) != 0) {
            parent.more();
        }
    }

    /**
     * For contents: appends a child that was found in the bytes, or the first of those that were
     * {@linkplain #addApart found apart}. Not a change.
     */
    public void appendParsed(Element child) {
        if ((child.state & APART) != 0) {
            Siblings.takeApart(this, child);
        }
        child.found(this);
        Siblings.append(this, child);
    }

    /** It lies in a parent's bytes. */
    void found(Element in) {
        state = state & ~DEPTH_MASK | in.depth() + 1 << DEPTH_SHIFT;
    }

    /**
     * For contents: how many levels below its body's folder this element was parsed; 0 for the
     * folder itself.
     */
    public int depth() {
        return state >>> DEPTH_SHIFT;
    }

    /** For contents: there are no more children than those appended. */
    public void complete() {
        state |= COMPLETE;
    }

    /** For contents: gives the value that was found together with the element. Not a change. */
    public void decoded(Value found) {
        value = found;
        state |= DECODED;
    }

    /**
     * For contents: what an element turned out to be that its bytes alone did not tell. Nothing in
     * it is known yet. Not a change.
     */
    public void identify(int newType, String ns, String local) {
        if (ties != null) {
            ties.takeCopies().forEach(Copying::settle);
            ties.source = null;
        }
        state &= ~(COMPLETE | DECODED);
        value = null;
        type = newType;
        namespace = ns;
        name = local;
        renamed();
    }

    /** For contents: puts a child that was found in the bytes behind another. Not a change. */
    public void insertParsed(Element child, Element before) {
        child.found(this);
        if (before.next != null) {
            changes++;
        }
        Siblings.link(this, child, before, before.next);
    }

    /** For contents: the type, where it was found together with something else. Not a change. */
    public void classified(int found) {
        type = found;
    }

    // Bytes

    /** Whether nothing was changed here or below since the element was parsed. */
    public boolean isClean() {
        return (state & (CHANGED | RENAMED)) == 0;
    }

    /**
     * Whether nothing was changed here or below but this element's own name. Then its bytes serve a
     * writer as far as the name is not in them.
     */
    public boolean isCleanInside() {
        return (state & CHANGED) == 0;
    }

    /**
     * What this element was parsed from; null where it was made by a program or copied from one
     * that was.
     */
    public Content content() {
        return content;
    }

    /** Makes {@link #end} known; for elements that have a content. */
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
     * Counts what moved children of this element, or renamed those {@link #noted}; appended
     * children do not count.
     */
    public int changes() {
        return changes;
    }

    /**
     * Whether this element, or one above it, was deleted from its tree: references to it lead
     * nowhere.
     */
    public boolean isRemoved() {
        return (state & REMOVED) != 0;
    }

    /**
     * The child whose removal was the last of the {@link #changes}, if that was for good and it was
     * not the last child; else null. So who remembers positions can tell what one change did.
     */
    public Element takenFromWithin() {
        Element taken = (state & COMPLETE) == 0 || ties == null ? null : ties.copied;
        return taken != null && taken.isRemoved() && taken.parent == null ? taken : null;
    }

    /** Sets the value; children stay. */
    public void value(Value newValue) {
        change();
        value = newValue;
        state |= DECODED;
    }

    /**
     * The value as a program sees it: the element's own, or, where it is a folder without one, the
     * text of its children that are values without a name (in the XML domain the text of a tag is a
     * child of it).
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

    /** Replaces what {@link #fieldValue} gives; children that are fields of their own stay. */
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
     * Says that somebody remembers this element's position by its name or type. Renaming an element
     * that nobody looked at does not count as a change of its parent: so a loop that appends and
     * names elements stays linear.
     */
    public void noted() {
        state |= NOTED;
    }

    /** Appends a new field without a name space and gives it back. */
    public Element add(String local, Value newValue) {
        return addLast(of(ElementType.NAME_VALUE, local, newValue));
    }

    /** Appends a new folder without a name space and gives it back. */
    public Element add(String local) {
        return addLast(of(ElementType.NAME, local));
    }

    /** Appends an element that has no parent, and gives it back. */
    public Element addLast(Element child) {
        change();
        checkFree(child);
        Siblings.append(this, child);
        return child;
    }

    /** Puts an element that has no parent before all children, and gives it back. */
    public Element addFirst(Element child) {
        change();
        adopt(child, null, first);
        moved();
        return child;
    }

    /** Puts an element that has no parent before this one, and gives it back. */
    public Element addBefore(Element sibling) {
        parent.change();
        parent.adopt(sibling, previous, this);
        parent.moved();
        return sibling;
    }

    /** Puts an element that has no parent behind this one, and gives it back. */
    public Element addAfter(Element sibling) {
        parent.change();
        if (next != null) {
            parent.moved();
        }
        parent.adopt(sibling, this, next);
        return sibling;
    }

    /**
     * Takes this element out of its parent, to be put elsewhere; does nothing where it has none.
     */
    public Element detach() {
        if (parent != null) {
            Element from = parent;
            from.change();
            Siblings.unlink(this);
            from.moved();
        }
        return this;
    }

    /**
     * Takes this element out of its tree for good: it and what was found below it counts as
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

    /** This element and what was found below it so far. */
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
     * Drops children and value and takes copies of another element's (of any tree); name, type and
     * name space stay.
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
        Siblings.replace(this, head, tail);
    }

    private void adopt(Element child, Element before, Element after) {
        checkFree(child);
        Siblings.link(this, child, before, after);
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
     * Must come before every change of this element: finds its children that are still to be found
     * (so that its end is known), completes pending copies of it and of those above, and marks all
     * of these as changed.
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
            Copying.settleAll(this);
        }
        for (Element e = this; e != null && (e.state & FREE) == 0; e = e.parent) {
            e.state |= CHANGED | FREE;
        }
    }

    // Copying

    /**
     * A copy that behaves as a deep one but costs nothing until touched. It has no parent; name,
     * name space, type, domain and value are the same.
     */
    public Element copy() {
        return Copying.of(this);
    }

    /**
     * A {@link #copy} under another name, where it costs nothing: of an element that was parsed and
     * that nobody looked into. It is not clean, but {@linkplain #isCleanInside clean inside}.
     *
     * @return null where this element is no such one, or a domain begins with it, or somebody
     *     watches what is found in it
     */
    public Element copyAs(String ns, String local) {
        return Copying.as(this, ns, local);
    }

    Element source() {
        return ties == null ? null : ties.source;
    }

    Ties tied() {
        if (ties == null) {
            ties = new Ties();
        }
        return ties;
    }

    private boolean hasCopies() {
        return ties != null && ties.hasCopies();
    }

    /**
     * A copy of everything, that shares nothing with this tree or its bytes; for what outlives the
     * message.
     */
    public Element deepCopy() {
        return Copying.deep(this);
    }

    /** Name and value, for debuggers. Touches nothing. */
    @Override
    public String toString() {
        String ns = namespace.isEmpty() ? "" : "{" + namespace + "}";
        return ns + name + ((state & DECODED) != 0 && value != null ? " = " + value.text() : "");
    }
}
