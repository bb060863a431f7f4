package io.millrace.parsers.mrm.tds.layout;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.ServiceString;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.record.FieldCodec;

import java.util.function.IntFunction;

/** A place for single values. */
public final class ValueSlot extends Slot {

    final SimpleType type;

    IntFunction<FieldCodec> codecs;

    MarkerText decimalPoint;

    boolean isEscaped;

    boolean keepsEmpty;

    boolean nillable;

    ServiceString service;

    Value preset;

    int reference = -1;

    ValueSlot(String name, String namespace, Occurs occurs, int id, SimpleType type) {
        super(name, namespace, occurs, id);
        this.type = type;
    }

    @Override
    public Layout inner() {
        return null;
    }

    public SimpleType type() {
        return type;
    }

    /** Returns a factory of the codec for a decimal point. */
    public IntFunction<FieldCodec> codecs() {
        return codecs;
    }

    /** Returns the decimal point, which a message can specify itself. */
    public MarkerText decimalPoint() {
        return decimalPoint;
    }

    /** Whether markup in it is escaped or in quotation marks: a string that ends with markup. */
    public boolean isEscaped() {
        return isEscaped;
    }

    /** Whether it is present if it has no characters. */
    public boolean keepsEmpty() {
        return keepsEmpty;
    }

    public boolean nillable() {
        return nillable;
    }

    /** Whether its value specifies the delimiters of the message; null if not. */
    public ServiceString service() {
        return service;
    }

    /** Returns the value that is written if the element is missing; null if unspecified. */
    public Value preset() {
        return preset;
    }

    /** Returns the index of the reference in the message; negative for none. */
    public int reference() {
        return reference;
    }
}
