package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.message.Content.UNANSWERED;
import static io.millrace.engine.parser.ParseErrors.cutOff;
import static io.millrace.parsers.mrm.cwf.Slot.TO_END;
import static io.millrace.parsers.record.RecordTypes.DOMAIN;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.Reference;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength.Prefixed;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength.Terminated;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.RecordTypes;
import io.millrace.parsers.record.Wire;

/**
 * A reader that finds the ends of slots in the bytes of one message and reads values, without
 * creating elements. Positions are relative to the first byte of the message.
 */
final class RecordReader {

    private static final int SHOWN = 32;

    final byte[] array;
    final int base;
    final int length;
    final Wire wire;
    private final Limits limits;

    /**
     * Whether other messages follow in the bytes. A choice whose length varies then has the length
     * of the branch that a field selects.
     */
    private final boolean isSequence;

    RecordReader(Bytes body, Wire wire, Limits limits) {
        this(body, wire, limits, false);
    }

    private RecordReader(Bytes body, Wire wire, Limits limits, boolean isSequence) {
        array = body.array();
        base = body.start();
        length = body.length();
        this.wire = wire;
        this.limits = limits;
        this.isSequence = isSequence;
    }

    /** Returns the end of the message at the beginning of bytes that can continue after it. */
    static int messageEnd(Bytes bytes, Layout message, Wire wire, Limits limits) {
        RecordReader reader = new RecordReader(bytes, wire, limits, true);
        int end = new RecordFrame(null, message, 0, null).begin(message.count(), reader);
        if (end > bytes.length()) {
            throw cutOff(DOMAIN, bytes.length(), "%d bytes of a record".formatted(end));
        }
        return end;
    }

    /** Whether the fields after a choice can be located only after a program has resolved it. */
    boolean isOpen(Slot slot) {
        return slot instanceof ChoiceSlot choice && choice.isOpen && !isSequence;
    }

    Bytes bytes(int from, int to) {
        return new Bytes(array, base + from, base + to);
    }

    /** Returns the end of all occurrences of a slot. */
    int end(Slot slot, RecordFrame frame, int begin) {
        int count = frame.count(slot, this);
        if (count == 0 || count == TO_END && !isMoreToEnd(slot, 0, begin)) {
            return begin;
        }
        int at = occurrence(slot, frame, begin, true);
        if (slot instanceof ChoiceSlot choice && choice.isToEnd && !isSequence) {
            return at;
        }
        if (count == TO_END) {
            for (int before = begin; at < length && at > before; ) {
                before = at;
                at = occurrence(slot, frame, at, false);
            }
            return at;
        }
        if (slot.size >= 0 && slot.nextLead >= 0) {
            long own = (long) slot.nextLead + slot.size + slot.placement.trailingSkipCount();
            return within(at + (count - 1L) * own, at, slot, frame);
        }
        if (count > limits.treeElements()) {
            throw tooMany(count, begin, slot, frame);
        }
        for (int i = 1; i < count; i++) {
            at = occurrence(slot, frame, at, false);
        }
        return at;
    }

    /** Whether a slot that repeats up to the end of the message has another occurrence. */
    boolean isMoreToEnd(Slot slot, int found, int at) {
        return at < length || found < slot.minOccurs();
    }

    private static MillraceException tooMany(int count, int at, Slot slot, RecordFrame frame) {
        return ParseErrors.limit(DOMAIN, at, frame.path(slot) + " occurs " + count + " times");
    }

