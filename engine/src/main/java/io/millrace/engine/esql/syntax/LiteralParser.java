package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Constant;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BitValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.ValueType;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of literals of all types. */
final class LiteralParser extends TokenParser {

    /** An interval string that contains its unit, as in {@code '1 DAY'}. */
    private static final Pattern UNIT_INSIDE =
            Pattern.compile(
                    "\\s*(\\d+)\\s+(YEAR|MONTH|DAY|HOUR|MINUTE|SECOND)S?\\s*",
                    Pattern.CASE_INSENSITIVE);

    /** Maximum absolute value of the scale of a DECIMAL. */
    private static final int MAX_SCALE = 999_999_999;

    LiteralParser(TokenCursor cursor) {
        super(cursor);
    }

    /** Parses character strings, numbers, BLOBs and BITs. */
    ExpressionTree plain() {
        Token token = next();
        Value value =
                switch (token.kind()) {
                    case STRING -> Value.of(token.text());
                    case HEX_STRING -> Value.of(Bytes.of(HexFormat.of().parseHex(token.text())));
                    case BIT_STRING -> bits(token.text());
                    case INTEGER -> integer(token);
                    case DECIMAL -> decimal(token.text());
                    case FLOAT -> new FloatValue(Double.parseDouble(token.text()));
                    default -> throw new IllegalStateException(token.toString());
                };
        return new Constant(token.span(), value, value.type());
    }

    private static Value decimal(String text) {
        return new DecimalValue(new BigDecimal(text, MathContext.DECIMAL128));
    }

    /** Returns an INTEGER, or a DECIMAL if the number has too many digits for an INTEGER. */
    private Value integer(Token token) {
        String text = token.text();
        if (!text.startsWith("0x") && !text.startsWith("0X")) {
            boolean fits =
                    text.length() < 19
                            || new BigDecimal(text).compareTo(BigDecimal.valueOf(Long.MAX_VALUE))
                                    <= 0;
            return fits ? Value.of(Long.parseLong(text)) : decimal(text);
        }
        String digits = text.substring(2);
        if (digits.isEmpty() || digits.length() > 16) {
            cursor.report(
                    token.span(),
                    "found " + token.described() + ", expected 1 to 16 hexadecimal digits",
                    "");
            return Value.of(0);
        }
        return Value.of(Long.parseUnsignedLong(digits, 16));
    }

    private static Value bits(String digits) {
        BitSet bits = new BitSet(digits.length());
        for (int i = 0; i < digits.length(); i++) {
            bits.set(i, digits.charAt(i) == '1');
        }
        return new BitValue(bits, digits.length());
    }

    /** Parses NULL, TRUE, FALSE or UNKNOWN. */
    ExpressionTree named() {
        Token token = next();
        return switch (token.key()) {
            case "NULL" -> new Constant(token.span(), null, null);
            case "UNKNOWN" -> new Constant(token.span(), null, ValueType.BOOLEAN);
            default -> new Constant(token.span(), Value.of(token.is("TRUE")), ValueType.BOOLEAN);
        };
    }

    /** Parses a decimal literal such as {@code DECIMAL '1.5e3'}. */
    ExpressionTree decimal() {
        Token word = next();
        Token text = next();
        Value value = null;
        try {
            BigDecimal number = new BigDecimal(text.text().strip(), MathContext.DECIMAL128);
            value = Math.abs((long) number.scale()) > MAX_SCALE ? null : new DecimalValue(number);
        } catch (NumberFormatException e) {
            // Reported below.
        }
        if (value == null) {
            cursor.report(
                    text.span(),
                    "found " + text.described() + ", which is not a DECIMAL",
                    "the syntax is DECIMAL '1.5', with an optional sign and exponent");
        }
        return new Constant(since(word), value, ValueType.DECIMAL);
    }

    /** Parses a date or time literal such as {@code DATE '2026-01-31'}. */
    ExpressionTree datetime() {
        Token word = next();
        ValueType type = ValueType.valueOf(word.key());
        Token text = next();
        Value value = DatetimeLiterals.read(type, text.text());
        if (value == null) {
            String range = DatetimeLiterals.range(text.text());
            cursor.report(
                    text.span(),
                    "found "
                            + text.described()
                            + ", which is not a "
                            + type
                            + (range.isEmpty() ? "" : ": " + range),
                    "the syntax is " + word.text() + " " + DatetimeLiterals.form(type));
        }
        return new Constant(since(word), value, type);
    }

    boolean beginsInterval() {
        Token after = peek(1);
        if (after.kind() == TokenKind.INTEGER) {
            next();
            throw failure(
                    "a string",
                    "write INTERVAL '"
                            + after.text()
                            + "' "
                            + (DatetimeLiterals.UNITS.contains(peek(1).key())
                                    ? peek(1).key()
                                    : "DAY"));
        }
        boolean signed = after.is("-") || after.is("+");
        return (signed ? peek(2) : after).kind() == TokenKind.STRING;
    }

    /** Parses an interval literal such as {@code INTERVAL '1 02:03' DAY TO MINUTE}. */
    ExpressionTree interval() {
        Token word = next();
        boolean negative = is("-");
        if (negative || is("+")) {
            next();
        }
        Token text = next();
        Matcher inside = UNIT_INSIDE.matcher(text.text());
        if (!DatetimeLiterals.UNITS.contains(peek().key()) && inside.matches()) {
            throw failure(
                    "YEAR, MONTH, DAY, HOUR, MINUTE or SECOND",
                    "write the unit after the string: INTERVAL '"
                            + inside.group(1)
                            + "' "
                            + inside.group(2).toUpperCase(Locale.ROOT));
        }
        String qualifier = qualifier();
        Value value = DatetimeLiterals.interval(text.text(), qualifier);
        if (value == null) {
            cursor.report(
                    text.span(),
                    "found " + text.described() + ", which is not an INTERVAL of " + qualifier,
                    "fields are written yyyy-mm for years and months, d hh:mm:ss for others");
        } else if (negative) {
            IntervalValue v = (IntervalValue) value;
            value = new IntervalValue(-v.months(), v.seconds().negate(), qualifier);
        }
        return new Constant(since(word), value, ValueType.INTERVAL);
    }

    /**
     * Parses {@code DAY} or {@code DAY TO SECOND} and returns it in upper case. Precisions in
     * parentheses are rejected.
     */
    String qualifier() {
        int first = unit();
        if (!accept("TO")) {
            return DatetimeLiterals.UNITS.get(first);
        }
        Token token = peek();
        int last = unit();
        if (last <= first || first < 2 != last < 2) {
            cursor.report(
                    token.span(),
                    "found "
                            + token.described()
                            + " after "
                            + DatetimeLiterals.UNITS.get(first)
                            + " TO",
                    "intervals are YEAR TO MONTH, or DAY, HOUR, MINUTE TO a smaller unit down to"
                            + " SECOND");
            return DatetimeLiterals.UNITS.get(first);
        }
        return DatetimeLiterals.UNITS.get(first) + " TO " + DatetimeLiterals.UNITS.get(last);
    }

    private int unit() {
        int unit = DatetimeLiterals.UNITS.indexOf(peek().key());
        if (unit < 0) {
            throw failure("YEAR, MONTH, DAY, HOUR, MINUTE or SECOND");
        }
        next();
        if (is("(") && peek(1).kind() == TokenKind.INTEGER) {
            cursor.report(
                    peek(),
                    "found ( after " + DatetimeLiterals.UNITS.get(unit),
                    "an INTERVAL has no precision");
            while (!is(")") && !atEnd()) {
                next();
            }
            accept(")");
        }
        return unit;
    }
}
