package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.CwfContent.STATE;

import static java.lang.Math.max;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.Reference;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength.Prefixed;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength.Referenced;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.FolderNames;
import io.millrace.parsers.record.Wire;
import io.millrace.parsers.record.WriteContext;

/**
 * A writer of trees with a layout. Elements that were parsed with the same layout and not changed
 * are copied. Other elements are found by their names, in any order.
 */
final class CwfWriter {

    private final CwfLayout layout;
    private final CwfSettings settings;
    private final Wire wire;
    private final Limits limits;
    private final ByteSink out;
    private WrittenReferences references;
    private final byte[] pad;

    private final WriteContext writing;

    /** A choice that was copied together with all following elements; null if there is none. */
    private ChoiceSlot swallowed;

    /**
     * Creates a writer for one message.
     *
     * @param likely expected length
     */
    CwfWriter(CwfLayout layout, CwfSettings settings, Wire wire, Limits limits, int likely) {
        this.layout = layout;
        this.settings = settings;
        this.wire = wire;
        this.limits = limits;
        out = new ByteSink(max(64, max(likely, layout.root().size)));
        references = new WrittenReferences(layout.references());
        pad = pad();
        writing = new WriteContext(wire);
    }

    private byte[] pad() {
        var fill = settings.byteAlignmentPad();
        byte[] bytes =
                fill.isByte()
                        ? new byte[] {(byte) fill.codePoint()}
                        : wire.text().encode(fill.codePoint());
        return bytes == null ? new byte[1] : bytes;
    }

    Bytes write(Element message) {
        writing.enter(message.name());
        CwfContent content = UnchangedLayout.content(message, layout, wire, limits);
        if (content != null) {
            out.write(content.measure.bytes(patch(message, content, 0), content.body.length()));
        } else {
            folder(message, layout.root());
        }
        return out.bytes();
    }

    // Messages in which only values of fixed length were changed

    /** Writes a folder's bytes up to the last changed field, and returns the end of that field. */
    private int patch(Element folder, CwfContent content, int from) {
        return patchFrom(
                STATE.firstOutOfOrder(folder),
                content,
                patchFrom(STATE.firstKnown(folder), content, from));
    }

    private int patchFrom(Element first, CwfContent content, int from) {
        int at = from;
        for (Element c = first; c != null; c = STATE.nextKnown(c)) {
            at = c.isClean() ? at : patched(c, content, at);
        }
        return at;
    }

    private int patched(Element changed, CwfContent content, int from) {
        if (STATE.context(changed) instanceof ValueSlot slot) {
            out.write(content.measure.bytes(from, STATE.cursor(changed)));
            value(slot, changed);
            return STATE.cursor(changed) + slot.size;
        }
        writing.enter(changed.name());
        int at = patch(changed, content, from);
        writing.leave();
        return at;
    }

    private void folder(Element folder, Layout inner) {
        PendingChildren children = new PendingChildren(folder);
        Element outer = writing.folder();
        FolderNames outerLayout = writing.layout();
        writing.folder(folder, inner);
        for (Slot slot : inner.slots) {
            if (swallowed == null) {
                slot(slot, inner, children);
            }
        }
        Element rest = children.rest();
        if (rest != null && swallowed != null) {
            throw writing.unresolved(swallowed.names());
        }
        if (rest != null && !inner.isOpen) {
            throw writing.unexpected(rest, inner.elementNames());
        }
        writing.folder(outer, outerLayout);
    }

    private void slot(Slot slot, Layout inner, PendingChildren children) {
        if (slot instanceof ChoiceSlot choice) {
            choice(choice, slot.ordinal + 1 < inner.count(), children);
        } else {
            occurrences(slot, children);
        }
    }

    private void occurrences(Slot slot, PendingChildren children) {
        int count = count(slot, children);
        int depth = writing.depth();
        for (int i = 0; i < count; i++) {
            Element element = children.take(slot);
            try {
                occurrence(slot, element, i == 0);
            } catch (MillraceException e) {
                if (element != null || slot.repeat == null) {
                    throw e;
                }
                writing.leaveTo(depth);
                throw writing.tooFew(slot.name, slot.repeat.field().name, count, i);
            }
        }
    }