    /** Returns the end of one occurrence. */
    int occurrence(Slot slot, RecordFrame frame, int begin, boolean first) {
        int body = body(slot, begin, first);
        long end =
                switch (slot) {
                    case ValueSlot value -> value(value, frame, body);
                    case FolderSlot folder -> {
                        if (frame.depth >= limits.treeDepth()) {
                            throw ParseErrors.limit(
                                    DOMAIN, begin, "more than " + limits.treeDepth() + " levels");
                        }
                        RecordFrame inner = new RecordFrame(folder, folder.layout, body, frame);
                        yield inner.begin(folder.layout.count(), this);
                    }
                    case ChoiceSlot choice -> choice(choice, frame, body);
                };
        long after = end + slot.placement.trailingSkipCount();
        return slot.endsEarly
                ? max(within(end, begin, slot, frame), (int) min(after, length))
                : within(after, begin, slot, frame);
    }

    private long choice(ChoiceSlot choice, RecordFrame frame, int body) {
        if (isSequence && choice.dispatch != null && (choice.isToEnd || choice.isLast)) {
            int end = body;
            for (Slot slot : dispatched(choice, frame).slots()) {
                end = end(slot, frame, end);
            }
            return end;
        }
        if (choice.isToEnd) {
            return max(body, length);
        }
        long full = (long) body + choice.size;
        return choice.isLast ? max((long) body + choice.shortest, min(full, length)) : full;
    }

    /** Returns the end of a folder whose fields end at a position. */
    int endOf(Slot slot, int end) {
        int after = end + slot.placement.trailingSkipCount();
        return slot.endsEarly ? max(end, min(after, length)) : after;
    }

    /** Returns the start of an element's value or of a folder's fields. */
    int body(Slot slot, int begin, boolean first) {
        int lead = slot.lead(first);
        if (lead >= 0) {
            return begin + lead;
        }
        int skipped = begin + (first ? slot.placement.leadingSkipCount() : 0);
        int alignment = slot.placement.byteAlignment();
        return (skipped + alignment - 1) / alignment * alignment;
    }

    private int within(long end, int begin, Slot slot, RecordFrame frame) {
        if (end > length) {
            throw cutOff(
                    DOMAIN,
                    length,
                    "%s, which begins at byte %d and has %d bytes"
                            .formatted(what(slot, frame), begin, end - begin));
        }
        return (int) end;
    }

    private static String what(Slot slot, RecordFrame frame) {
        return slot instanceof ChoiceSlot choice
                ? "a choice of " + choice.names()
                : frame.path(slot);
    }

    /** Returns the end of a value that begins at a position. */
    long value(ValueSlot slot, RecordFrame frame, int from) {
        return switch (slot.length) {
            case ValueLength.Fixed(int bytes) -> (long) from + bytes;
            case ValueLength.Characters(int count) -> characters(slot, frame, from, count);
            case ValueLength.Referenced length -> {
                int specified = reference(length.field(), frame, slot);
                if (length.inclusive()) {
                    specified -= max(0, length.field().field().size);
                }
                if (specified < 0) {
                    throw ParseErrors.failed(
                            DOMAIN,
                            from,
                            frame.path(slot) + " has a negative length, " + specified);
                }
                yield units(slot, frame, from, specified, length.unit());
            }
            case Prefixed(int bytes, int unit) -> {
                within((long) from + bytes, from, slot, frame);
                yield units(
                        slot, frame, from + bytes, wire.prefix(array, base + from, bytes), unit);
            }
            case Terminated() -> terminator(slot, frame, from) + wire.text().unit();
            case ValueLength.ToEnd() -> max(from, length);
        };
    }

    private long units(ValueSlot slot, RecordFrame frame, int from, int count, int unit) {
        return unit == 0 ? characters(slot, frame, from, count) : from + (long) count * unit;
    }

    private long characters(ValueSlot slot, RecordFrame frame, int from, int count) {
        int end = from > length ? -1 : wire.text().skip(array, base + from, base + length, count);
        if (end < 0) {
            throw cutOff(
                    DOMAIN,
                    length,
                    "%s, which begins at byte %d and has %d characters"
                            .formatted(frame.path(slot), from, count));
        }
        return end - base;
    }

