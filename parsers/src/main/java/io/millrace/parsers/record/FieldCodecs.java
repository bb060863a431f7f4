package io.millrace.parsers.record;

import static io.millrace.parsers.model.BaseType.HEX_BINARY;
import static io.millrace.parsers.model.BaseType.Kind.FLOATING;
import static io.millrace.parsers.model.BaseType.Kind.NUMBER;
import static io.millrace.parsers.model.BaseType.Kind.TRUTH;
import static io.millrace.parsers.model.FillCharacter.SPACE;
import static io.millrace.parsers.model.FillCharacter.ZERO;
import static io.millrace.parsers.model.NullRule.EncodingNull.LITERAL_FILL;
import static io.millrace.parsers.model.NullRule.EncodingNull.LOGICAL_VALUE;
import static io.millrace.parsers.model.NullRule.EncodingNull.PAD_FILL;
import static io.millrace.parsers.model.PaddingRule.Justification.LEFT;
import static io.millrace.parsers.model.PaddingRule.Justification.NOT_APPLICABLE;
import static io.millrace.parsers.model.PaddingRule.Justification.RIGHT;
import static io.millrace.parsers.model.PhysicalType.EXTERNAL;
import static io.millrace.parsers.model.PhysicalType.FIXED_LENGTH;
import static io.millrace.parsers.model.PhysicalType.INTEGER;
import static io.millrace.parsers.model.PhysicalType.LENGTH_ENCODED_1;
import static io.millrace.parsers.model.PhysicalType.LENGTH_ENCODED_2;
import static io.millrace.parsers.model.PhysicalType.NULL_TERMINATED;
import static io.millrace.parsers.model.PhysicalType.PACKED;
import static io.millrace.parsers.model.PhysicalType.TEXT;
import static io.millrace.parsers.model.PhysicalType.TIME_MILLISECONDS;
import static io.millrace.parsers.model.PhysicalType.TIME_SECONDS;
import static io.millrace.parsers.record.Numbers.decimal;

import static java.lang.Math.max;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.format.DatetimeFormat;
import io.millrace.engine.message.format.PatternException;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.BaseType.Kind;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.DateTimeRules;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.NullRule;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.PaddingRule;
import io.millrace.parsers.model.PaddingRule.Justification;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.TextRule.Trim;
import io.millrace.parsers.record.NullCode.Filled;
import io.millrace.parsers.record.NullCode.Literal;

import java.util.EnumSet;
import java.util.Set;

/**
 * A factory of codecs from the properties of fields in a model. Safe for use by several threads.
 *
 * @param positiveCode sign of non-negative packed decimals: C or F
 */
public record FieldCodecs(BooleanBytes booleans, DateTimeRules dateTimes, char positiveCode) {

    /**
     * Number of digits of a type's largest number if the model does not specify a number of digits.
     */
    private static final int SHORT_DIGITS = 5;

    private static final int INT_DIGITS = 10;
    private static final int LONG_DIGITS = 19;

    /**
     * Properties of a field that a model specifies.
     *
     * @param physical physical representation; null for the type's default
     * @param nillable whether the field can be NULL
     * @param pattern pattern of dates and times; null for the type's default
     * @param text text representation, in formats in which all fields can be strings; otherwise
     *     null
     */
    public record Field(
            SimpleType type,
            PhysicalType physical,
            NumberRule number,
            PaddingRule padding,
            NullRule nulls,
            boolean nillable,
            String pattern,
            TextForm text) {}

    /**
     * The codec of a field, with the length that applies if the model specifies none.
     *
     * @param physical physical representation
     * @param size size in bytes (characters, for strings) if the model has no length; null if a
     *     length is mandatory
     */
    public record Made(FieldCodec codec, PhysicalType physical, Integer size) {

        private static final int MAX_BINARY = 16;
        private static final int MAX_PACKED = 20;
        private static final int MAX_EXTERNAL = 256;

        /**
         * Checks that a length in the model is possible for the physical type.
         *
         * @throws FieldException if it is not; the message contains the possible lengths
         */
        public void checkLength(BaseType base, int length) {
            switch (physical) {
                case INTEGER -> between(length, 1, base.isInteger() ? Long.BYTES : MAX_BINARY);
                case PACKED -> between(length, 1, MAX_PACKED);
                case EXTERNAL -> between(length, 1, MAX_EXTERNAL);
                case FLOAT -> {
                    if (length != 4 && length != 8) {
                        throw new FieldException(
                                "the length is " + length + "; expected 4 or 8 bytes");
                    }
                }
                case TIME_SECONDS -> between(length, 4, 4);
                case TIME_MILLISECONDS -> between(length, 8, 8);
                case BINARY -> {
                    if (base.kind() != Kind.BINARY) {
                        between(length, size, size);
                    }
                }
                default -> between(length, 0, Integer.MAX_VALUE / 2);
            }
        }

