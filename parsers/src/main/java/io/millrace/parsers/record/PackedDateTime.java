package io.millrace.parsers.record;

import static io.millrace.parsers.record.Numbers.decimal;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.format.DatetimeFormat;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Dates and times as packed decimals, with a pattern that consists only of digits.
 *
 * @param digits number of digits in the pattern
 */
record PackedDateTime(DateTimeKind kind, DatetimeFormat format, int digits, PackedDecimal packed)
        implements ValueCodec {

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        BigDecimal number = decimal(packed.read(bytes, from, to, wire));
        String text = number.toPlainString();
        if (number.signum() < 0 || text.length() > digits) {
            throw new FieldException("a date or time of " + digits + " packed digits");
        }
        return TextDateTime.parse(kind, format, "0".repeat(digits - text.length()) + text);
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        String text = TextDateTime.print(kind, format, value);
        packed.write(new DecimalValue(new BigDecimal(new BigInteger(text))), out, length, wire);
    }
}
