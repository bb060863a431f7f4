package io.millrace.parsers.record;

import static io.millrace.parsers.model.BaseType.HEX_BINARY;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.TextRule.Trim;
import io.millrace.parsers.record.FieldCodecs.TextForm;
import io.millrace.parsers.record.TextCode.Width;

import java.util.Base64;

/** Codecs of fields of any type that are written as text. */
final class TextCodecs {

    private TextCodecs() {}

    /** Returns a codec that first removes white space, as the form specifies. */
    static ValueCodec trimmed(ValueCodec codec, TextForm form) {
        return form.trim() == Trim.NONE ? codec : new Trimmed(codec, form.trim());
    }

    /** A codec that removes white space before the value is read. */
    record Trimmed(ValueCodec codec, Trim trim) implements ValueCodec {

        @Override
        public Value read(byte[] bytes, int from, int to, Wire wire) {
            int begin = from;
            int end = to;
            int unit = wire.text().unit();
            while (trim.isTrailing() && end - unit >= begin && isSpace(bytes, end - unit, wire)) {
                end -= unit;
            }
            while (trim.isLeading() && begin + unit <= end && isSpace(bytes, begin, wire)) {
                begin += unit;
            }
            return codec.read(bytes, begin, end, wire);
        }

        private static boolean isSpace(byte[] bytes, int at, Wire wire) {
            TextCode text = wire.text();
            if (text.width() == Width.DOUBLE) {
                String one = text.decode(bytes, at, at + 2);
                return one.equals(" ") || one.equals("\t");
            }
            boolean ebcdic = text.isEbcdic();
            return bytes[at] == (ebcdic ? 0x40 : ' ') || bytes[at] == (ebcdic ? 0x05 : '\t');
        }

        @Override
        public void write(Value value, ByteSink out, int length, Wire wire) {
            codec.write(value, out, length, wire);
        }
    }

    /** Booleans as the strings that the model specifies. */
    record Truth(BooleanStrings texts, TextValue text) implements ValueCodec {

        @Override
        public Value read(byte[] bytes, int from, int to, Wire wire) {
            String found = text.read(bytes, from, to, wire).text();
            if (found.equals(texts.trueValue())) {
                return Value.of(true);
            }
            if (found.equals(texts.falseValue())) {
                return Value.of(false);
            }
            throw new FieldException(
                    "'" + texts.trueValue() + "' (true) or '" + texts.falseValue() + "' (false)");
        }

        @Override
        public void write(Value value, ByteSink out, int length, Wire wire) {
            String word = BooleanValue.truth(value) ? texts.trueValue() : texts.falseValue();
            text.write(Value.of(word), out, length, wire);
        }
    }

    /** Bytes as hexadecimal digits or in Base64. */
    record Digits(BaseType type, TextValue text) implements ValueCodec {

        @Override
        public Value read(byte[] bytes, int from, int to, Wire wire) {
            return Lexical.value(type, text.read(bytes, from, to, wire).text(), null);
        }

        @Override
        public void write(Value value, ByteSink out, int length, Wire wire) {
            Bytes bytes = BytesValue.bytes(value);
            String digits =
                    type == HEX_BINARY
                            ? bytes.hex()
                            : Base64.getEncoder().encodeToString(bytes.toArray());
            text.write(Value.of(digits), out, length, wire);
        }
    }
}