    private int count(Slot slot, PendingChildren children) {
        if (slot.count >= 0) {
            return slot.count;
        }
        if (slot.count == Slot.TO_END) {
            return max(children.count(slot), slot.element.occurs().min());
        }
        if (references.isPending(slot.repeat)) {
            int found = max(children.count(slot), slot.element.occurs().min());
            setReference(slot.repeat, found);
            return found;
        }
        return writing.checkCount(slot.name, references.value(slot.repeat), limits.treeElements());
    }

    /** Sets a length or count field that is missing in the tree. */
    private void setReference(Reference reference, long value) {
        ValueSlot field = reference.field();
        ByteSink right = new ByteSink(field.size);
        encode(field, Value.of(value), right, field.size);
        Bytes bytes = right.bytes();
        int at = references.at(reference);
        for (int i = 0; i < bytes.length(); i++) {
            out.set(at + i, bytes.at(i));
        }
        references.known(field.reference, value);
    }

    private void occurrence(Slot slot, Element element, boolean first) {
        writing.checkSize(out, limits);
        if (element != null && isCopied(slot, element)) {
            out.write(((CwfContent) element.content()).bytes(element));
            return;
        }
        skip(first ? slot.placement.leadingSkipCount() : 0);
        int alignment = slot.placement.byteAlignment();
        skip((alignment - out.length() % alignment) % alignment);
        if (slot instanceof ValueSlot value) {
            value(value, element);
        } else {
            within((FolderSlot) slot, element);
        }
        skip(slot.placement.trailingSkipCount());
    }

    private void within(FolderSlot slot, Element element) {
        writing.checkDepth(out, limits);
        WrittenReferences around = references;
        if (slot.isRecursive) {
            references = around.copy();
        }
        writing.enter(slot.name);
        folder(element, slot.layout);
        writing.leave();
        references = around;
    }

    /** Whether the bytes from which an element was parsed are equal to the written form. */
    private boolean isCopied(Slot slot, Element element) {
        if (!element.isClean()
                || !(element.content() instanceof CwfContent content)
                || content.layout != layout
                || !content.wire().equals(wire)
                || CwfContent.slot(element) != slot
                || slot.choice != null) {
            return false;
        }
        boolean moved = (out.length() - STATE.start(element)) % slot.alignment != 0;
        boolean leads = slot.placement.leadingSkipCount() > 0 && slot.repeats();
        boolean refers =
                slot instanceof FolderSlot folder
                        ? folder.isReferredTo || folder.refersOut
                        : ((ValueSlot) slot).reference >= 0
                                || ((ValueSlot) slot).length instanceof Referenced;
        return !moved && !leads && !refers;
    }

    private void skip(int count) {
        for (int i = 0; i < count; i++) {
            out.write(pad[i % pad.length]);
        }
    }

    // Values

    private void value(ValueSlot slot, Element element) {
        if (element == null && slot.reference >= 0 && slot.preset == null && slot.size >= 0) {
            references.pending(slot.reference, out.length());
            encode(slot, Value.of(0), out, slot.size);
            return;
        }
        Value value = element == null ? missing(slot) : element.fieldValue();
        if (slot.reference >= 0) {
            references.known(slot.reference, writing.number(slot.name, value));
        }
        switch (slot.length) {
            case ValueLength.Fixed(int bytes) -> encode(slot, value, out, bytes);
            case ValueLength.Characters(int count) -> characters(slot, value, count);
            case Referenced length -> referenced(slot, value, length);
            case Prefixed prefix -> prefixed(slot, value, prefix);
            case ValueLength.Terminated() -> terminated(slot, value);
            case ValueLength.ToEnd() -> encode(slot, value, out, -1);
        }
    }

    /** Returns the value to write for a field that is missing in the tree; null for NULL. */
    private Value missing(ValueSlot slot) {
        boolean nullable = slot.codec.hasNull() && slot.element.nillable();
        return writing.missing(
                slot.name,
                slot.type,
                slot.preset,
                nullable,
                nullable,
                slot.element.occurs().min() == 0,
                settings.missing());
    }

    private void encode(ValueSlot slot, Value value, ByteSink to, int length) {
        try {
            slot.codec.write(value, to, length, wire);
        } catch (FieldException e) {
            throw writing.unencodable(slot.name, e);
        }
    }

    private void characters(ValueSlot slot, Value value, int count) {
        try {
            slot.codec.writeCharacters(value, out, count, wire);
        } catch (FieldException e) {
            throw writing.unencodable(slot.name, e);
        }
    }

