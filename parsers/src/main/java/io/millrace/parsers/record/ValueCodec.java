package io.millrace.parsers.record;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;

/** An encoding of single values as bytes. Immutable; safe to share between threads. */
interface ValueCodec {

    /**
     * Reads a value.
     *
     * @param from the field's first byte
     * @param to one after its last byte
     * @throws FieldException if the bytes are not such a value
     */
    Value read(byte[] bytes, int from, int to, Wire wire);

    /**
     * Writes a value.
     *
     * @param value not null; it is cast if the cast loses nothing
     * @param length number of bytes of the field; negative for as many as the value needs
     * @throws FieldException if the value is of another kind, or does not fit
     */
    void write(Value value, ByteSink out, int length, Wire wire);
}