        private static void between(int length, int least, int most) {
            if (length < least || length > most) {
                throw new FieldException(
                        "the length is "
                                + length
                                + "; expected "
                                + (least == most
                                        ? Integer.toString(least)
                                        : least + " to " + most));
            }
        }
    }

    /**
     * Creates a codec.
     *
     * @throws FieldException if the specification in the model is invalid; the message contains the
     *     permitted values
     */
    public Made make(Field field) {
        BaseType base = field.type().base();
        PhysicalType physical = physical(field, base);
        Padding padding = padding(field, base, physical);
        Sized sized = sized(field, physical, padding);
        NullCode nulls = field.nillable() ? nulls(field, physical, padding, sized.codec) : null;
        return new Made(new FieldCodec(sized.codec, nulls), physical, sized.size);
    }

    private record Sized(ValueCodec codec, Integer size) {}

    private static PhysicalType physical(Field field, BaseType base) {
        Set<PhysicalType> allowed =
                switch (base.kind()) {
                    case TEXT ->
                            EnumSet.of(
                                    FIXED_LENGTH,
                                    LENGTH_ENCODED_1,
                                    LENGTH_ENCODED_2,
                                    NULL_TERMINATED);
                    case NUMBER -> EnumSet.of(INTEGER, PACKED, EXTERNAL);
                    case FLOATING -> EnumSet.of(PhysicalType.FLOAT, INTEGER, PACKED, EXTERNAL);
                    case TRUTH -> EnumSet.of(PhysicalType.BINARY);
                    case BINARY ->
                            EnumSet.of(PhysicalType.BINARY, LENGTH_ENCODED_1, LENGTH_ENCODED_2);
                    case DATETIME ->
                            EnumSet.of(
                                    FIXED_LENGTH,
                                    LENGTH_ENCODED_1,
                                    LENGTH_ENCODED_2,
                                    NULL_TERMINATED,
                                    PACKED,
                                    PhysicalType.BINARY,
                                    TIME_SECONDS,
                                    TIME_MILLISECONDS);
                };
        if (field.text() != null) {
            allowed.add(TEXT);
        }
        PhysicalType standard = field.text() != null ? TEXT : standard(base);
        PhysicalType specified = field.physical() == null ? standard : field.physical();
        if (!allowed.contains(specified)) {
            String words = String.join(", ", allowed.stream().map(PhysicalType::word).toList());
            throw new FieldException(
                    "the physical type "
                            + specified.word()
                            + " cannot be used for "
                            + base.word()
                            + "; expected one of "
                            + words);
        }
        return specified;
    }

    private static PhysicalType standard(BaseType base) {
        return switch (base.kind()) {
            case TEXT, DATETIME -> FIXED_LENGTH;
            case NUMBER -> base.isWhole() ? INTEGER : PACKED;
            case FLOATING -> PhysicalType.FLOAT;
            case TRUTH, BINARY -> PhysicalType.BINARY;
        };
    }

    private static Padding padding(Field field, BaseType base, PhysicalType physical) {
        boolean text = physical == TEXT;
        boolean number =
                physical == EXTERNAL
                        || text && (base.kind() == Kind.NUMBER || base.kind() == Kind.FLOATING);
        Justification justification = field.padding().justification();
        if (text && !field.text().bounded()) {
            justification = NOT_APPLICABLE;
        } else if (justification == null) {
            boolean fixed = physical == FIXED_LENGTH || text;
            justification = number ? RIGHT : fixed ? LEFT : NOT_APPLICABLE;
        }
        FillCharacter fill = field.padding().character();
        if (fill == null) {
            fill = number ? ZERO : SPACE;
        }
        return new Padding(justification, fill);
    }

    private Sized sized(Field field, PhysicalType physical, Padding padding) {
        BaseType base = field.type().base();
        if (physical == TEXT) {
            Sized text = text(field, padding);
            return new Sized(TextCodecs.trimmed(text.codec, field.text()), text.size);
        }
        return switch (base.kind()) {
            case TEXT -> new Sized(new TextValue(padding), field.type().facets().maxLength());
            case BINARY -> new Sized(new BytesValue(), field.type().facets().maxLength());
            case TRUTH -> new Sized(new BooleanValue(booleans), booleans.length());
            case NUMBER -> number(field, physical, padding);
            case FLOATING ->
                    physical == PhysicalType.FLOAT
                            ? new Sized(new FloatingPoint(), base == BaseType.FLOAT ? 4 : 8)
                            : floating(number(field, physical, padding));
            case DATETIME -> dateTime(field, physical, padding);
        };
    }

