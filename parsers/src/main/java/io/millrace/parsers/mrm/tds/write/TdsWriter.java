package io.millrace.parsers.mrm.tds.write;

import static io.millrace.parsers.model.Separation.TAGGED_ENCODED_LENGTH;
import static io.millrace.parsers.model.Separation.UNDEFINED;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Referenced;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Marker;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.Syntax.GroupMarkup;
import io.millrace.parsers.mrm.tds.scan.TdsContent;
import io.millrace.parsers.mrm.tds.standards.Delimiters;
import io.millrace.parsers.record.FolderNames;
import io.millrace.parsers.record.Wire;
import io.millrace.parsers.record.WriteContext;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A writer of trees with a layout. Elements that were parsed with the same syntax and not changed
 * are copied; other elements are found by their names. Elements with tags are written in the order
 * of the tree, other elements in the order of the model.
 */
public final class TdsWriter {

    private final WrittenInterchanges interchanges;
    private Syntax syntax;
    private final Wire wire;
    private final Limits limits;
    private final ByteSink out = new ByteSink(512);
    private final ValueWriter values;

    private final WriteContext writing;

    /**
     * @param syntax syntax at the beginning of the message
     * @param syntaxes factory of the syntax for other delimiters
     */
    public TdsWriter(
            Syntax syntax,
            TdsSettings settings,
            Wire wire,
            Limits limits,
            Function<Delimiters, Syntax> syntaxes) {
        interchanges = new WrittenInterchanges(settings.standard(), syntaxes);
        this.syntax = syntax;
        this.wire = wire;
        this.limits = limits;
        writing = new WriteContext(wire);
        values = new ValueWriter(writing, syntax, settings, wire, out, limits);
    }

    public Bytes write(Element message) {
        writing.enter(message.name());
        Layout root = syntax.layout().root();
        PendingChildren members = new PendingChildren(message);
        writing.folder(message, root);
        region(root, members);
        checkRest(root, members);
        return out.bytes();
    }

    /** Returns the characters written after the last segments. */
    public byte[] lineEnd() {
        return syntax.lineEnd();
    }

    // Layouts

    void region(Layout layout, PendingChildren members) {
        GroupMarkup markup = syntax.of(layout);
        out.write(markup.indicator().written());
        if (layout.isTagged()) {
            tagged(layout, members);
        } else if (layout.isChoice()) {
            choice(layout, members);
        } else {
            switch (layout.separation()) {
                case ALL_ELEMENTS_DELIMITED, VARIABLE_LENGTH_ELEMENTS_DELIMITED ->
                        new DelimitedWriter(this, syntax, values, out, layout).write(members);
                default -> {
                    for (Slot slot : layout.slots()) {
                        all(layout, slot, members);
                    }
                }
            }
        }
        out.write(markup.terminator().written());
        if (syntax.skipsWhite() && !markup.terminator().isNone()) {
            out.write(syntax.lineEnd());
        }
        writing.checkSize(out, limits);
    }

    private void checkRest(Layout layout, PendingChildren members) {
        Element rest = members.first();
        if (rest != null && !layout.isOpen()) {
            throw writing.unexpected(rest, layout.elementNames());
        }
    }

    /**
     * Returns the number of occurrences of a slot to write, and sets a count that is missing in the
     * tree.
     */
    int count(Slot slot, PendingChildren members) {
        int found = slot instanceof GroupSlot ? 0 : members.count(slot);
        return slot.repeatReference() == null
                ? found
                : values.count(slot, max(found, slot.occurs().min()));
    }

    /** Writes all consecutive occurrences of a slot. */
    private void all(Layout layout, Slot slot, PendingChildren members) {
        if (slot instanceof GroupSlot group) {
            groups(group, members);
            return;
        }
        int found = count(slot, members);
        boolean fixed = layout.separation().isFixed();
        int count =
                slot.repeatReference() != null
                        ? found
                        : fixed && !slot.occurs().isUnbounded()
                                ? slot.maxOccurs()
                                : max(
                                        min(found, slot.maxOccurs()),
                                        fixed ? slot.occurs().min() : 0);
        if (!fixed && found == 0 && slot.repeatReference() == null) {
            boolean counts = slot instanceof ValueSlot v && v.reference() >= 0;
            count = values.isWrittenWhenMissing(slot) || counts ? 1 : 0;
        }
        for (int i = 0; i < count; i++) {
            int[] begin = values.mark();
            occurrence(slot, members.take(slot));
            if (slot.pattern() != null) {
                values.checkPattern(slot, begin[0]);
            }
            values.release();
        }
    }

