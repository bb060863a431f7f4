package io.millrace.models.export;

import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.BaseType.DURATION;
import static io.millrace.parsers.model.BaseType.HEX_BINARY;
import static io.millrace.parsers.model.BaseType.ID;
import static io.millrace.parsers.model.BaseType.LANGUAGE;
import static io.millrace.parsers.model.PhysicalType.EXTERNAL;
import static io.millrace.parsers.model.PhysicalType.INTEGER;
import static io.millrace.parsers.model.PhysicalType.PACKED;

import static java.lang.Math.max;
import static java.lang.Math.min;
import static java.math.RoundingMode.CEILING;
import static java.math.RoundingMode.FLOOR;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.DateTimeRules;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.Lexical;
import io.millrace.parsers.validation.PatternSampler;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A generator of values of simple types that conform to the facets and fit into the fields.
 *
 * @param small whether values must be as short as possible
 */
record SampleValues(Random random, boolean small) {

    private static final int USUAL_TEXT = 12;
    private static final int USUAL_DIGITS = 6;

    /** Length of identifiers, which must be unique in a message. */
    private static final int MIN_ID = 10;

    /**
     * Representation of a value.
     *
     * @param length number of bytes, characters or digits; negative if not specified
     */
    private record Form(PhysicalType type, int length, NumberRule number) {

        static Form of(PhysicalProperties properties) {
            return switch (properties) {
                case CwfField f ->
                        new Form(f.physicalType(), orElse(f.length().length(), -1), f.number());
                case TdsField f ->
                        new Form(f.physicalType(), orElse(f.length().length(), -1), f.number());
                case null, default -> new Form(null, -1, NumberRule.DEFAULTS);
            };
        }
    }

    /**
     * Returns a random value for an element.
     *
     * @param properties properties of the element in the physical format; null if there are none
     * @throws FieldException if no value can be created
     */
    Value of(ElementDeclaration e, SimpleType type, PhysicalProperties properties) {
        boolean fixed = e.preset() != null && (e.preset().fixed() || random.nextInt(8) == 0);
        String text = fixed ? e.preset().text() : text(type, Form.of(properties));
        return Lexical.value(type.base(), text, DateTimeRules.DEFAULTS);
    }

    private String text(SimpleType type, Form form) {
        Facets facets = type.facets();
        if (!facets.enumeration().isEmpty()) {
            return facets.enumeration().get(random.nextInt(facets.enumeration().size()));
        }
        if (!facets.patterns().isEmpty()) {
            return pattern(facets);
        }
        return switch (type.base().kind()) {
            case TEXT -> word(type.base(), facets, form);
            case TRUTH -> Boolean.toString(random.nextBoolean());
            case NUMBER -> number(type, form).toPlainString();
            case FLOATING -> floating(type, form);
            case BINARY -> bytes(type, form);
            case DATETIME -> inRange(facets.range(), () -> dateTime(type.base()));
        };
    }

    private String pattern(Facets facets) {
        String pattern = facets.patterns().get(random.nextInt(facets.patterns().size()));
        int least = orElse(facets.minLength(), 0);
        int most = orElse(facets.maxLength(), Integer.MAX_VALUE);
        return Stream.generate(() -> PatternSampler.of(pattern, random))
                .limit(200)
                .filter(t -> t != null && t.length() >= least && t.length() <= most)
                .findFirst()
                .orElseThrow(
                        () ->
                                new FieldException(
                                        "no sample can be generated for the pattern " + pattern));
    }

    private static int orElse(Integer value, int standard) {
        return value == null ? standard : value;
    }