    private int terminator(ValueSlot slot, RecordFrame frame, int from) {
        int unit = wire.text().unit();
        for (int at = from; at + unit <= length; at += unit) {
            if (array[base + at] == 0 && (unit == 1 || array[base + at + 1] == 0)) {
                return at;
            }
        }
        throw cutOff(DOMAIN, length, "the X'00' after " + frame.path(slot));
    }

    /** Returns the length or count that a field contains. */
    int reference(Reference reference, RecordFrame from, Slot user) {
        RecordFrame frame = folder(reference, from);
        ValueSlot field = reference.field();
        Value specified = referenced(field, frame);
        int number = RecordTypes.count(specified);
        if (number < 0) {
            throw ParseErrors.failed(
                    DOMAIN,
                    begin(field, frame),
                    "the field "
                            + frame.path(field)
                            + " is "
                            + specified.text()
                            + "; expected a length or number for "
                            + user.name);
        }
        return number;
    }

    /** Returns the branch of a choice that a field selects. */
    Branch dispatched(ChoiceSlot choice, RecordFrame from) {
        Reference key = choice.dispatch.key;
        RecordFrame frame = folder(key, from);
        Value found = referenced(key.field(), frame);
        Branch branch = choice.dispatch.branch(found);
        if (branch == null) {
            throw ParseErrors.failed(
                    DOMAIN,
                    begin(key.field(), frame),
                    "the field "
                            + frame.path(key.field())
                            + " is "
                            + (found == null ? "NULL" : "'" + found.text() + "'")
                            + ", which selects no branch of the choice of "
                            + choice.names()
                            + "; expected one of "
                            + String.join(", ", Dispatch.keys(choice.branches)));
        }
        return branch;
    }

    /** Returns the folder that contains the field of a reference. */
    private RecordFrame folder(Reference reference, RecordFrame from) {
        RecordFrame frame = from;
        for (int i = 0; i < reference.up(); i++) {
            frame = frame.outer;
        }
        for (Slot slot : reference.path()) {
            if (slot instanceof FolderSlot folder) {
                frame = new RecordFrame(folder, folder.layout, begin(slot, frame), frame);
            }
        }
        return frame;
    }

    /** Returns the start of the body of a slot in a folder. */
    private int begin(Slot slot, RecordFrame frame) {
        return body(slot, frame.begin(slot.ordinal, this), true);
    }

    private Value referenced(ValueSlot field, RecordFrame frame) {
        int body = begin(field, frame);
        return read(field, body, within(value(field, frame, body), body, field, frame));
    }

    // Direct reads without elements

    /**
     * Returns the value of the field with a path if it can be found without a scan. The positions
     * found in the first folder are kept; all places below that folder must be fixed.
     */
    Value readDirect(RecordFrame frame, NamePath path, int from, long last) {
        if (last != 1) {
            return readWalking(frame, path, from, last);
        }
        if (path.remembered() instanceof PlacedField known
                && known.layout() == frame.layout
                && known.from() == from) {
            return readPlaced(known, frame);
        }
        return readRemembered(frame, path, from);
    }

    /**
     * Returns the value of a field with a position that can be cached in the path. If the field has
     * no fixed position, the layout is cached.
     */
    private Value readRemembered(RecordFrame frame, NamePath path, int from) {
        if (path.remembered() == frame.layout) {
            return readWalking(frame, path, from, 1);
        }
        PlacedField found = PlacedField.of(frame.layout, path, from);
        path.remember(found == null ? frame.layout : found);
        return found == null ? readWalking(frame, path, from, 1) : readPlaced(found, frame);
    }

    private Value readPlaced(PlacedField field, RecordFrame frame) {
        if (field.reach() > length - frame.start) {
            return UNANSWERED;
        }
        int at = frame.start + field.offset();
        int size = field.size();
        if (size < 0) {
            return readToEnd(field.slot(), at, frame);
        }
        int from = base + at;
        try {
            return field.codec().read(array, from, from + size, wire);
        } catch (FieldException e) {
            throw unreadable(field.slot(), at, at + size, e);
        }
    }

