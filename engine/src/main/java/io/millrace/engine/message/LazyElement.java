package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * The part of an {@link Element} that finds its type, value and children on first access: in the
 * bytes of its content, or in the element of which it is a copy.
 *
 * <p>Children are found in their order, as far as needed. A content can leave out children without
 * a name until their neighbours are accessed ({@linkplain #leftOut gaps}). It can also find a child
 * before its predecessors ({@linkplain #addOutOfOrder out of order}).
 */
public abstract sealed class LazyElement permits Element {

    static final int COMPLETE = 1;
    static final int DECODED = 2;
    static final int CHANGED = 4;
    static final int REMOVED = 8;
    static final int NOTED = 16;

    /**
     * Flag: this element and all its ancestors are changed, and none of them has pending copies. A
     * further change needs no preparation.
     */
    static final int FREE = 32;

    /** Flag: the name differs from the name of the copied element. */
    static final int RENAMED = 64;

    /** Flag: children were {@linkplain #leftOut left out} between the children found so far. */
    static final int GAPS = 128;

    /** Flag: a child of the parent was left out after this element. */
    static final int GAP = 256;

    /**
     * Flag: this element was found before its predecessors, which are not found yet. The parent has
     * it among the children that were {@linkplain #addOutOfOrder added out of order}, and {@link
     * #next} is the next of these.
     */
    static final int APART = 512;

    /**
     * Position of the upper bits of {@link #state}, which contain the depth of a parsed element in
     * its body.
     */
    private static final int DEPTH_SHIFT = 10;

    static final int DEPTH_MASK = -1 << DEPTH_SHIFT;

    String name;
    String namespace;
    int type;
    @Nullable Value value;

    @Nullable Element parent;
    @Nullable Element first;
    @Nullable Element last;
    @Nullable Element next;
    @Nullable Element previous;

    int state;

    /** Domain, count of changes and copy links; null for most elements. */
    @Nullable RareState rare;

    private final @Nullable Content content;

    /** The state that only the content of the element uses. See {@link ParseState}. */
    int start = -1;

    int end = -1;
    int cursor = -1;
    @Nullable Object context;

    LazyElement(@Nullable Content content, String name, String namespace, int type) {
        this.content = content;
        this.name = Objects.requireNonNull(name);
        this.namespace = Objects.requireNonNull(namespace);
        this.type = type;
    }

    private Element self() {
        return (Element) this;
    }

    /** Returns the content of an element that was parsed and has parts that are not found yet. */
    private Content parsedFrom() {
        return Objects.requireNonNull(content);
    }

    /** Returns the parent of an element that is not the top of a tree. */
    Element requireParent() {
        return Objects.requireNonNull(parent);
    }

    public int type() {
        if (type == 0) {
            type = source() != null ? source().type() : parsedFrom().classify(self());
        }
        return type;
    }

    /** Returns the value; null if there is none. Decodes the value if necessary. */
    public @Nullable Value value() {
        if ((state & DECODED) == 0) {
            value = source() != null ? source().value() : found();
            state |= DECODED;
        }
        return value;
    }

    @Nullable Value found() {
        Value found = parsedFrom().decode(self());
        ContentListener watch = parsedFrom().watch();
        return watch == null ? found : watch.decoded(self(), found);
    }

    public @Nullable Element firstChild() {
        if ((state & GAPS) != 0) {
            fillGaps();
        }
        return first == null && (state & COMPLETE) == 0 ? more() : first;
    }

    public @Nullable Element lastChild() {
        finish();
        return last;
    }

    public @Nullable Element next() {
        if ((state & (GAP | APART)) != 0) {
            join();
            if ((state & GAP) != 0) {
                requireParent().fillGaps();
            }
        }
        Element n = next;
        return n != null || parent == null || (parent.state & COMPLETE) != 0 ? n : parent.more();
    }

    public @Nullable Element previous() {
        join();
        if (parent != null && (parent.state & GAPS) != 0) {
            parent.fillGaps();
        }
        return previous;
    }

    /** Implements {@link ChildSearch#first}. */
    @Nullable Element firstNamed() {
        return first == null && (state & COMPLETE) == 0 ? moreNamed() : first;
    }

    /** Implements {@link ChildSearch#next}. */
    @Nullable Element nextNamed() {
        join();
        Element n = next;
        return n != null || parent == null || (parent.state & COMPLETE) != 0
                ? n
                : parent.moreNamed();
    }

    /** Implements {@link ChildSearch#direct}. */
    @Nullable Element direct(@Nullable String ns, String local) {
        return content != null
                        && (state & COMPLETE) == 0
                        && source() == null
                        && content.watch() == null
                ? content.direct(self(), ns, local)
                : null;
    }

    /** Implements {@link ChildSearch#seek}. */
    void seek(@Nullable Element after, @Nullable String ns, String local, long index) {
        if (content != null) {
            content.resolveChoice(self(), after, ns, local, index);
        }
    }

    /**
     * Returns the choice that this element represents; null for other elements, and for a copy that
     * has lost the bytes of its message.
     */
    public @Nullable Choice choice() {
        return content == null ? null : content.choice(self());
    }

    /**
     * Returns the first of the children that were {@linkplain #addOutOfOrder added out of order}.
     */
    @Nullable Element firstOutOfOrder() {
        return rare == null ? null : rare.outOfOrder;
    }

    /** Whether all children have been found. */
    public boolean isComplete() {
        return (state & COMPLETE) != 0;
    }

    /** Returns the last child found so far, without further parsing. */
    public @Nullable Element lastKnown() {
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

    /** Finds one more child. Returns null if there is none. */
    @Nullable Element more() {
        Element before = last;
        if (source() == null) {
            Content from = parsedFrom();
            from.grow(self());
            ContentListener watch = from.watch();
            if (watch != null && isComplete()) {
                watch.completed(self());
            }
        } else {
            TreeCopying.next(self());
        }
        return before == null ? first : before.next;
    }

    @Nullable Element moreNamed() {
        if (content == null || content.watch() != null) {
            return more();
        }
        Element before = last;
        if (source() == null) {
            content.growNamed(self());
        } else {
            TreeCopying.nextNamed(self());
        }
        return before == null ? first : before.next;
    }

    /** Implements {@link ParseState#leftOut}. */
    void leftOut(@Nullable Element before) {
        state |= GAPS;
        if (before != null) {
            before.state |= GAP;
        }
    }

    /**
     * Whether children can be missing after a child because they were left out. A null child
     * represents the position before all children.
     */
    boolean hasGap(@Nullable Element before) {
        return before == null ? (state & GAPS) != 0 : (before.state & GAP) != 0;
    }

    void fillGaps() {
        Element before = null;
        for (Element c = first; c != null; c = c.next) {
            if (hasGap(before)) {
                Element child = parsedFrom().leftOut(self(), before, c);
                if (child != null) {
                    child.found(self());
                    ChildList.link(self(), child, before, c);
                }
            }
            if (before != null) {
                before.state &= ~GAP;
            }
            before = c;
        }
        state &= ~GAPS;
    }

    /** Implements {@link ParseState#addOutOfOrder}. */
    void addOutOfOrder(Element child) {
        child.found(self());
        Element before = null;
        Element after = firstOutOfOrder();
        while (after != null && after.start <= child.start) {
            before = after;
            after = after.next;
        }
        child.state |= APART;
        child.parent = self();
        child.next = after;
        if (before == null) {
            rare().outOfOrder = child;
        } else {
            before.next = child;
        }
    }

    /** Finds the predecessors of this element if it was added out of order. */
    void join() {
        while ((state & APART) != 0) {
            requireParent().more();
        }
    }

    /** Implements {@link ParseState#append}. */
    void appendParsed(Element child) {
        if ((child.state & APART) != 0) {
            if (firstOutOfOrder() != child) {
                throw new IllegalStateException(
                        "children that were added out of order must be appended in their order");
            }
            rare().outOfOrder = child.next;
            child.next = null;
            child.state &= ~APART;
        }
        child.found(self());
        ChildList.append(self(), child);
    }

    /** Sets the depth of this element, which was found in the bytes of a parent. */
    void found(Element in) {
        state = state & ~DEPTH_MASK | in.depth() + 1 << DEPTH_SHIFT;
    }

    /** Implements {@link ParseState#depth}. */
    int depth() {
        return state >>> DEPTH_SHIFT;
    }

    /** Implements {@link ParseState#identify}. */
    void identify(int newType, String ns, String local) {
        if (rare != null) {
            rare.takeCopies().forEach(TreeCopying::settle);
            rare.source = null;
        }
        state &= ~(COMPLETE | DECODED);
        value = null;
        type = newType;
        namespace = ns;
        name = local;
        renamed();
    }

    /** Whether this element and its descendants are unchanged since the element was parsed. */
    public boolean isClean() {
        return (state & (CHANGED | RENAMED)) == 0;
    }

    /**
     * Whether this element is unchanged except for its name, and its descendants are unchanged. A
     * writer can then use its bytes if they do not contain the name.
     */
    public boolean isCleanInside() {
        return (state & CHANGED) == 0;
    }

    /**
     * Returns the content from which this element was parsed. Null if a program created the element
     * or the source of the copy.
     */
    public @Nullable Content content() {
        return content;
    }

    /**
     * Determines and returns the index after the element's last byte in the body. For elements that
     * have a content.
     */
    public int close() {
        if (end < 0) {
            if (source() != null) {
                end = source().close();
            } else {
                parsedFrom().close(self());
            }
        }
        return end;
    }

    void renamed() {
        if (parent != null && (state & NOTED) != 0) {
            parent.moved();
        }
    }

    /** Counts a change of the children. */
    void moved() {
        rare().changes++;
        if ((state & COMPLETE) != 0) {
            rare().copied = null;
        }
    }

    @Nullable Element source() {
        return rare == null ? null : rare.source;
    }

    RareState rare() {
        if (rare == null) {
            rare = new RareState();
        }
        return rare;
    }

    boolean hasCopies() {
        return rare != null && rare.hasCopies();
    }
}
