package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/**
 * Access of a parser to the elements that its {@link Content} creates: where they are in the bytes,
 * how far they are parsed, and what was found in them. These methods do not count as changes of the
 * tree: the elements stay clean.
 *
 * <p>The state of an element consists of a range of bytes, a position and an object. The content
 * defines the meaning of the position and of the object. A copy of the element has the same state.
 * A content reads and sets only the state of elements that contents of its own class created; other
 * elements have a {@link #context} of another type.
 *
 * <p>An object without fields, which the parser keeps as a constant and does not publish. {@link
 * Content#parseState} returns the access object.
 *
 * @param <C> type of {@link #context}; {@link Void} if the content needs none
 */
public final class ParseState<C> {

    static final ParseState<?> ONLY = new ParseState<>();

    private ParseState() {}

    // The state of an element

    /** Returns the index of the element's first byte; -1 if the index is unknown. */
    public int start(Element e) {
        return e.start;
    }

    /**
     * Sets the range of an element.
     *
     * @param end index after the last byte; -1 if the index is not known yet
     */
    public void range(Element e, int start, int end) {
        e.start = start;
        e.end = end;
    }

    /**
     * Returns the index after the element's last byte; negative while it is unknown. {@link
     * Element#close} determines it. It is known when the element is {@linkplain #complete
     * complete}.
     */
    public int end(Element e) {
        return e.end;
    }

    public void end(Element e, int index) {
        e.end = index;
    }

    /**
     * Returns a number that the content sets, usually the position at which the search for children
     * continues; -1 until it is set.
     */
    public int cursor(Element e) {
        return e.cursor;
    }

    public void cursor(Element e, int position) {
        e.cursor = position;
    }

    /**
     * Returns the object that the content set, for example the namespaces or the layout of the
     * element; null if it set none.
     */
    @SuppressWarnings("unchecked") // Contents of one class set only objects of the type C.
    public @Nullable C context(Element e) {
        return (C) e.context;
    }

    public void context(Element e, @Nullable C object) {
        e.context = object;
    }

    /**
     * Returns the number of levels between an element and the folder of its body when it was
     * parsed; 0 for the folder itself.
     */
    public int depth(Element e) {
        return e.depth();
    }

    // Children found so far

    /** Returns the first child found so far, without further parsing. */
    public @Nullable Element firstKnown(Element parent) {
        return parent.first;
    }

    /** Returns the next sibling found so far, without further parsing. */
    public @Nullable Element nextKnown(Element e) {
        return e.next;
    }

    /**
     * Returns the first of the children that were {@linkplain #addOutOfOrder added out of order},
     * in their order. {@link #nextKnown} returns the following known children.
     */
    public @Nullable Element firstOutOfOrder(Element parent) {
        return parent.firstOutOfOrder();
    }

    /**
     * Whether the known children are stored in an element, and not only in the element of which it
     * is a copy.
     */
    public boolean isOnItsOwn(Element e) {
        return e.source() == null;
    }

    // Results of parsing

    /**
     * Appends a child that was found in the bytes, or the first of the children that were
     * {@linkplain #addOutOfOrder added out of order}.
     */
    public void append(Element parent, Element child) {
        parent.appendParsed(child);
    }

    /** Inserts a child that was found in the bytes after another child. */
    public void insert(Element parent, Element child, Element before) {
        child.found(parent);
        if (before.next != null) {
            parent.rare().changes++;
        }
        ChildList.link(parent, child, before, before.next);
    }

    /**
     * Adds a child that was found before its predecessors. {@link Content#grow} must {@linkplain
     * #append append} the child when it reaches the child's position.
     */
    public void addOutOfOrder(Element parent, Element child) {
        parent.addOutOfOrder(child);
    }

    /**
     * Records that a child without a name was omitted between {@code before} and the child that was
     * appended after it.
     *
     * @param before child before the omitted child; null if the first child was left out
     */
    public void leftOut(Element parent, @Nullable Element before) {
        parent.leftOut(before);
    }

    /** Records that no further children follow those appended. */
    public void complete(Element parent) {
        parent.state |= Element.COMPLETE;
    }

    /** Sets the value that was found together with an element. */
    public void decoded(Element e, @Nullable Value value) {
        e.value = value;
        e.state |= Element.DECODED;
    }

    /** Sets a type that was found together with other properties. */
    public void classified(Element e, int type) {
        e.type = type;
    }

    /**
     * Sets the type and name of an element whose bytes alone do not determine them. Its children
     * and value are unknown afterwards.
     */
    public void identify(Element e, int type, String namespace, String name) {
        e.identify(type, namespace, name);
    }
}