    private Value readToEnd(ValueSlot slot, int at, RecordFrame frame) {
        return read(slot, at, within(value(slot, frame, at), at, slot, frame));
    }

    private Value readWalking(RecordFrame frame, NamePath path, int from, long last) {
        int end = path.length() - 1;
        Layout layout = frame.layout;
        int at = 0;
        for (int i = from; i <= end; i++) {
            boolean isTop = i == from;
            Slot slot =
                    layout.uniqueSlot(path.namespace(i), path.name(i), isTop ? frame.likely : 0);
            long index = i == end ? last : path.index(i);
            if (slot == null
                    || slot instanceof ChoiceSlot
                    || layout.isHidden(slot.ordinal)
                    || slot instanceof ValueSlot != (i == end)
                    || !isPlaced(slot, index, isTop)) {
                return UNANSWERED;
            }
            if (index > (isTop ? frame.count(slot, this) : slot.count)) {
                return null;
            }
            int begin = isTop ? frame.begin(slot.ordinal, this) : at + slot.offset;
            frame.likely = isTop ? slot.ordinal + 1 : frame.likely;
            at = beginOfNth(slot, index, begin);
            if (at < 0) {
                return UNANSWERED;
            }
            layout = slot instanceof FolderSlot folder ? folder.layout : layout;
            if (i == end) {
                ValueSlot field = (ValueSlot) slot;
                return field.size >= 0
                        ? read(field, at, at + field.size)
                        : read(field, at, within(value(field, frame, at), at, field, frame));
            }
        }
        return UNANSWERED;
    }

    /** Whether the n-th occurrence of a slot can be located without the occurrences before it. */
    private static boolean isPlaced(Slot slot, long n, boolean isTop) {
        boolean begins = isTop ? slot.count != TO_END : slot.offset >= 0 && slot.count >= 0;
        boolean first = isTop || slot.lead >= 0 && (slot.size >= 0 || slot instanceof FolderSlot);
        return begins && first && (n == 1 || slot.size >= 0 && slot.nextLead >= 0);
    }

    /**
     * Returns the start of the body of the n-th occurrence; a negative number if the message ends
     * before the end of the occurrence.
     */
    private int beginOfNth(Slot slot, long n, int begin) {
        long at = body(slot, begin, true);
        long own = (long) slot.size + slot.placement.trailingSkipCount();
        if (n > 1) {
            at += (n - 1) * (own + slot.nextLead);
        }
        return slot.size >= 0 && at + own > length ? -1 : (int) at;
    }

    /**
     * Returns the value of a field between two positions. The range includes the prefix and the
     * terminator.
     */
    Value read(ValueSlot slot, int body, int end) {
        int from = body;
        int to = end;
        if (slot.length instanceof Prefixed(int bytes, _)) {
            from += bytes;
        } else if (slot.length instanceof Terminated) {
            to -= wire.text().unit();
        }
        try {
            return slot.codec.read(array, base + from, base + to, wire);
        } catch (FieldException e) {
            throw unreadable(slot, from, to, e);
        }
    }

    /** Returns the value of a field with a fixed size. */
    Value fixed(ValueSlot slot, int at) {
        try {
            return slot.codec.read(array, base + at, base + at + slot.size, wire);
        } catch (FieldException e) {
            throw unreadable(slot, at, at + slot.size, e);
        }
    }

    MillraceException unreadable(ValueSlot slot, int from, int to, FieldException e) {
        String shown = bytes(from, min(to, from + SHOWN)).toString();
        return ParseErrors.failed(
                DOMAIN,
                from,
                "the field "
                        + slot.name
                        + " is "
                        + shown
                        + (to - from > SHOWN ? "..." : "")
                        + ", expected "
                        + e.getMessage());
    }
}
