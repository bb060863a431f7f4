package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Objects;

/**
 * Lazy copying of elements. One level is copied when the copy is read or before its source is
 * changed.
 */
final class TreeCopying {

    /** Maximum number of elements that are copied together with their parent. */
    private static final int SMALL = 8;

    private TreeCopying() {}

    /** Implements {@link Element#copy}. */
    static Element of(Element e) {
        Element copy = new Element(e.content(), e.name, e.namespace, e.type);
        copy.domain(e.domain());
        copy.start = e.start;
        copy.end = e.end;
        copy.cursor = e.cursor;
        copy.context = e.context;
        copy.value = e.value;
        copy.state =
                e.state
                        & (Element.DECODED
                                | Element.CHANGED
                                | Element.RENAMED
                                | Element.DEPTH_MASK);
        boolean opened = isOpened(e);
        if (opened && e.first == null) {
            copy.state |= Element.COMPLETE;
        }
        if (e.first == null && e.source() == null) {
            // Both parse the same bytes independently, except the parts that were changed.
            for (Element c = e.firstOutOfOrder(); c != null; c = c.next) {
                if (!c.isClean()) {
                    copy.addOutOfOrder(of(c));
                }
            }
            return copy;
        }
        if (room(e, SMALL) >= 0) {
            inside(e, copy);
            return copy;
        }
        Element origin = opened ? e : Objects.requireNonNull(e.source());
        copy.rare().source = origin;
        if (!isSettled(copy)) {
            bind(origin);
            origin.rare().register(copy);
        }
        return copy;
    }

    /**
     * Returns a number of elements minus the number of elements below an element. The result is
     * negative if there are more, or if not all are known. An immediate copy of a few elements
     * costs less than a pending copy.
     */
    private static int room(Element e, int most) {
        boolean known = e.source() == null && e.isComplete() && !e.hasGap(null);
        if (!known || e.content() != null && e.end < 0 && e.isCleanInside()) {
            return -1;
        }
        int room = most;
        for (Element c = e.first; c != null && room >= 0; c = c.next) {
            room--;
            if (c.first != null) {
                room = room(c, room);
            } else if (c.source() != null) {
                return -1;
            }
        }
        return room;
    }

    private static void inside(Element e, Element copy) {
        for (Element c = e.first; c != null; c = c.next) {
            ChildList.append(copy, of(c));
        }
        copy.state |= Element.COMPLETE;
    }

    private static boolean isOpened(Element e) {
        return e.first != null || e.isComplete();
    }

    /** Implements {@link Element#copyAs}. */
    static @Nullable Element as(Element e, String namespace, String name) {
        boolean parsed = e.content() != null && e.content().watch() == null;
        if (!parsed
                || !e.isCleanInside()
                || e.domain() != null
                || isOpened(e)
                || e.source() != null) {
            return null;
        }
        // The writer of the copy and a search for the next field of the source need it.
        e.close();
        Element copy = of(e);
        copy.namespace = Objects.requireNonNull(namespace);
        copy.name = Objects.requireNonNull(name);
        copy.state |= Element.RENAMED;
        return copy;
    }

    /** Marks an element and its descendants as the source of a pending copy. */
    private static void bind(Element origin) {
        if ((origin.state & Element.FREE) == 0) {
            return;
        }
        ArrayDeque<Element> open = new ArrayDeque<>();
        open.add(origin);
        while (!open.isEmpty()) {
            Element e = open.pop();
            e.state &= ~Element.FREE;
            for (Element c = e.first; c != null; c = c.next) {
                if ((c.state & Element.FREE) != 0) {
                    open.push(c);
                }
            }
            for (Element c = e.firstOutOfOrder(); c != null; c = c.next) {
                if ((c.state & Element.FREE) != 0) {
                    open.push(c);
                }
            }
        }
    }

    /** Copies the next child of a pending copy's source, or completes the copy. */
    static void next(Element copy) {
        RareState rare = copy.rare();
        Element before = rare.copied;
        Element following = before == null ? requireSource(rare).firstChild() : before.next();
        if (following == null) {
            copy.state |= Element.COMPLETE;
            rare.copied = null;
        } else {
            ChildList.append(copy, of(following));
            rare.copied = following;
        }
    }

    /**
     * Like {@link #next}, for lookups by name. Children that are left out of the source are also
     * left out of the copy, because the copy's content can also create them.
     */
    static void nextNamed(Element copy) {
        RareState rare = copy.rare();
        Element source = requireSource(rare);
        Element before = rare.copied;
        Element following = before == null ? source.firstNamed() : before.nextNamed();
        if (following == null) {
            copy.state |= Element.COMPLETE;
            rare.copied = null;
            return;
        }
        if (source.hasGap(before)) {
            Element last = copy.last;
            copy.cursor = source.cursor;
            if (last != null && before != null && last.end < 0) {
                last.end = before.end;
            }
            copy.leftOut(last);
        }
        ChildList.append(copy, of(following));
        rare.copied = following;
    }

    private static Element requireSource(RareState rare) {
        return Objects.requireNonNull(rare.source);
    }

    /** Whether a copy no longer needs its source. */
    static boolean isSettled(Element copy) {
        int known = Element.COMPLETE | Element.DECODED;
        return (copy.state & known) == known
                && copy.type != 0
                && (copy.content() == null || copy.end >= 0 || !copy.isCleanInside());
    }

    /** Completes one level of each pending copy from the top of the tree down to an element. */
    static void settleAll(Element changed) {
        ArrayDeque<Element> path = new ArrayDeque<>();
        for (Element e = changed; e != null; e = e.parent) {
            path.push(e);
        }
        for (Element e : path) {
            if (e.rare != null) {
                e.rare.takeCopies().forEach(TreeCopying::settle);
            }
        }
    }

    /** Copies everything that a copy still needs from its source. */
    static void settle(Element copy) {
        if (copy.source() == null) {
            return;
        }
        copy.finish();
        copy.value();
        copy.type();
        if (copy.content() != null && copy.isCleanInside()) {
            copy.close();
        }
        copy.rare().source = null;
    }

    /** Implements {@link Element#deepCopy}. */
    static Element deep(Element original) {
        Element top = detached(original);
        ArrayDeque<Element> from = new ArrayDeque<>();
        ArrayDeque<Element> to = new ArrayDeque<>();
        from.push(original);
        to.push(top);
        while (!from.isEmpty()) {
            Element target = to.pop();
            for (Element c = from.pop().firstChild(); c != null; c = c.next()) {
                Element copy = detached(c);
                ChildList.append(target, copy);
                from.push(c);
                to.push(copy);
            }
        }
        return top;
    }

    private static Element detached(Element e) {
        Value value =
                e.value() instanceof Value.BlobValue(Bytes bytes)
                        ? Value.of(Bytes.of(bytes.toArray().clone()))
                        : e.value();
        return Element.of(e.type(), e.namespace, e.name, value).domain(e.domain());
    }
}
