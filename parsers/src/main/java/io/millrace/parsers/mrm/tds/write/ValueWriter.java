package io.millrace.parsers.mrm.tds.write;

import static io.millrace.parsers.record.TextCode.Width.DOUBLE;
import static io.millrace.parsers.record.TextCode.Width.MIXED;
import static io.millrace.parsers.record.TextCode.Width.SINGLE;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.mrm.tds.layout.DataPattern.TooManySteps;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.EncodingCharacters;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Fixed;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.Referenced;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.Reference;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.TextBody;
import io.millrace.parsers.mrm.tds.write.PendingReferences.Around;
import io.millrace.parsers.record.FieldCodec;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.Wire;
import io.millrace.parsers.record.WriteContext;

import java.util.Arrays;

/** A writer of single values and of the fields that contain their length. */
final class ValueWriter {

    private final WriteContext writing;
    private Syntax syntax;
    private final TdsSettings settings;
    private final Wire wire;
    private final ByteSink out;
    private final PendingReferences pending;
    private final Limits limits;
    private ValueEscaper protection;

    ValueWriter(
            WriteContext writing,
            Syntax syntax,
            TdsSettings settings,
            Wire wire,
            ByteSink out,
            Limits limits) {
        this.writing = writing;
        this.limits = limits;
        this.syntax = syntax;
        this.settings = settings;
        this.wire = wire;
        this.out = out;
        pending = new PendingReferences(out, syntax.layout().references());
        protection = new ValueEscaper(syntax, wire);
    }

    /** Switches to another syntax. */
    void use(Syntax other) {
        syntax = other;
        protection = new ValueEscaper(other, wire);
    }

    int[] mark() {
        return pending.mark();
    }

    Around enter(FolderSlot folder) {
        return pending.enter(folder);
    }

    void leave(Around around) {
        pending.leave(around);
    }

    void release() {
        pending.release();
    }

    // Values

    /**
     * Writes a value.
     *
     * @param element element; null if it is missing
     */
    void write(ValueSlot slot, Element element) {
        if (element == null && slot.reference() >= 0 && slot.preset() == null) {
            int from = out.length();
            value(slot, Value.of(0));
            pending.pending(slot, from, out.length());
            return;
        }
        Value value = element == null ? missing(slot) : element.fieldValue();
        if (slot.reference() >= 0) {
            pending.known(slot, writing.number(slot.name(), value));
        }
        value(slot, value);
    }

    private void value(ValueSlot slot, Value value) {
        boolean nothing = value == null && !codec(slot).hasNull();
        switch (slot.extent()) {
            case Extent.Marked() -> {
                if (!nothing) {
                    marked(slot, value);
                }
            }
            case EncodingCharacters(), Extent.ToEnd() -> encode(slot, value, -1);
            case Fixed(int count, int unit) -> counted(slot, value, count, unit);
            case Referenced length -> referenced(slot, value, length);
            case Extent.Prefixed(int bytes) -> prefixed(slot, value, bytes);
            case Extent.Terminated() -> terminated(slot, value);
        }
    }

    private FieldCodec codec(ValueSlot slot) {
        return syntax.of(slot).codec();
    }

    private void marked(ValueSlot slot, Value value) {
        int from = out.length();
        encode(slot, value, -1);
        if (slot.isEscaped() && !protection.protect(slot, out, from)) {
            throw writing.unwritable(
                    slot.name(),
                    "found '"
                            + value.text()
                            + """
                            ', which contains a delimiter; the format has no escapeCharacter or \
                            quoteCharacter to distinguish it\
                            """);
        }
    }

    private void encode(ValueSlot slot, Value value, int length) {
        try {
            codec(slot).write(value, out, length, wire);
        } catch (FieldException e) {
            throw writing.unencodable(slot.name(), e);
        }
    }

    private void counted(ValueSlot slot, Value value, int count, int unit) {
        boolean characters = unit == 0 && wire.text().width() == MIXED;
        long bytes = (long) count * (unit == 1 || characters ? 1 : wire.text().unit());
        if (bytes > limits.messageBytes()) {
            throw writing.unwritable(
                    slot.name(),
                    "has " + bytes + " bytes; a message has at most " + limits.messageBytes());
        }
        if (!characters) {
            encode(slot, value, (int) bytes);
            return;
        }
        try {
            codec(slot).writeCharacters(value, out, count, wire);
        } catch (FieldException e) {
            throw writing.unencodable(slot.name(), e);
        }
    }

    private void referenced(ValueSlot slot, Value value, Referenced length) {
        if (pending.isPending(length.field())) {
            int[] begin = pending.mark();
            if (value != null || codec(slot).hasNull()) {
                encode(slot, value, -1);
            }
            settleLength(length, begin[0]);
            pending.release();
            return;
        }
        int own = length.inclusive() ? own(length, pending.value(length.field())) : 0;
        int specified =
                writing.length(
                        slot.name(), pending.value(length.field()) - own, limits.messageBytes());
        counted(slot, value, specified, length.unit());
    }

