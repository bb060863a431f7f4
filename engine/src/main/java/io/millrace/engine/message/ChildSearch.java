package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

/**
 * The steps of a search of children, for callers that keep positions between searches, such as the
 * caches of ESQL. All other code uses {@link Element#child} and {@link FieldReader}.
 *
 * <p>A search by name begins with {@link #direct} (only for the first child with the name) or
 * {@link #seek}, and continues with {@link #first} and {@link #next}. A remembered position is
 * valid as long as {@link #changes} of the parent does not change. Each remembered child must be
 * {@link #noted}.
 */
public final class ChildSearch {

    private ChildSearch() {}

    /**
     * Returns the first child with a name, if the parent's content can locate it without the
     * children before it. Otherwise returns null, whether or not the child exists.
     *
     * @param namespace namespace; null for any namespace
     */
    public static @Nullable Element direct(
            Element parent, @Nullable String namespace, String name) {
        return parent.direct(namespace, name);
    }

    /**
     * Announces a lookup of children by name to the content, which can then {@linkplain
     * Content#resolveChoice resolve a choice}. Must be called before each search by name.
     *
     * @param after child after which the lookup starts; null to start at the first child
     * @param namespace namespace; null for any namespace
     * @param index maximum number of children with the name that are needed after that child
     */
    public static void seek(
            Element parent,
            @Nullable Element after,
            @Nullable String namespace,
            String name,
            long index) {
        parent.seek(after, namespace, name, index);
    }

    /**
     * Returns the first child.
     *
     * @param named whether children without a name can be skipped; they are then not created
     */
    public static @Nullable Element first(Element parent, boolean named) {
        return named ? parent.firstNamed() : parent.firstChild();
    }

    /**
     * Returns the next sibling.
     *
     * @param named whether siblings without a name can be skipped; they are then not created
     */
    public static @Nullable Element next(Element child, boolean named) {
        return named ? child.nextNamed() : child.next();
    }

    /** Whether {@link #readDirect} can return a value. */
    public static boolean answers(Element parent) {
        Content content = parent.content();
        return content != null
                && content.answers()
                && content.watch() == null
                && (parent.state & (Element.CHANGED | Element.COMPLETE)) == 0;
    }

    /**
     * Returns the value of a field below an element if it can be read from the bytes without
     * creating elements; otherwise {@link Content#UNANSWERED}. Each call decodes the value again.
     *
     * @param from index of the first name below the element in the path
     * @param last occurrence of the last name, from 1; it replaces the index in the path
     */
    public static @Nullable Value readDirect(Element parent, NamePath path, int from, long last) {
        Content content = parent.content();
        return content != null
                        && (parent.state & (Element.CHANGED | Element.COMPLETE)) == 0
                        && content.watch() == null
                ? content.readDirect(parent, path, from, last)
                : Content.UNANSWERED;
    }

    /**
     * Returns the number of changes that moved children of an element or renamed children that were
     * {@link #noted}. Appended children are not counted.
     */
    public static int changes(Element parent) {
        return parent.rare == null ? 0 : parent.rare.changes;
    }

    /**
     * Records that a position of a child was remembered with its name or type. If an element that
     * is not noted is renamed, this is not counted as a change of its parent. A loop that appends
     * and names elements therefore takes linear time.
     */
    public static void noted(Element child) {
        child.state |= Element.NOTED;
    }

    /**
     * Returns the removed child if the last of the {@link #changes} was the permanent removal of a
     * child other than the last one; otherwise null. Users of remembered positions can thus
     * determine the effect of a single change.
     */
    public static @Nullable Element takenFromWithin(Element parent) {
        RareState rare = parent.rare;
        Element taken = (parent.state & Element.COMPLETE) == 0 || rare == null ? null : rare.copied;
        return taken != null && taken.isRemoved() && taken.parent == null ? taken : null;
    }
}