    private String word(BaseType base, Facets facets, Form form) {
        int min = orElse(facets.minLength(), 1);
        int max = orElse(facets.maxLength(), max(min, USUAL_TEXT));
        int most = form.length >= 0 ? min(max, form.length) : max;
        int least = min(min, most);
        int longest = min(most, max(least, USUAL_TEXT));
        int length = small ? least : least + random.nextInt(longest - least + 1);
        if (base == DURATION) {
            return "P" + (1 + random.nextInt(9)) + "D";
        }
        if (base == LANGUAGE) {
            return random.nextBoolean() ? "en" : "de";
        }
        if (base == ID && most >= MIN_ID) {
            return "I%09d".formatted(random.nextInt(1_000_000_000));
        }
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ((i == 0 ? 'A' : 'a') + random.nextInt(26)));
        }
        return text.toString();
    }

    private BigDecimal number(SimpleType type, Form form) {
        BaseType base = type.base();
        Facets.Range range = type.facets().range();
        int digits = digits(type, form);
        int fraction = base == DECIMAL ? orElse(type.facets().fractionDigits(), 2) : 0;
        int point = max(0, orElse(form.number.virtualDecimalPoint(), digits));
        int scale = min(fraction, min(digits, point));
        BigInteger most = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
        boolean signed =
                !base.isUnsigned() && !Boolean.FALSE.equals(form.number.signed()) && !small;
        BigInteger low = signed ? most.negate() : BigInteger.ZERO;
        BigInteger high = most;
        for (String bound : Arrays.asList(minValue(base), range.minInclusive())) {
            low = low.max(bound(bound, scale, CEILING, 0, low));
        }
        for (String bound : Arrays.asList(maxValue(base), range.maxInclusive())) {
            high = high.min(bound(bound, scale, FLOOR, 0, high));
        }
        low = low.max(bound(range.minExclusive(), scale, FLOOR, 1, low));
        high = high.min(bound(range.maxExclusive(), scale, CEILING, -1, high));
        low = low.min(high);
        BigInteger span = high.subtract(low).add(BigInteger.ONE);
        BigInteger picked = low.add(new BigInteger(span.bitLength() + 8, random).mod(span));
        return new BigDecimal(picked, scale);
    }

    /** Returns a bound of a facet plus a number, or a default if the bound is not specified. */
    private static BigInteger bound(
            String text, int scale, RoundingMode how, int more, BigInteger standard) {
        try {
            return text == null
                    ? standard
                    : new BigDecimal(text)
                            .setScale(scale, how)
                            .unscaledValue()
                            .add(BigInteger.valueOf(more));
        } catch (NumberFormatException e) {
            return standard;
        }
    }

    private static String minValue(BaseType base) {
        return switch (base) {
            case BYTE -> "-128";
            case SHORT -> "-32768";
            case POSITIVE_INTEGER -> "1";
            default -> base.isUnsigned() ? "0" : null;
        };
    }

    private static String maxValue(BaseType base) {
        return switch (base) {
            case BYTE -> "127";
            case UNSIGNED_BYTE -> "255";
            case SHORT -> "32767";
            case UNSIGNED_SHORT -> "65535";
            case NEGATIVE_INTEGER -> "-1";
            case NON_POSITIVE_INTEGER -> "0";
            default -> null;
        };
    }

    /** Returns the maximum number of digits, before and after the decimal point. */
    private int digits(SimpleType type, Form form) {
        int most = min(orElse(type.facets().totalDigits(), USUAL_DIGITS), 18);
        PhysicalType usual = type.base() == DECIMAL ? PACKED : null;
        if (form.length >= 0) {
            int fits =
                    switch (form.type == null ? usual : form.type) {
                        case PACKED -> 2 * form.length - 1;
                        case INTEGER -> form.length >= 4 ? 9 : 2 * form.length;
                        case null, default -> form.length - 1;
                    };
            most = min(most, fits);
        }
        return small ? 1 : max(1, most);
    }

    private String floating(SimpleType type, Form form) {
        boolean number = form.type == PACKED || form.type == EXTERNAL || form.type == INTEGER;
        // Quarters are exact in every form of floating point.
        return inRange(
                type.facets().range(),
                () ->
                        number || small
                                ? Integer.toString(random.nextInt(10))
                                : Double.toString(random.nextInt(4_000) / 4.0));
    }

    private static String inRange(Facets.Range range, Supplier<String> any) {
        return range.minInclusive() != null
                ? range.minInclusive()
                : range.maxInclusive() != null ? range.maxInclusive() : any.get();
    }

    private String bytes(SimpleType type, Form form) {
        Integer max = type.facets().maxLength();
        int least = orElse(type.facets().minLength(), 0);
        int length = form.length >= 0 ? form.length : max != null ? max : least + random.nextInt(5);
        byte[] made = new byte[min(length, 1 << 20)];
        random.nextBytes(made);
        return type.base() == HEX_BINARY
                ? HexFormat.of().formatHex(made)
                : Base64.getEncoder().encodeToString(made);
    }

    private String dateTime(BaseType base) {
        LocalDateTime made =
                LocalDateTime.of(
                        2000 + random.nextInt(40),
                        1 + random.nextInt(12),
                        1 + random.nextInt(28),
                        random.nextInt(24),
                        random.nextInt(60),
                        random.nextInt(60));
        String pattern =
                switch (base) {
                    case DATE_TIME -> "yyyy-MM-dd'T'HH:mm:ss";
                    case TIME -> "HH:mm:ss";
                    case G_YEAR -> "yyyy";
                    case G_YEAR_MONTH -> "yyyy-MM";
                    case G_MONTH -> "--MM";
                    case G_MONTH_DAY -> "--MM-dd";
                    case G_DAY -> "---dd";
                    default -> "yyyy-MM-dd";
                };
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(made);
    }
}