    private void groups(GroupSlot group, PendingChildren members) {
        int count = 0;
        while (members.has(group) && count < group.maxOccurs()) {
            region(group.layout(), members);
            count++;
        }
        boolean fixed = group.layout().separation().isFixed();
        while (count < group.occurs().min() || fixed && count < group.maxOccurs()) {
            if (group.layout().isChoice()
                    || group.occurs().isUnbounded() && count >= group.occurs().min()) {
                return;
            }
            region(group.layout(), members);
            count++;
        }
    }

    /**
     * Writes an element. It uses few nested calls for each folder, because folders can be nested
     * deeply.
     *
     * @param element element to write; null for a missing element that must keep its position
     */
    void occurrence(Slot slot, Element element) {
        writing.checkSize(out, limits);
        if (element != null && isCopied(slot, element)) {
            copy(slot, element);
            return;
        }
        if (slot instanceof ValueSlot value) {
            values.write(value, element);
            return;
        }
        FolderSlot folder = (FolderSlot) slot;
        writing.checkDepth(out, limits);
        writing.enter(element == null ? slot.name() : element.name());
        int[] begin = values.mark();
        PendingReferences.Around around = values.enter(folder);
        PendingChildren inner = new PendingChildren(element);
        Element outer = writing.folder();
        FolderNames outerLayout = writing.layout();
        writing.folder(element, folder.layout());
        region(folder.layout(), inner);
        checkRest(folder.layout(), inner);
        writing.folder(outer, outerLayout);
        values.leave(around);
        values.checkLength(folder, begin);
        writing.leave();
    }

    private void copy(Slot slot, Element element) {
        if (slot instanceof ValueSlot value && value.reference() >= 0) {
            values.noteReference(value, element.value());
        }
        TdsContent content = (TdsContent) element.content();
        out.write(content.bytes(element));
        use(content.syntaxAfter(element));
    }

    private void use(Syntax other) {
        if (other != syntax) {
            syntax = other;
            values.use(other);
        }
    }

    /** Whether the bytes from which an element was parsed are equal to the written form. */
    private boolean isCopied(Slot slot, Element element) {
        if (!element.isClean()
                || !(element.content() instanceof TdsContent content)
                || content.syntaxAt(element) != syntax
                || !content.wire().equals(wire)
                || TdsContent.slot(element) != slot) {
            return false;
        }
        if (slot.extent() instanceof Referenced
                || slot instanceof FolderSlot folder && folder.refersOut()) {
            return false;
        }
        return !(slot instanceof FolderSlot folder) || isEnded(folder, element, content);
    }

    /**
     * Whether a group ends with its terminator. The terminator of the last group of a message can
     * be missing.
     */
    private boolean isEnded(FolderSlot slot, Element element, TdsContent content) {
        Marker terminator = syntax.of(slot.layout()).terminator();
        int end = element.close();
        if (terminator.isNone() || end < content.body().end()) {
            return true;
        }
        for (byte[] form : terminator.forms()) {
            for (int at = end - form.length; at >= TdsContent.start(element); at--) {
                if (terminator.match(content.body().array(), at, end) > 0) {
                    return true;
                }
                boolean white = content.body().array()[at + form.length - 1] <= 0x40;
                if (!white) {
                    break;
                }
            }
        }
        return false;
    }

    // Tagged layouts

    private void tagged(Layout layout, PendingChildren members) {
        int[] written = new int[layout.slots().size()];
        int at = 0;
        boolean any = false;
        while (true) {
            Slot slot = next(layout, members, at, written);
            if (slot == null) {
                break;
            }
            if (slot != layout.undeclared()) {
                any |= defaults(layout, at, slot.ordinal(), written, any, members);
                at = max(at, slot.ordinal());
                written[slot.ordinal()]++;
            }
            separate(layout, any);
            any = true;
            if (slot instanceof GroupSlot group) {
                region(group.layout(), members);
            } else {
                Element element = members.takeFirst();
                if (slot.repeatReference() != null) {
                    values.countAll(slot, 1 + members.count(slot));
                }
                tagged(layout, slot, element);
            }
            if (layout.isChoice()) {
                return;
            }
        }
        if (!layout.isChoice()) {
            defaults(layout, 0, layout.slots().size(), written, any, members);
        }
    }

