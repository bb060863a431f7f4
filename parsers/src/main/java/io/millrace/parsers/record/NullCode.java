package io.millrace.parsers.record;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;

/** A rule that distinguishes NULL from values in a field. Immutable. */
sealed interface NullCode {

    /** Whether a field contains NULL. */
    boolean isNull(byte[] bytes, int from, int to, Wire wire);

    /**
     * Writes NULL.
     *
     * @param length number of bytes of the field; negative for as many as needed
     */
    void write(ByteSink out, int length, Wire wire);

    /** The field contains only this character. */
    record Filled(Padding fill) implements NullCode {
        @Override
        public boolean isNull(byte[] bytes, int from, int to, Wire wire) {
            return fill.isAll(bytes, from, to, wire);
        }

        @Override
        public void write(ByteSink out, int length, Wire wire) {
            byte[] unit = fill.unit(wire);
            Padding.fill(unit, length < 0 ? unit.length : length, out);
        }
    }

    /** The field contains this text, padded. */
    record Literal(String text, TextValue field) implements NullCode {
        @Override
        public boolean isNull(byte[] bytes, int from, int to, Wire wire) {
            Padding padding = field.padding();
            int end = padding.end(bytes, from, to, wire);
            int begin = padding.begin(bytes, from, end, wire);
            byte[] requested = wire.text().encode(text);
            return requested != null && new Bytes(bytes, begin, end).equals(Bytes.of(requested));
        }

        @Override
        public void write(ByteSink out, int length, Wire wire) {
            field.write(Value.of(text), out, length, wire);
        }
    }

    /**
     * The field contains this value. The value can be compared only after the field has been read.
     */
    record Logical(Value value, ValueCodec codec) implements NullCode {
        @Override
        public boolean isNull(byte[] bytes, int from, int to, Wire wire) {
            return false;
        }

        @Override
        public void write(ByteSink out, int length, Wire wire) {
            codec.write(value, out, length, wire);
        }
    }

    /** The field contains these bytes. */
    record Exact(Bytes bytes) implements NullCode {
        @Override
        public boolean isNull(byte[] array, int from, int to, Wire wire) {
            return new Bytes(array, from, to).equals(bytes);
        }

        @Override
        public void write(ByteSink out, int length, Wire wire) {
            out.write(bytes);
        }
    }
}
