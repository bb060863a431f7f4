package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.tooLong;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.parsers.model.BooleanBytes;

import java.math.BigDecimal;

/** Boolean values, represented by bytes that the model specifies. */
record BooleanValue(BooleanBytes bytes) implements ValueCodec {

    @Override
    public Value read(byte[] array, int from, int to, Wire wire) {
        Bytes found = new Bytes(array, from, to);
        if (found.equals(bytes.trueValue())) {
            return Value.of(true);
        }
        if (found.equals(bytes.falseValue())) {
            return Value.of(false);
        }
        throw new FieldException(
                bytes.trueValue() + " (true) or " + bytes.falseValue() + " (false)");
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        out.write(truth(value) ? bytes.trueValue() : bytes.falseValue());
    }

    /** Returns a boolean; other values are converted from the representation of true or false. */
    static boolean truth(Value value) {
        return switch (value) {
            case Value.BooleanValue(boolean specified) -> specified;
            case CharacterValue(String text)
                    when text.equalsIgnoreCase("true") || text.equals("1") ->
                    true;
            case CharacterValue(String text)
                    when text.equalsIgnoreCase("false") || text.equals("0") ->
                    false;
            case IntegerValue(long number) when number == 0 || number == 1 -> number == 1;
            case DecimalValue(BigDecimal number)
                    when number.signum() == 0 || number.compareTo(BigDecimal.ONE) == 0 ->
                    number.signum() != 0;
            default -> throw tooLong(value, "a BOOLEAN");
        };
    }
}