    /**
     * Returns a field that is written as text, with the maximum number of characters of its type.
     */
    private Sized text(Field field, Padding padding) {
        BaseType base = field.type().base();
        Facets facets = field.type().facets();
        TextValue text = new TextValue(padding, field.text().truncate());
        BooleanStrings truths = field.text().truths();
        return switch (base.kind()) {
            case TEXT -> new Sized(text, facets.maxLength());
            case TRUTH ->
                    new Sized(
                            new TextCodecs.Truth(truths, text),
                            max(truths.trueValue().length(), truths.falseValue().length()));
            case BINARY -> {
                Integer most = facets.maxLength();
                boolean hex = base == HEX_BINARY;
                yield new Sized(
                        new TextCodecs.Digits(base, text),
                        most == null ? null : hex ? most * 2 : (most + 2) / 3 * 4);
            }
            case NUMBER, FLOATING -> textNumber(field, padding);
            case DATETIME -> dateTime(field, FIXED_LENGTH, padding);
        };
    }

    private Sized textNumber(Field field, Padding padding) {
        BaseType base = field.type().base();
        Facets facets = field.type().facets();
        NumberRule rule = field.number();
        boolean signed = isSigned(field);
        Integer digits = digits(base, facets);
        Integer implied = rule.virtualDecimalPoint();
        int fraction = facets.fractionDigits() == null ? -1 : facets.fractionDigits();
        int extra = (signed ? 1 : 0) + (fraction > 0 && implied == null ? 1 : 0);
        return new Sized(
                new TextNumber(base, field.text(), signed, fraction, implied, padding),
                digits == null ? null : digits + extra);
    }

    private static boolean isSigned(Field field) {
        Boolean signed = field.number().signed();
        return signed == null ? !field.type().base().isUnsigned() : signed;
    }

    private Sized number(Field field, PhysicalType physical, Padding padding) {
        BaseType base = field.type().base();
        Facets facets = field.type().facets();
        NumberRule rule = field.number();
        boolean signed = isSigned(field);
        int point =
                rule.virtualDecimalPoint() != null
                        ? rule.virtualDecimalPoint()
                        : facets.fractionDigits() == null ? 0 : facets.fractionDigits();
        Numbers numbers = new Numbers(point, !base.isInteger(), signed);
        Integer digits = digits(base, facets);
        return switch (physical) {
            case PACKED -> new Sized(packed(numbers), digits == null ? null : digits / 2 + 1);
            case EXTERNAL -> {
                int sign = signed && rule.orientation().isSeparate() ? 1 : 0;
                ValueCodec codec =
                        new ExternalDecimal(
                                numbers, rule.orientation(), rule.ebcdicCustom(), padding);
                yield new Sized(codec, digits == null ? null : digits + sign);
            }
            default -> new Sized(new BinaryInteger(numbers), binary(base, facets));
        };
    }

    private PackedDecimal packed(Numbers numbers) {
        return new PackedDecimal(numbers, positiveCode == 'F' ? 0xF : 0xC);
    }

    private static Sized floating(Sized number) {
        return new Sized(new AsFloat(number.codec), number.size);
    }

    private static Integer digits(BaseType base, Facets facets) {
        return facets.totalDigits() != null
                ? facets.totalDigits()
                : switch (base) {
                    case BYTE, UNSIGNED_BYTE -> 3;
                    case SHORT, UNSIGNED_SHORT -> SHORT_DIGITS;
                    case INT, UNSIGNED_INT -> INT_DIGITS;
                    case LONG -> LONG_DIGITS;
                    case UNSIGNED_LONG -> LONG_DIGITS + 1;
                    default -> null;
                };
    }

    /**
     * Returns the number of bytes of a binary integer: the size of the type; otherwise the size for
     * the number of digits, as in COBOL; otherwise 4.
     */
    private static int binary(BaseType base, Facets facets) {
        return switch (base) {
            case BYTE, UNSIGNED_BYTE -> 1;
            case SHORT, UNSIGNED_SHORT -> 2;
            case INT, UNSIGNED_INT -> 4;
            case LONG, UNSIGNED_LONG -> 8;
            default -> {
                int digits = facets.totalDigits() == null ? 9 : facets.totalDigits();
                yield digits <= 4 ? 2 : digits <= 9 ? 4 : 8;
            }
        };
    }

