package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * The part of an {@link Element} that finds its type, value and children on first access: in the
 * bytes of its content, or in the element that it is a copy of.
 *
 * <p>Children are found in their order, as far as needed. A content may also leave children without
 * a name out until their neighbours are accessed ({@linkplain #leftOut gaps}), and find a child
 * before those that precede it ({@linkplain #addApart apart}).
 */
public abstract sealed class LazyElement permits Element {

    static final int COMPLETE = 1;
    static final int DECODED = 2;
    static final int CHANGED = 4;
    static final int REMOVED = 8;
    static final int NOTED = 16;

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

    String name;
    String namespace;
    int type;
    @Nullable Value value;
    @Nullable String domain;

    @Nullable Element parent;
    @Nullable Element first;
    @Nullable Element last;
    @Nullable Element next;
    @Nullable Element previous;

    int state;
    int changes;

    /** Copy links; null for most elements. */
    @Nullable CopyState ties;

    private final @Nullable Content content;

    /** Index of the element's first byte in the body, for the content only. */
    public int start = -1;

    /** Index after the element's last byte, for the content only; negative while unknown. */
    public int end = -1;

    /** Position at which the search for children continues, for the content only. */
    public int cursor = -1;

    /** Additional state of the element, for the content only, for example its namespaces. */
    public @Nullable Object context;

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

    /** Returns the value, decoding it if necessary. */
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

    /**
     * Like {@link #firstChild}, for lookups by name. Children without a name may be skipped and are
     * then not made.
     */
    public @Nullable Element firstNamed() {
        return first == null && (state & COMPLETE) == 0 ? moreNamed() : first;
    }

    /** Like {@link #next}, for lookups by name. Siblings without a name may be skipped. */
    public @Nullable Element nextNamed() {
        join();
        Element n = next;
        return n != null || parent == null || (parent.state & COMPLETE) != 0
                ? n
                : parent.moreNamed();
    }

    /**
     * Returns the first child with a name, if this element's content can locate it without the
     * children before it. Returns null if it cannot, whether or not the child exists.
     *
     * @param ns null for any namespace
     */
    public @Nullable Element direct(@Nullable String ns, String local) {
        return content != null
                        && (state & COMPLETE) == 0
                        && source() == null
                        && content.watch() == null
                ? content.direct(self(), ns, local)
                : null;
    }

    /**
     * Announces a lookup of children by name. Must be called before a search by name.
     *
     * @param behind the child after which the lookup starts; null to start at the first child
     * @param ns null for any namespace
     * @param index maximum number of children with the name that are needed after that child
     */
    public void seek(@Nullable Element behind, @Nullable String ns, String local, long index) {
        if (content != null) {
            content.resolveChoice(self(), behind, ns, local, index);
        }
    }

    /**
     * Returns the value of a field below this element, if it can be read from the bytes without
     * making elements; otherwise {@link Content#UNANSWERED}. Each call decodes the value again.
     *
     * @param from index of the name that is the first below this element
     * @param last occurrence of the last name, from 1, which replaces the path's own index
     */
    public @Nullable Value readDirect(NamePath path, int from, long last) {
        return content != null && (state & (CHANGED | COMPLETE)) == 0 && content.watch() == null
                ? content.readDirect(self(), path, from, last)
                : Content.UNANSWERED;
    }

    /** Whether {@link #readDirect} may return a value. */
    public boolean answers() {
        return content != null
                && content.answers()
                && content.watch() == null
                && (state & (CHANGED | COMPLETE)) == 0;
    }

    /** Returns the first child found so far, without further parsing. For contents and writers. */
    public @Nullable Element firstKnown() {
        return first;
    }

    /** Returns the next sibling found so far, as {@link #firstKnown} does for children. */
    public @Nullable Element nextKnown() {
        return next;
    }

    /**
     * Returns the first of the children that were {@linkplain #addApart found apart}, in their
     * order. The others follow by {@link #nextKnown}.
     */
    public @Nullable Element firstApart() {
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

    /** Finds one more child. */
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

    /**
     * Records that a child without a name was left out after another and before the one appended
     * since. For contents.
     *
     * @param before the child before it; null if the first child was left out
     */
    public void leftOut(@Nullable Element before) {
        state |= GAPS;
        if (before != null) {
            before.state |= GAP;
        }
    }

    /** Whether children may have been left out after a child; for null, before all children. */
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

    /**
     * Keeps a child that was found before the children that precede it. When {@link Content#grow}
     * reaches it, it must append it. Not a change. For contents.
     */
    public void addApart(Element child) {
        child.found(self());
        Element before = null;
        Element behind = firstApart();
        while (behind != null && behind.start <= child.start) {
            before = behind;
            behind = behind.next;
        }
        child.state |= APART;
        child.parent = self();
        child.next = behind;
        if (before == null) {
            tied().apart = child;
        } else {
            before.next = child;
        }
    }

    /** Finds the children before this one, if it was found apart from them. */
    void join() {
        while ((state & APART) != 0) {
            requireParent().more();
        }
    }

    /**
     * Appends a child that was found in the bytes, or the first of those that were {@linkplain
     * #addApart found apart}. Not a change. For contents.
     */
    public void appendParsed(Element child) {
        if ((child.state & APART) != 0) {
            if (firstApart() != child) {
                throw new IllegalStateException("children found apart are appended in their order");
            }
            tied().apart = child.next;
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
    public void decoded(@Nullable Value found) {
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
        child.found(self());
        if (before.next != null) {
            changes++;
        }
        ChildList.link(self(), child, before, before.next);
    }

    /** Sets the type, if it was found together with something else. Not a change. For contents. */
    public void classified(int found) {
        type = found;
    }

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
    public @Nullable Content content() {
        return content;
    }

    /** Determines {@link #end} and returns it. For elements that have a content. */
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

    /**
     * Returns the number of changes that moved children of this element, or renamed those {@link
     * #noted}. Appended children do not count.
     */
    public int changes() {
        return changes;
    }

    void renamed() {
        if (parent != null && (state & NOTED) != 0) {
            parent.moved();
        }
    }

    /** Counts a change of the children. */
    void moved() {
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

    @Nullable Element source() {
        return ties == null ? null : ties.source;
    }

    CopyState tied() {
        if (ties == null) {
            ties = new CopyState();
        }
        return ties;
    }

    boolean hasCopies() {
        return ties != null && ties.hasCopies();
    }
}