    private void separate(Layout layout, boolean any) {
        if (any) {
            out.write(syntax.of(layout).delimiter().written());
        }
    }

    /**
     * Writes missing elements up to a slot if they have a default value or contain a length or
     * count.
     */
    private boolean defaults(
            Layout layout,
            int from,
            int to,
            int[] written,
            boolean before,
            PendingChildren members) {
        boolean any = before;
        for (int i = from; i < to; i++) {
            Slot slot = layout.slot(i);
            boolean missing = written[i] == 0 && !slot.isAnyTag() && layout.isOrdered();
            if (missing && (values.isWrittenWhenMissing(slot) || counts(layout, slot, members))) {
                separate(layout, any);
                tagged(layout, slot, null);
                written[i]++;
                any = true;
            }
        }
        return any;
    }

    /**
     * Whether a missing field specifies the count or length of elements that have not been written.
     */
    private static boolean counts(Layout layout, Slot slot, PendingChildren members) {
        if (!(slot instanceof ValueSlot value) || value.reference() < 0) {
            return false;
        }
        return slot.occurs().min() > 0
                || layout.slots().stream().anyMatch(s -> refers(s, value) && members.has(s));
    }

    private static boolean refers(Slot slot, ValueSlot to) {
        return slot.repeatReference() != null && slot.repeatReference().field() == to
                || slot.extent() instanceof Referenced length && length.field().field() == to
                || slot instanceof FolderSlot folder && folder.refersOut()
                || slot instanceof GroupSlot group
                        && group.layout().slots().stream().anyMatch(s -> refers(s, to));
    }

    /** Returns the slot of the next child; null if no slot accepts the child. */
    private Slot next(Layout layout, PendingChildren members, int at, int[] written) {
        Element child = members.first();
        if (child == null) {
            return null;
        }
        Slot likely = layout.likelySlot(child, at, written);
        if (likely != null) {
            return likely;
        }
        int[] ordinals = layout.ordinals(child.namespace(), child.name());
        for (int ordinal : ordinals) {
            if (ordinal >= at && written[ordinal] < layout.slot(ordinal).maxOccurs()) {
                return layout.slot(ordinal);
            }
        }
        for (int ordinal : ordinals) {
            if (written[ordinal] < layout.slot(ordinal).maxOccurs()) {
                return layout.slot(ordinal);
            }
        }
        for (Slot slot : layout.slots()) {
            if (slot.isAnyTag() && written[slot.ordinal()] < slot.maxOccurs()) {
                return slot;
            }
        }
        return layout.undeclared();
    }

    private void tagged(Layout layout, Slot slot, Element element) {
        String head = interchanges.head(slot, element);
        int from = out.length();
        if (head != null) {
            use(interchanges.begin(head, slot, element, from == 0, syntax));
        }
        element(layout, slot, element);
        if (head != null) {
            use(
                    interchanges.syntaxAfter(
                            head, new Bytes(out.bytes().array(), from, out.length()), syntax));
        }
        if (slot.isServiceString() && slot instanceof ValueSlot) {
            out.write(syntax.lineEnd());
        }
    }

    private void element(Layout layout, Slot slot, Element element) {
        if (element != null && isCopied(slot, element)) {
            copy(slot, element);
            return;
        }
        GroupMarkup markup = syntax.of(layout);
        boolean tags = slot.tag() != null || slot.isAnyTag();
        if (!tags) {
            occurrence(slot, element);
            return;
        }
        out.write(slot.isAnyTag() ? anyTag(layout, element) : syntax.of(slot).tag().written());
        if (layout.separation() == TAGGED_ENCODED_LENGTH) {
            encoded(layout, slot, element);
            return;
        }
        boolean nothing =
                slot instanceof FolderSlot folder
                        && element != null
                        && element.firstChild() == null
                        && !folder.layout().markup().groupTerminator().isEmpty();
        if (!slot.isServiceString() && !nothing) {
            out.write(markup.tagSeparator().written());
        }
        occurrence(slot, element);
    }

    private byte[] anyTag(Layout layout, Element element) {
        String name = element.name();
        byte[] tag = syntax.text().encode(name);
        if (tag == null) {
            throw writing.unwritable(
                    name,
                    "is not a tag: "
                            + syntax.text().charset().name()
                            + " lacks a "
                            + "character of it");
        }
        GroupMarkup markup = syntax.of(layout);
        int length = layout.markup().lengthOfTag();
        boolean counted = length > 0 && markup.tagSeparator().isNone();
        boolean fits =
                counted
                        ? name.codePointCount(0, name.length()) == length
                        : tag.length > 0
                                && markup.tagStops().first(tag, 0, tag.length) >= tag.length;
        if (!fits) {
            throw writing.unwritable(
                    name,
                    counted
                            ? "is not a tag; expected a tag of " + length + " characters"
                            : "is not a tag; it contains a delimiter");
        }
        return tag;
    }

