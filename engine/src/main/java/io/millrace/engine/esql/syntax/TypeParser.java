package io.millrace.engine.esql.syntax;

import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.message.ValueType;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A parser of type names. */
final class TypeParser extends TokenParser {

    private static final Map<String, ValueType> SCALARS =
            Map.ofEntries(
                    Map.entry("BOOLEAN", ValueType.BOOLEAN),
                    Map.entry("BOOL", ValueType.BOOLEAN),
                    Map.entry("INTEGER", ValueType.INTEGER),
                    Map.entry("INT", ValueType.INTEGER),
                    Map.entry("FLOAT", ValueType.FLOAT),
                    Map.entry("DECIMAL", ValueType.DECIMAL),
                    Map.entry("DEC", ValueType.DECIMAL),
                    Map.entry("CHARACTER", ValueType.CHARACTER),
                    Map.entry("CHAR", ValueType.CHARACTER),
                    Map.entry("BLOB", ValueType.BLOB),
                    Map.entry("BIT", ValueType.BIT),
                    Map.entry("DATE", ValueType.DATE),
                    Map.entry("TIME", ValueType.TIME),
                    Map.entry("GMTTIME", ValueType.GMTTIME),
                    Map.entry("TIMESTAMP", ValueType.TIMESTAMP),
                    Map.entry("GMTTIMESTAMP", ValueType.GMTTIMESTAMP),
                    Map.entry("INTERVAL", ValueType.INTERVAL));

    private static final Map<String, Kind> OTHERS =
            Map.of(
                    "REFERENCE", Kind.REFERENCE,
                    "ROW", Kind.ROW,
                    "LIST", Kind.LIST,
                    "NAME", Kind.NAME,
                    "NAMESPACE", Kind.NAMESPACE);

    private static final int MAX_DIGITS = 34;

    private final ExpressionParser expressions;

    TypeParser(TokenCursor cursor, ExpressionParser expressions) {
        super(cursor);
        this.expressions = expressions;
    }

    /** Whether a word in upper case is the name of a scalar type. */
    static boolean isScalar(String word) {
        return SCALARS.containsKey(word);
    }

    DataType type() {
        Token word = peek();
        if (OTHERS.get(word.key()) instanceof Kind kind) {
            next();
            return DataType.of(word.span(), kind, null);
        }
        ValueType scalar = SCALARS.get(word.key());
        if (scalar == null) {
            TreeSet<String> names = new TreeSet<>(SCALARS.keySet());
            names.addAll(OTHERS.keySet());
            String foreign = OtherDialectHints.type(word.key());
            throw failure(
                    "a type such as INTEGER or CHARACTER",
                    foreign.isEmpty() ? Problems.didYouMean(word.text(), names) : foreign);
        }
        next();
        return switch (scalar) {
            case DECIMAL -> decimal(word);
            case INTERVAL -> interval(word);
            default -> {
                length(word, scalar);
                yield DataType.of(word.span(), Kind.SCALAR, scalar);
            }
        };
    }

    /** Reports a length as in CHARACTER(20). For a numeric type, (20) is an initial value. */
    private void length(Token word, ValueType scalar) {
        if (!hasDigits() || scalar.isNumeric()) {
            return;
        }
        String type = word.text();
        cursor.report(
                peek(),
                "found (" + peek(1).text() + ") after " + type + ", which has no length",
                "write " + type + " without a length");
        while (!accept(")") && !atEnd()) {
            next();
        }
    }

    /** Whether a token is a name of a type. */
    static boolean isType(Token token) {
        return token.kind() == TokenKind.WORD
                && (SCALARS.containsKey(token.key()) || OTHERS.containsKey(token.key()));
    }

    private DataType decimal(Token word) {
        List<Integer> digits = List.of();
        if (hasDigits()) {
            next();
            Token digitsAt = peek();
            int precision = number();
            if (precision < 1 || precision > MAX_DIGITS) {
                cursor.report(
                        digitsAt.span(),
                        "found a DECIMAL of " + precision + " digits, expected 1 to " + MAX_DIGITS,
                        "");
                precision = MAX_DIGITS;
            }
            int scale = accept(",") ? number() : 0;
            expect(")");
            digits = List.of(precision, scale);
        }
        int precision = digits.isEmpty() ? -1 : digits.get(0);
        int scale = digits.isEmpty() ? -1 : digits.get(1);
        return new DataType(since(word), Kind.SCALAR, ValueType.DECIMAL, precision, scale, "");
    }

    /** Whether a parenthesis contains the precision and scale rather than an initial value. */
    private boolean hasDigits() {
        Token after = peek(2);
        boolean number = peek(1).kind() == TokenKind.INTEGER;
        boolean negative = peek(1).is("-") && after.kind() == TokenKind.INTEGER;
        Token next = negative ? peek(3) : after;
        return is("(") && (number || negative) && (next.is(",") || next.is(")"));
    }

    private int number() {
        boolean negative = accept("-");
        Token token = peek();
        boolean small = token.kind() == TokenKind.INTEGER && token.text().matches("\\d{1,9}");
        if (!small) {
            throw failure("a number of digits");
        }
        next();
        return negative ? -Integer.parseInt(token.text()) : Integer.parseInt(token.text());
    }

    private DataType interval(Token word) {
        boolean qualified = DatetimeLiterals.UNITS.contains(peek().key());
        String qualifier = qualified ? expressions.literals().qualifier() : "";
        return new DataType(since(word), Kind.SCALAR, ValueType.INTERVAL, -1, -1, qualifier);
    }
}
