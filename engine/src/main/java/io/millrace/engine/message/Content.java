package io.millrace.engine.message;

import java.util.List;

/**
 * What a parser knows of a body (or header) that was not parsed yet: the way from bytes to
 * elements, a step at a time.
 *
 * <p>One content serves all elements of one body. It keeps what it needs per element in the
 * element's {@code start}, {@code end}, {@code cursor} and {@code context}, which are its alone to
 * use. Every method may be called at any time on any element that this content made, on the thread
 * of the message; damage found on the way is thrown as a {@link
 * io.millrace.engine.error.MillraceException} of type PARSER, and thrown again when asked again.
 */
public abstract class Content {

    /** What {@link #answer} gives where only elements tell; a value that is told by identity. */
    public static final Value UNANSWERED = new Value.CharacterValue("unanswered");

    /** How many elements are made before their memory is looked at. */
    private static final int LOOK = 1 << 12;

    private Watch watch;
    private int made;

    /** Counts an element that was made. */
    final void made() {
        if ((++made & LOOK - 1) == 0) {
            MessageMemory.current().parsed(LOOK, made);
        }
    }

    /**
     * Lets somebody see what is found from now on in any element of this content, copies included.
     *
     * @param watching null for nobody
     */
    public final void watch(Watch watching) {
        watch = watching;
    }

    /** Who sees what is found; null for nobody. */
    public final Watch watch() {
        return watch;
    }

    /** The domain that these bytes are written in, for example {@code XMLNSC}. */
    public abstract String domain();

    /**
     * Finds the next child (or children) of an element and appends it with {@link
     * Element#appendParsed}; or calls {@link Element#complete} when there is none, and then the
     * parent's {@link Element#end} must be known. Before it steps over the last known child, that
     * child must be closed.
     */
    protected abstract void grow(Element parent);

    /**
     * As {@link #grow}, for who looks for a child by its name. A child without a name that stands
     * in front of the one that is appended may be {@linkplain Element#leftOut left out}, if {@link
     * #leftOut} can make it later.
     */
    protected void growNamed(Element parent) {
        grow(parent);
    }

    /**
     * Makes the child that was left out between two others.
     *
     * @param before null for the begin
     * @return null where there was none
     */
    protected Element leftOut(Element parent, Element before, Element behind) {
        return null;
    }

    /**
     * The value of an element, decoded from its bytes; null for none. Called at most once per
     * element.
     */
    protected abstract Value decode(Element element);

    /** The type of an element that was made with type 0 because its head alone does not tell. */
    protected int classify(Element element) {
        return ElementType.NAME;
    }

    /**
     * The first child of a name, for contents that know where it lies without looking at those
     * before it: one that they made and {@linkplain Element#addApart put apart} now or before.
     * Whatever this gives or throws must be what walking there would.
     *
     * @param namespace null where the program leaves it open
     * @return null where the children must be looked at
     */
    protected Element direct(Element parent, String namespace, String name) {
        return null;
    }

    /**
     * A program asks for children by their name. For contents whose bytes do not tell which of
     * several elements they hold: they hear here which one the program takes them for, and may say
     * so with {@link Element#identify}.
     *
     * @param behind the child behind which it looks; null where it begins with the first
     * @param namespace null where the program leaves it open
     * @param index how many children of the name it wants behind there, at the most
     */
    protected void sought(
            Element parent, Element behind, String namespace, String name, long index) {
        // Most formats tell their elements.
    }

    /** Whether {@link #answer} is ever more than {@link #UNANSWERED}. */
    protected boolean answers() {
        return false;
    }

    /**
     * The value of a field below an element that nobody changed, read from the bytes without making
     * elements; for contents that know where the field lies. Whatever it gives or throws must be
     * what walking there would.
     *
     * @param from which of the names is the first below {@code parent}
     * @param last which of the last name's fields is meant, from 1, instead of the path's own index
     * @return null where the field is missing or has no value; {@link #UNANSWERED} where the
     *     elements must be looked at
     */
    protected Value answer(Element parent, NamePath path, int from, long last) {
        return UNANSWERED;
    }

    /**
     * Where fields below an element lie, for contents that know it of all messages of a kind.
     *
     * @return null where nothing is known of any of them
     */
    protected FieldBytes fields(Element parent, List<NamePath> paths) {
        return null;
    }

    /** Makes {@link Element#end} of an element known (at least 0) without making elements. */
    protected abstract void close(Element element);
}
