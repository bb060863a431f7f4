package io.millrace.parsers.record;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;

/** An encoding of single values as bytes. Immutable; safe to share between threads. */
interface ValueCodec {

    /**
     * Reads a value.
     *
     * @param from offset of the first byte
     * @param to offset after the last byte
     * @throws FieldException if the bytes are not a value of this encoding
     */
    Value read(byte[] bytes, int from, int to, Wire wire);

    /**
     * Writes a value.
     *
     * @param value value, not null; it is cast if no information is lost
     * @param length number of bytes of the field; negative for as many as the value needs
     * @throws FieldException if the value has the wrong type or does not fit
     */
    void write(Value value, ByteSink out, int length, Wire wire);
}
