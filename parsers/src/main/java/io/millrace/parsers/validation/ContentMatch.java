package io.millrace.parsers.validation;

import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;

import io.millrace.engine.message.Element;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.validation.ContentModel.Parts;
import io.millrace.parsers.validation.ContentModel.Single;

import java.util.List;

/**
 * A comparison of a folder's elements with the groups of its type. XML Schema requires that the
 * name of an element identifies its part of a group: the first part that can begin with the name.
 */
final class ContentMatch {

    private static final int NOWHERE = -1;

    private final List<Element> elements;
    private final Name[] names;

    /**
     * Expectation at the position where the elements deviate from the type; null if they conform.
     */
    private String expected;

    private int at;

    /**
     * @param elements elements of the type in order; an element without a name matches any element
     */
    ContentMatch(List<Element> elements) {
        this.elements = elements;
        names = new Name[elements.size()];
        for (int i = 0; i < names.length; i++) {
            Element e = elements.get(i);
            names[i] = e.name().isEmpty() ? null : Name.of(e);
        }
    }

    /** Whether the elements conform to a type. */
    boolean holds(ContentModel content) {
        int end = all(content, 0);
        if (end >= 0 && end < names.length) {
            fail(end, "no further element of this name here: it occurs too often or too late");
        }
        return expected == null;
    }

    /** Returns the first invalid element; null if an element is missing at the end. */
    Element firstInvalid() {
        return at < elements.size() ? elements.get(at) : null;
    }

    String expected() {
        return expected;
    }

    private int fail(int where, String what) {
        at = where;
        expected = what;
        return NOWHERE;
    }

    /**
     * Matches as many occurrences of a part as possible, and returns the index of the element after
     * them.
     */
    private int all(ContentModel part, int from) {
        return switch (part) {
            case Single single -> single(single, from);
            case Parts parts -> repeated(parts, from);
        };
    }

    private int single(Single part, int from) {
        Occurs occurs = part.occurs();
        int found = 0;
        int to = from;
        while (to < names.length
                && (occurs.isUnbounded() || found < occurs.max())
                && part.name().equals(names[to])) {
            found++;
            to++;
        }
        if (found >= occurs.min()) {
            return to;
        }
        return fail(
                to,
                occurs.min() == 1
                        ? part.name().local()
                        : occurs.min()
                                + " times "
                                + part.name().local()
                                + ", of which there are "
                                + found);
    }

    private boolean canBegin(ContentModel part, int from) {
        return from < names.length
                && (names[from] == null ? hasChoice(part) : part.first().contains(names[from]));
    }

    /** Whether a choice of several elements can be in a part. */
    private static boolean hasChoice(ContentModel part) {
        return part instanceof Parts group
                && (group.composition() == CHOICE
                        || group.composition() == MESSAGE
                        || group.parts().stream().anyMatch(ContentMatch::hasChoice));
    }

    private int repeated(Parts group, int from) {
        Occurs occurs = group.occurs();
        int to = from;
        for (int times = 0; occurs.isUnbounded() || times < occurs.max(); times++) {
            if (times >= occurs.min() && !canBegin(group, to)) {
                return to;
            }
            int next = once(group, to);
            if (next == NOWHERE || next == to) {
                return next;
            }
            to = next;
        }
        return to;
    }

    private int once(Parts group, int from) {
        return switch (group.composition()) {
            case SEQUENCE -> sequence(group, from);
            case CHOICE, MESSAGE -> choice(group, from);
            case ALL, UNORDERED_SET -> unordered(group, from);
        };
    }

    private int sequence(Parts group, int from) {
        int to = from;
        for (ContentModel part : group.parts()) {
            to = all(part, to);
            if (to == NOWHERE) {
                return NOWHERE;
            }
        }
        return to;
    }

    private int choice(Parts group, int from) {
        if (from < names.length && names[from] == null) {
            return from + 1;
        }
        for (ContentModel part : group.parts()) {
            if (canBegin(part, from)) {
                return all(part, from);
            }
        }
        return group.canBeEmpty() ? from : fail(from, "one of " + listed(group));
    }

    private int unordered(Parts group, int from) {
        int[] found = new int[group.parts().size()];
        int to = from;
        for (int i = next(group, to); i >= 0; i = next(group, to)) {
            ContentModel part = group.parts().get(i);
            if (++found[i] > part.occurs().max() && !part.occurs().isUnbounded()) {
                return fail(to, "at most " + part.occurs().max() + " of it");
            }
            int after = part instanceof Parts inner ? once(inner, to) : to + 1;
            if (after == NOWHERE || after == to) {
                return after;
            }
            to = after;
        }
        for (int i = 0; i < found.length; i++) {
            ContentModel part = group.parts().get(i);
            if (found[i] < part.occurs().min() && !part.canBeEmpty()) {
                return fail(to, listed(part) + (found[i] == 0 ? "" : " once more"));
            }
        }
        return to;
    }

    private int next(Parts group, int from) {
        for (int i = 0; i < group.parts().size(); i++) {
            if (canBegin(group.parts().get(i), from)) {
                return i;
            }
        }
        return -1;
    }

    private static String listed(ContentModel part) {
        return String.join(
                ", ",
                part.first().stream().map(Name::local).sorted().distinct().limit(20).toList());
    }
}
