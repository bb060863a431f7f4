package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.CwfContent.STATE;

import static java.lang.Math.max;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldBytes;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.ValueType;
import io.millrace.parsers.mrm.cwf.Slot.ValueLength;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.TextCode;
import io.millrace.parsers.record.Wire;

import java.util.List;

/** Fields at fixed places in folders with one layout. The fields cannot be NULL. */
final class PlacedFields extends FieldBytes {

    private final Layout layout;

    /**
     * The fields; null for a field without a fixed place or with a type that only a Value can
     * represent.
     */
    private final PlacedField[] fields;

    /** Number of bytes from the folder's start that the message must contain. */
    private final int reach;

    // State of the current folder.
    private RecordReader measure;
    private byte[] array;
    private int base;
    private int end;
    private Wire wire;
    private TextCode code;

    /** Padding byte at the end of each string field; negative for fields of other types. */
    private final int[] fills;

    PlacedFields(Layout layout, List<NamePath> paths) {
        this.layout = layout;
        fields = new PlacedField[paths.size()];
        fills = new int[paths.size()];
        int most = 0;
        for (int i = 0; i < fields.length; i++) {
            NamePath path = paths.get(i);
            boolean first = path.index(path.length() - 1) == 1;
            PlacedField field = first ? PlacedField.of(layout, path, 0) : null;
            if (field != null && field.codec().plain() != null && isMeasured(field)) {
                fields[i] = field;
                most = max(most, field.reach());
            }
        }
        reach = most;
    }

    private static boolean isMeasured(PlacedField field) {
        return field.size() >= 0 || field.slot().length instanceof ValueLength.ToEnd;
    }

    @Override
    protected boolean turn(Element folder) {
        if (!(folder.content() instanceof CwfContent content)
                || !(STATE.context(folder) instanceof RecordFrame frame)
                || frame.layout != layout) {
            return false;
        }
        measure = content.measure;
        array = measure.array;
        base = measure.base + frame.start;
        end = measure.base + measure.length;
        if (wire != measure.wire) {
            wire = measure.wire;
            code = wire.text();
            for (int i = 0; i < fills.length; i++) {
                fills[i] = fields[i] == null ? -1 : fields[i].codec().fill(wire);
            }
        }
        return reach <= end - base;
    }

    @Override
    protected ValueType type(int field) {
        return fields[field] == null ? null : fields[field].codec().plain();
    }

    @Override
    protected long integer(int field) {
        PlacedField f = fields[field];
        return f.codec().integer(array, base + f.offset(), f.size(), wire);
    }

    @Override
    protected double real(int field) {
        PlacedField f = fields[field];
        return f.codec().real(array, base + f.offset(), f.size(), wire);
    }

    @Override
    protected String text(int field) {
        PlacedField f = fields[field];
        int from = base + f.offset();
        int to = f.size() < 0 ? end : from + f.size();
        try {
            int fill = fills[field];
            return fill < 0
                    ? f.codec().text(array, from, to, wire)
                    : code.filled(array, from, to, fill);
        } catch (FieldException e) {
            throw measure.unreadable(f.slot(), from - measure.base, to - measure.base, e);
        }
    }
}
