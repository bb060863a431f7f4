package io.millrace.parsers.mrm.cwf;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Placement;
import io.millrace.parsers.record.FieldCodec;

/** Place of a single value. */
final class ValueSlot extends Slot {

    final BaseType type;
    final FieldCodec codec;
    final ValueLength length;

    /** Value that is written if the element is missing; null if unspecified. */
    final Value preset;

    /** Index of the reference in the message; negative for none. */
    int reference = UNKNOWN;

    ValueSlot(
            ElementDeclaration element,
            String namespace,
            Placement placement,
            int count,
            Reference repeat,
            BaseType type,
            FieldCodec codec,
            ValueLength length,
            Value preset) {
        super(element, namespace, placement, count, repeat);
        this.type = type;
        this.codec = codec;
        this.length = length;
        this.preset = preset;
        this.size = length instanceof ValueLength.Fixed(int bytes) ? bytes : UNKNOWN;
    }
}