    private void encoded(Layout layout, Slot slot, Element element) {
        out.write(syntax.of(layout).tagSeparator().written());
        int digits = layout.markup().lengthOfEncodedLength();
        int extra = layout.markup().extraCharsInEncodedLength();
        int[] begin = values.mark();
        out.write(syntax.text().encode("0".repeat(digits)));
        int size = out.length() - begin[0];
        occurrence(slot, element);
        String specified = Long.toString(values.characters(begin[0] + size) + extra);
        if (specified.length() > digits) {
            throw writing.unwritable(
                    slot.name(),
                    "has the length " + specified + ", which " + digits + " digits cannot express");
        }
        byte[] right = syntax.text().encode("0".repeat(digits - specified.length()) + specified);
        PendingReferences.replace(out, begin[0], begin[0] + size, right);
        values.release();
    }

    // Choices

    private void choice(Layout layout, PendingChildren members) {
        Slot taken = branch(layout, members.first());
        taken = taken == null ? longest(layout, members) : taken;
        for (Slot slot : taken == null || !layout.isFolder() ? List.<Slot>of() : layout.slots()) {
            if (slot != taken && members.has(slot) && !sharesNames(slot, taken)) {
                throw writing.unwritable(
                        "",
                        "has "
                                + label(taken)
                                + " and "
                                + label(slot)
                                + ", of which the model permits only one");
            }
        }
        Element unresolved = taken == null ? members.takeUnresolved() : null;
        if (unresolved != null) {
            unresolved(layout, unresolved);
        } else if (taken != null) {
            if (layout.separation().isFixed() || layout.separation() == UNDEFINED) {
                all(layout, taken, members);
            } else {
                one(layout, taken, members);
            }
        }
    }

    /** Returns the branch in which an element was found; null if there is none. */
    private Slot branch(Layout layout, Element element) {
        boolean own =
                element != null
                        && element.content() instanceof TdsContent content
                        && content.syntax().layout() == syntax.layout();
        Slot found = own ? TdsContent.slot(element) : null;
        if (found == null) {
            return null;
        }
        for (Slot slot : layout.slots()) {
            Layout inner = slot.inner();
            boolean within =
                    slot instanceof GroupSlot
                            && (inner.slots().contains(found) || inner.undeclared() == found);
            if (slot == found || within) {
                return slot;
            }
        }
        return null;
    }

    /**
     * Returns the branch that accepts the longest run of the next children; null if no branch
     * accepts the next child.
     */
    private static Slot longest(Layout layout, PendingChildren members) {
        Slot longest = null;
        int most = -1;
        for (Slot slot : layout.slots()) {
            int run = members.has(slot) ? members.run(slot) : -1;
            if (run > most) {
                longest = slot;
                most = run;
            }
        }
        return longest;
    }

    private static boolean sharesNames(Slot a, Slot b) {
        List<String> names = List.of(label(b).split(", "));
        return Stream.of(label(a).split(", ")).anyMatch(names::contains);
    }

    /** Returns the names of a slot's elements, for error messages. */
    private static String label(Slot slot) {
        return slot instanceof GroupSlot group ? group.layout().names() : slot.name();
    }

    private void one(Layout layout, Slot slot, PendingChildren members) {
        if (slot instanceof GroupSlot group) {
            groups(group, members);
            return;
        }
        Marker between =
                slot.repeat() == null ? syntax.of(layout).delimiter() : syntax.of(slot).repeat();
        int count = min(members.count(slot), slot.maxOccurs());
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out.write(between.written());
            }
            occurrence(slot, members.take(slot));
        }
    }

    /** Copies an unresolved choice. Throws an exception if the choice has been changed. */
    private void unresolved(Layout layout, Element element) {
        boolean same =
                element.content() instanceof TdsContent content
                        && content.syntaxAt(element) == syntax
                        && content.wire().equals(wire)
                        && element.isClean();
        if (!same || !(element.value() instanceof BlobValue(Bytes bytes))) {
            throw writing.unresolved(layout.names());
        }
        out.write(bytes);
    }
}
