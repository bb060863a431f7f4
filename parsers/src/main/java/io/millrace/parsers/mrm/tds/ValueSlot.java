package io.millrace.parsers.mrm.tds;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.ServiceString;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.record.FieldCodec;

import java.util.function.IntFunction;

/** A place for single values. */
final class ValueSlot extends Slot {

    final SimpleType type;

    /** Makes the codec for a decimal point. */
    IntFunction<FieldCodec> codecs;

    /** The decimal point, which a message may say itself. */
    MarkerText decimalPoint;

    /** Whether markup in it is escaped or in quotation marks: a text that ends with markup. */
    boolean isEscaped;

    /** Whether it is there when it has no characters. */
    boolean keepsEmpty;

    boolean nillable;

    /** Whether its value says the delimiters of the message; null where not. */
    ServiceString service;

    /** What is written where it is missing; null for nothing in particular. */
    Value preset;

    /** Which of the message's references it is; negative for none. */
    int reference = -1;

    ValueSlot(String name, String namespace, Occurs occurs, int id, SimpleType type) {
        super(name, namespace, occurs, id);
        this.type = type;
    }
}