    /**
     * Returns the number of characters of a length field if the length includes the field itself.
     */
    private int own(Referenced length, long value) {
        ValueSlot field = length.field().field();
        return field.extent() instanceof Fixed(int count, _)
                ? count
                : Long.toString(value).length();
    }

    /** Sets a length that is missing in the tree. */
    private void settleLength(Referenced length, int begin) {
        long count = units(begin, length.unit());
        long specified = count;
        if (length.inclusive()) {
            specified = count + own(length, count);
            specified = count + own(length, specified);
        }
        setReference(length.field(), specified);
    }

    private void setReference(Reference reference, long value) {
        ValueSlot field = reference.field();
        int from = out.length();
        value(field, Value.of(value));
        byte[] right = Arrays.copyOfRange(out.bytes().array(), from, out.length());
        out.truncate(from);
        pending.setReference(reference, value, right);
    }

    private void prefixed(ValueSlot slot, Value value, int bytes) {
        int at = out.length();
        for (int i = 0; i < bytes; i++) {
            out.write(0);
        }
        encode(slot, value, -1);
        int count = out.length() - at - bytes;
        writing.prefix(slot.name(), out, at, bytes, count);
    }

    private void terminated(ValueSlot slot, Value value) {
        writing.checkTerminated(slot.name(), value);
        encode(slot, value, -1);
        writing.terminate(out);
    }

    // Missing elements

    /** Whether a slot is written although the tree has no element for it. */
    boolean isWrittenWhenMissing(Slot slot) {
        if (!(slot instanceof ValueSlot value) || slot.isAnyTag()) {
            return false;
        }
        boolean nullable = codec(value).hasNull() && value.nillable();
        return slot.occurs().min() > 0 && (value.preset() != null || nullable);
    }

    /** Returns the value to write for a field that is missing in the tree; null for NULL. */
    private Value missing(ValueSlot slot) {
        return writing.missing(
                slot.name(),
                slot.type().base(),
                slot.preset(),
                codec(slot).hasNull(),
                slot.nillable(),
                slot.occurs().min() == 0,
                settings.missing());
    }

    // Counts and lengths

    void noteReference(ValueSlot slot, Value value) {
        pending.known(slot, writing.number(slot.name(), value));
    }

    /** Returns the number of occurrences to write for a slot whose count is in another field. */
    int count(Slot slot, int found) {
        if (pending.isPending(slot.repeatReference())) {
            setReference(slot.repeatReference(), found);
            return found;
        }
        return writing.checkCount(
                slot.name(), pending.value(slot.repeatReference()), limits.treeElements());
    }

    /** Sets the count of a slot if the count field is missing in the tree. */
    void countAll(Slot slot, int found) {
        if (pending.isPending(slot.repeatReference())) {
            setReference(slot.repeatReference(), found);
        }
    }

    /**
     * Checks the length of the folder that was written from a position on, and pads a folder that
     * is too short.
     */
    void checkLength(FolderSlot slot, int[] begin) {
        switch (slot.extent()) {
            case Fixed(int count, int unit) -> exactly(slot, units(begin[0], unit), count);
            case Referenced length -> {
                if (pending.isPending(length.field())) {
                    settleLength(length, begin[0]);
                } else {
                    long own = length.inclusive() ? own(length, pending.value(length.field())) : 0;
                    exactly(
                            slot,
                            units(begin[0], length.unit()),
                            pending.value(length.field()) - own);
                }
            }
            default -> {
                // The content determines its own end.
            }
        }
        pending.release();
    }

    private void exactly(FolderSlot slot, long found, long expected) {
        if (found != expected) {
            throw writing.unwritable(
                    slot.name(), "has the length " + found + ", expected " + expected);
        }
    }

    /** Returns the number of characters written from a position on. */
    long characters(int from) {
        return units(from, 0);
    }

    private long units(int from, int unit) {
        int bytes = out.length() - from;
        if (unit == 1 || wire.text().width() == SINGLE) {
            return bytes;
        }
        if (unit < 0 || wire.text().width() == DOUBLE) {
            return bytes / wire.text().unit();
        }
        byte[] array = out.bytes().array();
        if (wire.text().charset() == UTF_8) {
            int count = 0;
            for (int i = from; i < out.length(); i++) {
                count += (array[i] & 0xC0) == 0x80 ? 0 : 1;
            }
            return count;
        }
        String text = wire.text().decode(array, from, out.length());
        return text.codePointCount(0, text.length());
    }

    /** Checks that the slot's pattern would match the text that was written from a position on. */
    void checkPattern(Slot slot, int from) {
        Bytes written = new Bytes(out.bytes().array(), from, out.length());
        boolean matches;
        try {
            TextBody body = new TextBody(written, wire);
            matches = body.match(slot.pattern(), from, out.length()) == out.length();
        } catch (TooManySteps e) {
            matches = false;
        }
        if (!matches) {
            throw writing.unwritable(
                    slot.name(),
                    "found "
                            + new TextBody(written, wire).shown(from, out.length())
                            + ", which its data pattern does not match");
        }
    }
}
