package io.millrace.models.export;

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

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;

/** Creates values of simple types that satisfy their facets and fit into their fields. */
final class SampleValues {

    private static final int USUAL_TEXT = 12;
    private static final int USUAL_DIGITS = 6;

    private final Random random;

    /** Whether values must be as short as possible. */
    private final boolean small;

    SampleValues(Random random, boolean small) {
        this.random = random;
        this.small = small;
    }

    /**
     * Representation of a value.
     *
     * @param length its bytes, characters or digits; negative if none is specified
     */
    private record Form(PhysicalType type, int length, NumberRule number) {

        static Form of(PhysicalProperties properties) {
            return switch (properties) {
                case CwfField f ->
                        new Form(f.physicalType(), length(f.length().length()), f.number());
                case TdsField f ->
                        new Form(f.physicalType(), length(f.length().length()), f.number());
                case null, default -> new Form(null, -1, NumberRule.DEFAULTS);
            };
        }

        private static int length(Integer said) {
            return said == null ? -1 : said;
        }
    }

    /**
     * Returns a value.
     *
     * @param properties properties of the element in the physical format; null for none
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
            case DATETIME -> dateTime(type.base(), facets.range());
        };
    }

    private String pattern(Facets facets) {
        String pattern = facets.patterns().get(random.nextInt(facets.patterns().size()));
        for (int i = 0; i < 200; i++) {
            String text = PatternSampler.of(pattern, random);
            boolean fits =
                    text != null
                            && (facets.minLength() == null || text.length() >= facets.minLength())
                            && (facets.maxLength() == null || text.length() <= facets.maxLength());
            if (fits) {
                return text;
            }
        }
        throw new FieldException("no sample can be made for the pattern " + pattern);
    }

    private String word(BaseType base, Facets facets, Form form) {
        int least = facets.minLength() == null ? 1 : facets.minLength();
        int most = facets.maxLength() == null ? Math.max(least, USUAL_TEXT) : facets.maxLength();
        if (form.length >= 0) {
            most = Math.min(most, form.length);
        }
        least = Math.min(least, most);
        int longest = Math.min(most, Math.max(least, USUAL_TEXT));
        int length = small ? least : least + random.nextInt(longest - least + 1);
        if (base == BaseType.DURATION) {
            return "P" + (1 + random.nextInt(9)) + "D";
        }
        if (base == BaseType.LANGUAGE) {
            return random.nextBoolean() ? "en" : "de";
        }
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ((i == 0 ? 'A' : 'a') + random.nextInt(26)));
        }
        return text.toString();
    }

    private BigDecimal number(SimpleType type, Form form) {
        Facets facets = type.facets();
        boolean whole = type.base() != BaseType.DECIMAL;
        int scale = whole ? 0 : facets.fractionDigits() == null ? 2 : facets.fractionDigits();
        int digits = digits(type, form);
        scale = Math.min(scale, digits);
        Integer point = form.number.virtualDecimalPoint();
        if (point != null) {
            scale = Math.min(scale, Math.max(0, point));
        }
        BigInteger most = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
        boolean signed =
                !type.base().isUnsigned() && !Boolean.FALSE.equals(form.number.signed()) && !small;
        BigInteger low = signed ? most.negate() : BigInteger.ZERO;
        low = low.max(bound(minValue(type.base()), scale, RoundingMode.CEILING, low));
        BigInteger high = most.min(bound(maxValue(type.base()), scale, RoundingMode.FLOOR, most));
        Facets.Range range = facets.range();
        low = low.max(bound(range.minInclusive(), scale, RoundingMode.CEILING, low));
        high = high.min(bound(range.maxInclusive(), scale, RoundingMode.FLOOR, high));
        if (range.minExclusive() != null) {
            low =
                    low.max(
                            bound(range.minExclusive(), scale, RoundingMode.FLOOR, low)
                                    .add(BigInteger.ONE));
        }
        if (range.maxExclusive() != null) {
            high =
                    high.min(
                            bound(range.maxExclusive(), scale, RoundingMode.CEILING, high)
                                    .subtract(BigInteger.ONE));
        }
        if (low.compareTo(high) > 0) {
            low = high.min(low);
        }
        BigInteger span = high.subtract(low).add(BigInteger.ONE);
        BigInteger picked =
                low.add(new BigInteger(span.bitLength() + 8, random).mod(span.max(BigInteger.ONE)));
        return new BigDecimal(picked, scale);
    }

    private static BigInteger bound(String text, int scale, RoundingMode how, BigInteger standard) {
        if (text == null) {
            return standard;
        }
        try {
            return new BigDecimal(text).setScale(scale, how).unscaledValue();
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
        Integer total = type.facets().totalDigits();
        int most = total == null ? USUAL_DIGITS : Math.min(total, 18);
        if (form.length >= 0) {
            int fits =
                    switch (form.type) {
                        case PACKED -> 2 * form.length - 1;
                        case INTEGER -> form.length >= 4 ? 9 : 2 * form.length;
                        case null -> form.length - 1;
                        default -> form.length - 1;
                    };
            boolean packed = form.type == null && type.base() == BaseType.DECIMAL;
            most = Math.min(most, Math.max(1, packed ? 2 * form.length - 1 : fits));
        }
        return small ? 1 : Math.max(1, most);
    }

    private String floating(SimpleType type, Form form) {
        boolean number =
                form.type == PhysicalType.PACKED
                        || form.type == PhysicalType.EXTERNAL
                        || form.type == PhysicalType.INTEGER;
        Facets.Range range = type.facets().range();
        if (range.minInclusive() != null) {
            return range.minInclusive();
        }
        if (range.maxInclusive() != null) {
            return range.maxInclusive();
        }
        // Quarters are exact in every form of floating point.
        return number || small
                ? Integer.toString(random.nextInt(10))
                : Double.toString(random.nextInt(4_000) / 4.0);
    }

    private String bytes(SimpleType type, Form form) {
        int least = type.facets().minLength() == null ? 0 : type.facets().minLength();
        int most = type.facets().maxLength() == null ? least + 4 : type.facets().maxLength();
        int length =
                form.length >= 0
                        ? form.length
                        : type.facets().maxLength() != null
                                ? most
                                : least + random.nextInt(most - least + 1);
        byte[] made = new byte[Math.min(length, 1 << 20)];
        random.nextBytes(made);
        return type.base() == BaseType.HEX_BINARY
                ? HexFormat.of().formatHex(made)
                : Base64.getEncoder().encodeToString(made);
    }

    private String dateTime(BaseType base, Facets.Range range) {
        if (range.minInclusive() != null) {
            return range.minInclusive();
        }
        if (range.maxInclusive() != null) {
            return range.maxInclusive();
        }
        String year = Integer.toString(2000 + random.nextInt(40));
        String month = "%02d".formatted(1 + random.nextInt(12));
        String day = "%02d".formatted(1 + random.nextInt(28));
        String time =
                "%02d:%02d:%02d"
                        .formatted(random.nextInt(24), random.nextInt(60), random.nextInt(60));
        return switch (base) {
            case DATE_TIME -> year + "-" + month + "-" + day + "T" + time;
            case TIME -> time;
            case G_YEAR -> year;
            case G_YEAR_MONTH -> year + "-" + month;
            case G_MONTH -> "--" + month;
            case G_MONTH_DAY -> "--" + month + "-" + day;
            case G_DAY -> "---" + day;
            default -> year + "-" + month + "-" + day;
        };
    }
}
