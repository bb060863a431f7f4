package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The parser state of a body (or header) that is not fully parsed. A content produces elements from
 * bytes step by step.
 *
 * <p>One content serves all elements of one body. The parse state of an element is stored in the
 * element: see {@link ParseState}. Every method can be called at any time for any element that this
 * content created, on the thread of the message. Damaged bytes cause a {@link
 * io.millrace.engine.error.MillraceException} of type PARSER, which is thrown again at each
 * repeated call.
 */
public abstract class Content {

    /**
     * Result of {@link #readDirect} if only elements can provide the value. Compared by identity.
     */
    public static final Value UNANSWERED = new Value.CharacterValue("unanswered");

    /** Number of elements created between two checks of their memory. */
    private static final int CHECK_INTERVAL = 1 << 12;

    private @Nullable ContentListener watch;
    private int made;

    /**
     * Returns the access to the state of the elements of a class of contents. The class keeps it as
     * a constant, together with the readers and writers of its format.
     *
     * @param <C> type of the object in the state of each element
     */
    @SuppressWarnings("unchecked") // It has no fields.
    protected static <C> ParseState<C> parseState() {
        return (ParseState<C>) ParseState.ONLY;
    }

    /** Counts an element that was created. */
    final void made() {
        if ((++made & CHECK_INTERVAL - 1) == 0) {
            MessageMemory.current().parsed(CHECK_INTERVAL, made);
        }
    }

    /**
     * Sets the listener for everything that is found from now on in the elements of this content,
     * including copies.
     *
     * @param watching listener; null if there is none
     */
    public final void watch(@Nullable ContentListener watching) {
        watch = watching;
    }

    /** Returns the listener for the elements that are found; null if there is none. */
    public final @Nullable ContentListener watch() {
        return watch;
    }

    /** Returns the domain of these bytes, for example {@code XMLNSC}. */
    public abstract String domain();

    /**
     * Finds the next child (or children) of an element and {@linkplain ParseState#append appends}
     * it. If no child follows, calls {@link ParseState#complete}; the parent's {@linkplain
     * ParseState#end end} must then be known. The {@linkplain ParseState#end end} of the last known
     * child must be determined before parsing continues after it.
     */
    protected abstract void grow(Element parent);

    /**
     * Like {@link #grow}, for lookups of a child by name. Children without a name before the
     * appended child can be {@linkplain ParseState#leftOut left out}, if {@link #leftOut} can
     * create them later.
     */
    protected void growNamed(Element parent) {
        grow(parent);
    }

    /**
     * Creates the omitted child between two children.
     *
     * @param before child before the omitted child; null for the beginning
     * @return null if no child was left out
     */
    protected @Nullable Element leftOut(Element parent, @Nullable Element before, Element after) {
        return null;
    }

    /**
     * Returns the value of an element, decoded from its bytes. Called at most once for each
     * element.
     */
    protected abstract @Nullable Value decode(Element element);

    /**
     * Returns the type of an element that was created with type 0 because its head does not
     * determine the type.
     */
    protected int classify(Element element) {
        return ElementType.NAME;
    }

    /**
     * Returns the first child with a name, if this content can locate it without parsing the
     * children before it. The content creates the child and {@linkplain ParseState#addOutOfOrder
     * adds it out of order}, unless it already did. The result or error must be the same as in a
     * search of the children.
     *
     * @param namespace namespace; null if the program does not specify it
     * @return null if the children must be searched
     */
    protected @Nullable Element direct(Element parent, @Nullable String namespace, String name) {
        return null;
    }

    /**
     * Handles a lookup of children by name. A content implements this method if the bytes alone do
     * not determine which of several elements they represent. The name in the lookup identifies the
     * element that the program expects; the content can then call {@link ParseState#identify}.
     *
     * @param after child after which the lookup starts; null to start at the first child
     * @param namespace namespace; null if the program does not specify it
     * @param index maximum number of children with the name that are needed after that child
     */
    protected void resolveChoice(
            Element parent,
            @Nullable Element after,
            @Nullable String namespace,
            String name,
            long index) {
        // The bytes of most formats identify their elements.
    }

    /** Returns the choice that an element represents; null for other elements. */
    protected @Nullable Choice choice(Element element) {
        return null;
    }

    /** Whether {@link #readDirect} can return a result other than {@link #UNANSWERED}. */
    protected boolean answers() {
        return false;
    }

    /**
     * Returns the value of a field below an unchanged element, read from the bytes without creating
     * elements. Contents that can locate fields implement this method. The result or error must be
     * the same as in a search of the elements.
     *
     * @param from index of the first name below {@code parent} in the path
     * @param last occurrence of the last name, from 1; it replaces the index in the path
     * @return null if the field is missing or has no value; {@link #UNANSWERED} if the elements
     *     must be searched
     */
    protected @Nullable Value readDirect(Element parent, NamePath path, int from, long last) {
        return UNANSWERED;
    }

    /**
     * Returns the positions of fields below an element, for contents with the same positions in all
     * messages of a kind.
     *
     * @return null if no position is known
     */
    protected @Nullable FieldBytes fields(Element parent, List<NamePath> paths) {
        return null;
    }

    /**
     * Sets the {@linkplain ParseState#end end} of an element (at least 0) without creating others.
     */
    protected abstract void close(Element element);
}