    private Sized dateTime(Field field, PhysicalType physical, Padding padding) {
        DateTimeKind kind = DateTimeKind.of(field.type().base(), dateTimes);
        if (physical == TIME_SECONDS || physical == TIME_MILLISECONDS) {
            boolean millis = physical == TIME_MILLISECONDS;
            return new Sized(EpochTime.of(kind, millis, field.pattern()), millis ? 8 : 4);
        }
        if (physical == PhysicalType.BINARY) {
            BinaryDateTime binary =
                    BinaryDateTime.of(kind, field.pattern(), dateTimes.strictChecking());
            return new Sized(binary, binary.size());
        }
        boolean packed = physical == PACKED;
        String own = packed ? kind.digits() : kind.pattern();
        DatetimeFormat format = compile(field.pattern() == null ? own : field.pattern());
        int width = format.width();
        if (!packed) {
            return new Sized(new TextDateTime(kind, format, padding), width < 0 ? null : width);
        }
        if (width < 0 || !format.isDigits()) {
            throw new FieldException(
                    "the pattern "
                            + format
                            + " must produce a fixed number of digits for packed dates and times");
        }
        PackedDecimal digits = packed(new Numbers(0, true, true));
        return new Sized(new PackedDateTime(kind, format, width, digits), width / 2 + 1);
    }

    private DatetimeFormat compile(String pattern) {
        try {
            return DatetimeFormat.compile(pattern, DateTimeKind.calendar(dateTimes));
        } catch (PatternException e) {
            throw new FieldException(e.getMessage());
        }
    }

    private NullCode nulls(Field field, PhysicalType physical, Padding padding, ValueCodec codec) {
        BaseType base = field.type().base();
        if (base.kind() == Kind.TRUTH) {
            if (physical == TEXT) {
                String nothing = field.text().truths().nullValue();
                return nothing == null ? null : new Literal(nothing, literal(padding));
            }
            return booleans.nullValue() == null ? null : new NullCode.Exact(booleans.nullValue());
        }
        NullRule rule = field.nulls();
        if (rule.encoding() == null) {
            return null;
        }
        boolean text = physical.isText() || physical == EXTERNAL;
        boolean logical = rule.encoding() == LOGICAL_VALUE;
        if (base.kind() == Kind.BINARY || !text && !logical) {
            throw new FieldException(
                    "encodingNull "
                            + rule.encoding().word()
                            + " is not possible for "
                            + base.word()
                            + " as "
                            + physical.word());
        }
        if (rule.value() == null && rule.encoding() != PAD_FILL) {
            throw new FieldException(
                    "encodingNull " + rule.encoding().word() + " needs an encodingNullValue");
        }
        boolean fills = rule.encoding() == PAD_FILL || rule.encoding() == LITERAL_FILL;
        if (fills && field.text() != null && !field.text().bounded()) {
            throw new FieldException(
                    "encodingNull "
                            + rule.encoding().word()
                            + " requires a length that it can "
                            + "fill");
        }
        return switch (rule.encoding()) {
            case PAD_FILL -> new Filled(padding);
            case LITERAL_FILL ->
                    new Filled(
                            new Padding(
                                    NOT_APPLICABLE,
                                    FillCharacter.of(rule.value())
                                            .orElseThrow(
                                                    () ->
                                                            new FieldException(
                                                                    """
                                                                    encodingNullValue must be one \
                                                                    character for literalFill\
                                                                    """))));
            case LITERAL_VALUE -> new Literal(rule.value(), literal(padding));
            case LOGICAL_VALUE ->
                    new NullCode.Logical(Lexical.value(base, rule.value(), dateTimes), codec);
        };
    }

    private static TextValue literal(Padding padding) {
        boolean zeros = padding.fill().equals(ZERO);
        return new TextValue(zeros ? new Padding(padding.justification(), SPACE) : padding);
    }

    /** Codec of FLOAT fields that are not written in a floating-point format. */
    private record AsFloat(ValueCodec number) implements ValueCodec {
        @Override
        public Value read(byte[] bytes, int from, int to, Wire wire) {
            Value value = number.read(bytes, from, to, wire);
            return new FloatValue(decimal(value).doubleValue());
        }

        @Override
        public void write(Value value, ByteSink out, int length, Wire wire) {
            number.write(value, out, length, wire);
        }
    }

    /**
     * Format of a field that is written as text ({@link
     * io.millrace.parsers.model.PhysicalType#TEXT}), complete with the defaults of properties that
     * the model does not specify.
     *
     * @param decimalPoint decimal point of numbers
     * @param strictNumbers whether numbers must have the form that the standard specifies
     * @param truncate whether a string that is too long is truncated when it is written
     * @param bounded whether the field has a length, to which it is padded
     */
    public record TextForm(
            int decimalPoint,
            boolean strictNumbers,
            Trim trim,
            boolean truncate,
            BooleanStrings truths,
            boolean bounded) {}
}
