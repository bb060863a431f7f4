package io.millrace.engine.message;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.BitSet;
import java.util.Objects;

/**
 * A scalar value of a message field or an ESQL expression. Immutable. Safe for use by several
 * threads.
 *
 * <p>ESQL's NULL (and the BOOLEAN value UNKNOWN) is Java's null everywhere in Millrace. A missing
 * field, an empty variable and an operation on NULL have the value null.
 */
public sealed interface Value {

    ValueType type();

    /**
     * Returns the value as a string in formats without types (XML, MQRFH2). Numbers have their
     * shortest decimal form, TRUE and FALSE are in lower case, dates and times are in ISO 8601
     * format, and BLOBs are hexadecimal.
     */
    String text();

    record BooleanValue(boolean value) implements Value {
        public static final BooleanValue TRUE = new BooleanValue(true);
        public static final BooleanValue FALSE = new BooleanValue(false);

        public static BooleanValue of(boolean value) {
            return value ? TRUE : FALSE;
        }

        @Override
        public ValueType type() {
            return ValueType.BOOLEAN;
        }

        @Override
        public String text() {
            return value ? "true" : "false";
        }
    }

    record IntegerValue(long value) implements Value {
        private static final IntegerValue[] SMALL = new IntegerValue[1280];

        static {
            for (int i = 0; i < SMALL.length; i++) {
                SMALL[i] = new IntegerValue(i - 256L);
            }
        }

        public static IntegerValue of(long value) {
            return value >= -256 && value < 1024
                    ? SMALL[(int) value + 256]
                    : new IntegerValue(value);
        }

        @Override
        public ValueType type() {
            return ValueType.INTEGER;
        }

        @Override
        public String text() {
            return Long.toString(value);
        }
    }

    record FloatValue(double value) implements Value {
        @Override
        public ValueType type() {
            return ValueType.FLOAT;
        }

        @Override
        public String text() {
            return Double.toString(value);
        }
    }

    /**
     * A decimal number. A value of a message has all digits of the message. Results of ESQL have at
     * most 34 significant digits; they are rounded half-even.
     */
    record DecimalValue(BigDecimal value) implements Value {
        /**
         * Maximum number of digits before or after the decimal point of a number that is written
         * without an exponent.
         */
        private static final int PLAIN_SCALE = 400;

        public DecimalValue {
            Objects.requireNonNull(value);
        }

        @Override
        public ValueType type() {
            return ValueType.DECIMAL;
        }

        @Override
        public String text() {
            return Math.abs((long) value.scale()) > PLAIN_SCALE
                    ? value.toString()
                    : value.toPlainString();
        }
    }

    record CharacterValue(String value) implements Value {
        public static final CharacterValue EMPTY = new CharacterValue("");

        public CharacterValue {
            Objects.requireNonNull(value);
        }

        @Override
        public ValueType type() {
            return ValueType.CHARACTER;
        }

        @Override
        public String text() {
            return value;
        }
    }

    record BlobValue(Bytes value) implements Value {
        public BlobValue {
            Objects.requireNonNull(value);
        }

        @Override
        public ValueType type() {
            return ValueType.BLOB;
        }

        @Override
        public String text() {
            return value.hex();
        }
    }

    /**
     * A bit string. Bit 0 of the set is the leftmost bit of the string. The set must not be changed
     * after construction.
     */
    record BitValue(BitSet bits, int length) implements Value {
        @Override
        public ValueType type() {
            return ValueType.BIT;
        }

        @Override
        public String text() {
            StringBuilder out = new StringBuilder(length);
            for (int i = 0; i < length; i++) {
                out.append(bits.get(i) ? '1' : '0');
            }
            return out.toString();
        }
    }

    record DateValue(LocalDate value) implements Value {
        @Override
        public ValueType type() {
            return ValueType.DATE;
        }

        @Override
        public String text() {
            return value.toString();
        }
    }

    record TimeValue(LocalTime value) implements Value {
        @Override
        public ValueType type() {
            return ValueType.TIME;
        }

        @Override
        public String text() {
            return Texts.TIME.format(value);
        }
    }

    record GmtTimeValue(LocalTime value) implements Value {
        @Override
        public ValueType type() {
            return ValueType.GMTTIME;
        }

        @Override
        public String text() {
            return Texts.TIME.format(value) + "Z";
        }
    }

    record TimestampValue(LocalDateTime value) implements Value {
        @Override
        public ValueType type() {
            return ValueType.TIMESTAMP;
        }

        @Override
        public String text() {
            return Texts.TIMESTAMP.format(value);
        }
    }

    record GmtTimestampValue(LocalDateTime value) implements Value {
        @Override
        public ValueType type() {
            return ValueType.GMTTIMESTAMP;
        }

        @Override
        public String text() {
            return Texts.TIMESTAMP.format(value) + "Z";
        }
    }

    /**
     * A year-month interval (seconds are zero) or a day-second interval (months are zero).
     *
     * @param months signed number of months, including years
     * @param seconds signed number of seconds with a fraction, including days, hours and minutes
     * @param qualifier ESQL qualifier of the interval, for example {@code DAY TO SECOND}
     */
    record IntervalValue(long months, BigDecimal seconds, String qualifier) implements Value {
        public IntervalValue {
            Objects.requireNonNull(seconds);
            Objects.requireNonNull(qualifier);
        }

        @Override
        public ValueType type() {
            return ValueType.INTERVAL;
        }

        @Override
        public String text() {
            return months != 0 || seconds.signum() == 0 && qualifier.startsWith("YEAR")
                    ? "P" + months + "M"
                    : "PT" + seconds.toPlainString() + "S";
        }
    }

    // Null gives null, which the type of the result cannot express.
    @SuppressWarnings("NullAway")
    static Value of(String text) {
        return text == null
                ? null
                : text.isEmpty() ? CharacterValue.EMPTY : new CharacterValue(text);
    }

    static Value of(long number) {
        return IntegerValue.of(number);
    }

    static Value of(boolean truth) {
        return BooleanValue.of(truth);
    }

    // Null gives null, as for a CHARACTER value.
    @SuppressWarnings("NullAway")
    static Value of(Bytes blob) {
        return blob == null ? null : new BlobValue(blob);
    }

    /** The text formats of dates and times. */
    final class Texts {
        static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");
        static final DateTimeFormatter TIMESTAMP =
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

        private Texts() {}
    }
}
