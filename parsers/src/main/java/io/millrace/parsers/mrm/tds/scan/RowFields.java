package io.millrace.parsers.mrm.tds.scan;

import static io.millrace.parsers.bytes.Digits.quotient;
import static io.millrace.parsers.bytes.Digits.scale;
import static io.millrace.parsers.mrm.tds.scan.TdsContent.STATE;

import static java.lang.Math.abs;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldBytes;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.ValueType;
import io.millrace.parsers.bytes.Digits;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.Syntax.SlotMarkup;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.Wire;

import java.util.List;

/**
 * Fields of folders with one layout, for direct access if a folder is a row: its elements are the
 * values of the layout's slots in order. The length of a row is known only after the scan, so each
 * access checks that the field exists.
 */
final class RowFields extends FieldBytes {

    private final Layout layout;

    /** The slots of the fields; null for a field that is not directly in the layout. */
    private final ValueSlot[] slots;

    private final ValueType[] types;

    // State of the current folder.
    private Syntax syntax;
    private SlotMarkup[] markups;
    private Scanner scanner;
    private FolderFrame frame;
    private byte[] array;
    private Wire wire;

    // State of the current field.
    private int from;
    private int to;
    private long digits;

    private RowFields(Layout layout, ValueSlot[] slots) {
        this.layout = layout;
        this.slots = slots;
        types = new ValueType[slots.length];
        markups = new SlotMarkup[slots.length];
    }

    /** Returns the fields of a layout; null if no field can be in a row. */
    static RowFields of(Layout layout, List<NamePath> paths) {
        ValueSlot[] slots = new ValueSlot[paths.size()];
        boolean any = false;
        for (int i = 0; i < slots.length; i++) {
            NamePath path = paths.get(i);
            boolean plain = path.length() == 1 && path.index(0) == 1 && path.name(0) != null;
            if (plain
                    && layout.uniqueSlot(path.namespace(0), path.name(0), i)
                            instanceof ValueSlot slot
                    && slot.isSingle()
                    && slot.extent() == Extent.MARKED) {
                slots[i] = slot;
                any = true;
            }
        }
        return any ? new RowFields(layout, slots) : null;
    }

    @Override
    protected boolean turn(Element folder) {
        if (!(folder.content() instanceof TdsContent content)
                || !(STATE.context(folder) instanceof FolderFrame turned)
                || turned.root.layout != layout) {
            return false;
        }
        scanner = content.scanner;
        // Direct reads are not possible if delimiters can change or the depth limit applies.
        if (scanner.syntax.skipsWhite() || STATE.depth(folder) >= scanner.limits.treeDepth()) {
            return false;
        }
        frame = turned;
        array = scanner.body.array();
        wire = scanner.body.wire();
        if (syntax != scanner.syntax) {
            syntax = scanner.syntax;
            locateFields();
        }
        return true;
    }

    private void locateFields() {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null) {
                markups[i] = syntax.of(slots[i]);
                types[i] = markups[i].codec().marked();
            }
        }
    }

    @Override
    protected ValueType type(int field) {
        return types[field];
    }

    @Override
    protected boolean has(int field) {
        int index = slots[field].ordinal();
        while (index >= frame.size && frame.isRow()) {
            if (!scanner.advance(frame)) {
                return false;
            }
        }
        if (!frame.isRow()) {
            return false;
        }
        from = frame.body(index);
        to = frame.end(index);
        SlotMarkup markup = markups[field];
        if (from >= to || !markup.isPlain(array[from])) {
            return false;
        }
        if (types[field] == ValueType.CHARACTER) {
            return true;
        }
        digits = markup.codec().digits(array, from, to, wire);
        return digits != Digits.NONE;
    }

    @Override
    protected long integer(int field) {
        return digits < 0 ? -Digits.unscaled(-digits) : Digits.unscaled(digits);
    }

    @Override
    protected double real(int field) {
        long size = abs(digits);
        double real = quotient(Digits.unscaled(size), scale(size));
        return digits < 0 ? -real : real;
    }

    @Override
    protected String text(int field) {
        try {
            return markups[field].codec().text(array, from, to, wire);
        } catch (FieldException e) {
            throw scanner.measure.unreadable(slots[field], from, to, e);
        }
    }
}