    private void referenced(ValueSlot slot, Value value, Referenced length) {
        int own = length.inclusive() ? max(0, length.field().field().size) : 0;
        if (references.isPending(length.field())) {
            int from = out.length();
            encode(slot, value, out, -1);
            setReference(length.field(), units(from, length.unit()) + own);
            return;
        }
        int specified =
                writing.length(
                        slot.name, references.value(length.field()) - own, limits.messageBytes());
        if (length.unit() == 0) {
            characters(slot, value, specified);
        } else {
            encode(slot, value, out, specified * length.unit());
        }
    }

    /** Returns the number of units written. */
    private int units(int from, int unit) {
        if (unit > 0) {
            return (out.length() - from) / unit;
        }
        Bytes written = out.bytes();
        String text = wire.text().decode(written.array(), from, out.length());
        return text.codePointCount(0, text.length());
    }

    private void prefixed(ValueSlot slot, Value value, Prefixed prefix) {
        int at = out.length();
        for (int i = 0; i < prefix.bytes(); i++) {
            out.write(0);
        }
        encode(slot, value, out, -1);
        int count = units(at + prefix.bytes(), prefix.unit());
        writing.prefix(slot.name, out, at, prefix.bytes(), count);
    }

    private void terminated(ValueSlot slot, Value value) {
        writing.checkTerminated(slot.name, value);
        encode(slot, value, out, -1);
        writing.terminate(out);
    }

    // Choices

    private void choice(ChoiceSlot choice, boolean isFollowed, PendingChildren children) {
        int turns = 0;
        boolean more = true;
        while (more && swallowed == null && (choice.count < 0 || turns < choice.count)) {
            writing.checkSize(out, limits);
            more = turn(choice, children);
            turns += more ? 1 : 0;
        }
        if (swallowed == null && turns != choice.count) {
            checkTurns(choice, turns, isFollowed);
            for (int i = turns; i < choice.count && !choice.isToEnd; i++) {
                skip(choice.size);
            }
        }
    }

    private void checkTurns(ChoiceSlot choice, int turns, boolean isFollowed) {
        if (turns == 0 && choice.minOccurs() > 0) {
            throw writing.unwritable("", "has none of " + choice.names() + ", but must have one");
        }
        boolean isFull = choice.count > 0 && choice.isToEnd && isFollowed;
        int least = isFull ? choice.count : choice.minOccurs();
        if (turns < least) {
            throw writing.unwritable(
                    "", "has %d of %s, but must have %d".formatted(turns, choice.names(), least));
        }
    }

    /** Writes one occurrence of a choice; returns false if the tree contains no more. */
    private boolean turn(ChoiceSlot choice, PendingChildren children) {
        Element first = children.first(choice);
        if (first == null) {
            return false;
        }
        if (PendingChildren.isUnresolved(first)) {
            children.takeUnresolved();
            unresolved(choice, first);
            return true;
        }
        Branch taken = choice.branch(first.namespace(), first.name());
        if (!choice.repeats()) {
            checkOthers(choice, taken, children);
        }
        int from = out.length();
        taken.slots().forEach(slot -> occurrences(slot, children));
        if (!choice.isToEnd) {
            skip(from + choice.size - out.length());
        }
        return true;
    }

    private void checkOthers(ChoiceSlot choice, Branch taken, PendingChildren children) {
        for (Branch branch : choice.branches) {
            for (Slot slot : branch.slots()) {
                if (branch != taken && children.count(slot) > 0) {
                    throw writing.unwritable(
                            "",
                            "has "
                                    + taken.slots().getFirst().name
                                    + " and "
                                    + slot.name
                                    + ", of which the model permits only one");
                }
            }
        }
    }

    /** Copies an unresolved choice. Throws an exception if the choice has been changed. */
    private void unresolved(ChoiceSlot choice, Element element) {
        boolean same =
                !(element.content() instanceof CwfContent content)
                        || content.layout == layout && content.wire().equals(wire);
        boolean fits =
                element.value() instanceof BlobValue(Bytes bytes)
                        && (choice.isToEnd
                                || bytes.length() == choice.size
                                || choice.isLast
                                        && bytes.length() >= choice.shortest
                                        && bytes.length() < choice.size);
        if (!same || !fits) {
            throw writing.unresolved(choice.names());
        }
        out.write(((BlobValue) element.value()).value());
        swallowed = choice.isOpen ? choice : null;
    }
}
