package io.millrace.parsers.validation;

import static io.millrace.parsers.model.BaseType.DURATION;
import static io.millrace.parsers.model.BaseType.ENTITY;
import static io.millrace.parsers.model.BaseType.ID;
import static io.millrace.parsers.model.BaseType.IDREF;
import static io.millrace.parsers.model.BaseType.LANGUAGE;
import static io.millrace.parsers.model.BaseType.NAME;
import static io.millrace.parsers.model.BaseType.NMTOKEN;
import static io.millrace.parsers.model.BaseType.Q_NAME;

import static java.lang.Math.min;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.record.FieldException;
import io.millrace.parsers.record.SchemaText;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Permitted values of a field. Immutable; safe to use from several threads.
 *
 * @param text conversion of strings if the tree contains strings instead of typed values
 * @param allowed values of the enumeration; empty if all values are permitted
 * @param patterns patterns of which the string must match at least one; empty for no restriction
 * @param fixed the only permitted value; null if there is none
 * @param preset value of an empty string; null if there is none
 */
record ValueCheck(
        BaseType base,
        Facets facets,
        SchemaText text,
        Range range,
        List<Value> allowed,
        List<XsdPattern> patterns,
        Value fixed,
        Value preset,
        boolean nillable) {

    private static final int MAX_SHOWN = 60;

    private static final String NC_NAME = "[\\p{L}_][\\c-[:]]*";

    /** Patterns of the strings of built-in types. */
    private static final Map<BaseType, XsdPattern> FORMS =
            Map.of(
                    LANGUAGE,
                    XsdPattern.compile("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"),
                    NAME,
                    XsdPattern.compile("\\i\\c*"),
                    BaseType.NC_NAME,
                    XsdPattern.compile(NC_NAME),
                    ID,
                    XsdPattern.compile(NC_NAME),
                    IDREF,
                    XsdPattern.compile(NC_NAME),
                    ENTITY,
                    XsdPattern.compile(NC_NAME),
                    NMTOKEN,
                    XsdPattern.compile("\\c+"),
                    Q_NAME,
                    XsdPattern.compile("(" + NC_NAME + ":)?" + NC_NAME),
                    DURATION,
                    XsdPattern.compile(
                            """
                            -?P(\\d+Y)?(\\d+M)?(\\d+D)?\
                            (T(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?\
                            """));

    /** Bounds of ordered values; null for no bound. */
    record Range(Value minInclusive, Value minExclusive, Value maxInclusive, Value maxExclusive) {}

    /**
     * Returns the rule violation of a value.
     *
     * @return the violation; null if the value is valid
     */
    Fault findViolation(Value value) {
        if (value == null) {
            return nillable ? null : new Fault("NULL", "a value");
        }
        try {
            return findViolationOf(typed(value), value);
        } catch (FieldException | PatternException e) {
            return new Fault(shown(value), e.getMessage());
        }
    }

    /** A rule violation: the value that was found, and what was expected. */
    record Fault(String found, String expected) {}

    /**
     * Returns a value converted to the type.
     *
     * @throws FieldException if the value is invalid
     */
    Value typed(Value value) {
        if (!(value instanceof CharacterValue(String specified))) {
            return value;
        }
        String clean = clean(specified);
        if (preset != null && clean.isEmpty()) {
            return preset;
        }
        return base.kind() == BaseType.Kind.TEXT ? Value.of(clean) : text.read(clean);
    }

    /** Normalizes white space as XML Schema defines it for the type. */
    private String clean(String specified) {
        return switch (base) {
            case STRING, ANY_SIMPLE_TYPE -> specified;
            case NORMALIZED_STRING ->
                    specified.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
            default -> collapsed(specified);
        };
    }

    /** Returns a string without white space at the ends, and with one space between words. */
    private static String collapsed(String specified) {
        int length = specified.length();
        boolean clean = length == 0 || !isWhite(specified.charAt(length - 1));
        boolean space = true;
        for (int i = 0; i < length && clean; i++) {
            char c = specified.charAt(i);
            clean = !isWhite(c) || c == ' ' && !space;
            space = c == ' ';
        }
        if (clean) {
            return specified;
        }
        StringBuilder words = new StringBuilder(length);
        boolean between = false;
        for (int i = 0; i < length; i++) {
            char c = specified.charAt(i);
            if (isWhite(c)) {
                between = !words.isEmpty();
            } else {
                words.append(between ? " " : "").append(c);
                between = false;
            }
        }
        return words.toString();
    }

    /**
     * Whether a character is white space in XML, which has fewer white space characters than
     * Unicode.
     */
    private static boolean isWhite(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private Fault findViolationOf(Value typed, Value original) {
        String expected =
                switch (base.kind()) {
                    case TEXT -> ofText(typed.text());
                    case NUMBER -> ofNumber(typed);
                    case BINARY -> ofBytes(typed);
                    case FLOATING, TRUTH, DATETIME -> null;
                };
        if (expected == null && !fits(typed)) {
            expected = "a value of the type " + base.word();
        }
        expected = expected != null ? expected : ofRange(typed);
        if (expected == null && !allowed.isEmpty() && allowed.stream().noneMatch(same(typed))) {
            expected =
                    "one of "
                            + String.join(
                                    ", ", allowed.stream().limit(20).map(Value::text).toList());
        }
        if (expected == null && fixed != null && !same(typed).test(fixed)) {
            expected = fixed.text() + ", the only permitted value";
        }
        expected = expected != null ? expected : ofPatterns(typed, original);
        return expected == null ? null : new Fault(shown(original), expected);
    }

    private Predicate<Value> same(Value value) {
        return base == DURATION
                ? other -> value.equals(other) || compare(value, other) == 0
                : other -> ValueComparison.same(value, other);
    }

    /** Whether a value belongs to the type, ignoring facets. */
    private boolean fits(Value value) {
        return switch (base.kind()) {
            case TEXT -> true;
            case TRUTH -> value instanceof BooleanValue;
            case NUMBER, FLOATING -> ValueComparison.isNumber(value);
            case BINARY -> value instanceof BlobValue;
            case DATETIME -> ValueComparison.isTime(value);
        };
    }

    private String ofText(String specified) {
        XsdPattern form = FORMS.get(base);
        boolean empty = base == DURATION && (specified.endsWith("P") || specified.endsWith("T"));
        return form != null && (empty || !form.matches(specified))
                ? "a value of the type " + base.word()
                : ofLength(specified.codePointCount(0, specified.length()), "characters");
    }

    private String ofBytes(Value value) {
        return value instanceof BlobValue(Bytes bytes) ? ofLength(bytes.length(), "bytes") : null;
    }

    private String ofLength(int length, String units) {
        Integer min = facets.minLength();
        Integer max = facets.maxLength();
        if ((min == null || length >= min) && (max == null || length <= max)) {
            return null;
        }
        return min != null && min.equals(max)
                ? min + " " + units
                : min != null && length < min
                        ? "at least " + min + " " + units
                        : "at most " + max + " " + units;
    }

    private String ofNumber(Value value) {
        if (!ValueComparison.isNumber(value)) {
            return null;
        }
        BigDecimal number = ValueComparison.decimal(value);
        if (number == null || base.isWhole() && ValueComparison.fraction(number) > 0) {
            return "a value of the type " + base.word();
        }
        BigDecimal least = ValueComparison.minOf(base);
        BigDecimal most = ValueComparison.maxOf(base);
        if (least != null && number.compareTo(least) < 0
                || most != null && number.compareTo(most) > 0) {
            return "a value of the type " + base.word();
        }
        Integer total = facets.totalDigits();
        Integer fraction = facets.fractionDigits();
        if (fraction != null && ValueComparison.fraction(number) > fraction) {
            return "at most " + fraction + " digits after the decimal point";
        }
        return total != null && ValueComparison.digits(number) > total
                ? "at most " + total + " digits"
                : null;
    }

    private String ofRange(Value value) {
        if (range == null) {
            return null;
        }
        if (breaks(value, range.minInclusive, c -> c < 0)) {
            return "at least " + range.minInclusive.text();
        }
        if (breaks(value, range.maxInclusive, c -> c > 0)) {
            return "at most " + range.maxInclusive.text();
        }
        if (breaks(value, range.minExclusive, c -> c <= 0)) {
            return "more than " + range.minExclusive.text();
        }
        return breaks(value, range.maxExclusive, c -> c >= 0)
                ? "less than " + range.maxExclusive.text()
                : null;
    }

    private boolean breaks(Value value, Value bound, IntPredicate wrong) {
        if (bound == null) {
            return false;
        }
        int order = compare(value, bound);
        // NaN is neither less nor greater than a number; durations can be unordered.
        return order == ValueComparison.UNORDERED
                ? base == DURATION || ValueComparison.isNumber(value)
                : wrong.test(order);
    }

    private int compare(Value a, Value b) {
        return compare(base, a, b);
    }

    /**
     * Compares two values like {@link ValueComparison#compare}, including types whose values are
     * strings in a tree.
     */
    static int compare(BaseType base, Value a, Value b) {
        return base == DURATION
                ? Durations.compare(a.text(), b.text())
                : ValueComparison.compare(a, b);
    }

    private String ofPatterns(Value typed, Value original) {
        if (patterns.isEmpty()) {
            return null;
        }
        String written = original instanceof CharacterValue(String read) ? clean(read) : null;
        boolean asWritten = written != null && (preset == null || !written.isEmpty());
        String specified = asWritten ? written : text.write(typed);
        for (XsdPattern pattern : patterns) {
            if (pattern.matches(specified)) {
                return null;
            }
        }
        return patterns.size() == 1
                ? "a string of the pattern " + patterns.getFirst()
                : "a string of one of the patterns "
                        + String.join(", ", patterns.stream().map(XsdPattern::toString).toList());
    }

    private static String shown(Value value) {
        String specified = value.text();
        int end = min(MAX_SHOWN, specified.length());
        return "'"
                + (end < specified.length() ? specified.substring(0, end) + "..." : specified)
                + "'";
    }
}
