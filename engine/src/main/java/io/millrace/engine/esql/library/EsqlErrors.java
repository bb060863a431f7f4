package io.millrace.engine.esql.library;

import static io.millrace.engine.error.ErrorCode.ESQL_ARGUMENT_VALUE;
import static io.millrace.engine.error.ErrorCode.ESQL_CAST;
import static io.millrace.engine.error.ErrorCode.ESQL_DIVIDE_BY_ZERO;
import static io.millrace.engine.error.ErrorCode.ESQL_FIELD;
import static io.millrace.engine.error.ErrorCode.ESQL_OPERANDS;
import static io.millrace.engine.error.ErrorCode.ESQL_OVERFLOW;

import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

/** Error messages of operators, casts, functions and field accesses. */
public final class EsqlErrors {

    private static final int SHOWN = 200;

    private EsqlErrors() {}

    /** Returns a value as an ESQL literal, truncated to a length suitable for a log line. */
    public static String show(@Nullable Value value) {
        String text = Literals.of(value);
        return text.length() <= SHOWN
                ? text
                : text.substring(0, SHOWN) + "... (" + text.length() + " characters)";
    }

    /**
     * Formats a value with the name of the type, for example {@code INTEGER 1}. Literals of dates,
     * times and intervals contain their type.
     */
    public static String typed(@Nullable Value value) {
        if (value == null) {
            return "NULL";
        }
        String shown = show(value);
        String type = value.type().toString();
        return shown.startsWith(type + " ") ? shown : type + " " + shown;
    }

    /**
     * Returns the error for two operands, such as {@code cannot add CHARACTER 'a' and INTEGER 1}.
     */
    public static MillraceException operands(String verb, Value left, @Nullable Value right) {
        return MillraceException.of(
                        ESQL_OPERANDS,
                        "cannot " + verb + " " + typed(left) + " and " + typed(right))
                .inserts(Insert.of(show(left)), Insert.of(show(right)))
                .build();
    }

    /** Returns the error for two operands of arithmetic; a number cannot be added to a date. */
    static MillraceException arithmetic(String verb, Value left, Value right) {
        String advice = arithmeticAdvice(verb, left, right);
        return MillraceException.of(
                        ESQL_OPERANDS,
                        "cannot "
                                + verb
                                + " "
                                + typed(left)
                                + " and "
                                + typed(right)
                                + (advice.isEmpty() ? "" : "; " + advice))
                .inserts(Insert.of(show(left)), Insert.of(show(right)))
                .build();
    }

    private static String arithmeticAdvice(String verb, Value left, Value right) {
        boolean isDate = left.type().isDatetime() || right.type().isDatetime();
        if (isWord(left) || isWord(right)) {
            return verb.equals("add") && !isDate ? "write || instead of + to join strings" : "";
        }
        if (left.type() == ValueType.CHARACTER || right.type() == ValueType.CHARACTER) {
            return "convert the CHARACTER first: write CAST(field AS "
                    + (isDate ? "DATE)" : "DECIMAL)");
        }
        return isDate && (left.type().isNumeric() || right.type().isNumeric())
                ? "use an INTERVAL such as INTERVAL '1' DAY"
                : "";
    }

    /** Whether a value is text that cannot be cast to a number or date. */
    private static boolean isWord(Value value) {
        return value.type() == ValueType.CHARACTER
                && value.text().chars().noneMatch(Character::isDigit);
    }

    /** Returns the error for a CHARACTER that is compared with a value of another type. */
    static MillraceException comparison(Value text, Value other) {
        return MillraceException.of(
                        ESQL_CAST,
                        "cannot compare "
                                + typed(text)
                                + " with "
                                + typed(other)
                                + ": the CHARACTER cannot be cast to "
                                + other.type())
                .type(ExceptionType.CAST)
                .inserts(Insert.of(show(text)), Insert.of(other.type().toString()))
                .build();
    }

    /** Returns the error for the only operand of an operator if the type is not accepted. */
    public static MillraceException operand(String verb, Value operand) {
        return MillraceException.of(ESQL_OPERANDS, "cannot " + verb + " " + typed(operand))
                .inserts(Insert.of(show(operand)))
                .build();
    }

    public static MillraceException divideByZero(Value left, Value right) {
        String operation = show(left) + " / " + show(right);
        return MillraceException.of(ESQL_DIVIDE_BY_ZERO, "division by zero: " + operation)
                .inserts(Insert.of(operation))
                .build();
    }

    /**
     * @param operation the failed calculation, for example {@code 9223372036854775807 + 1}
     */
    public static MillraceException overflow(String operation, String type) {
        return MillraceException.of(
                        ESQL_OVERFLOW,
                        "the result of " + operation + " is out of the range of " + type)
                .inserts(Insert.of(operation), Insert.of(type))
                .build();
    }

    /**
     * @param reason reason for the failure, starting in lower case; empty if unknown
     */
    public static MillraceException cast(Value value, String target, String reason) {
        return MillraceException.of(
                        ESQL_CAST,
                        "cannot cast "
                                + typed(value)
                                + " to "
                                + target
                                + (reason.isEmpty() ? "" : ": " + reason))
                .type(ExceptionType.CAST)
                .inserts(Insert.of(show(value)), Insert.of(target))
                .build();
    }

    /** Returns the error for a CAST of several values, which are passed as one string. */
    static MillraceException castOfParts(String values, String target, String reason) {
        return MillraceException.of(
                        ESQL_CAST, "cannot cast (" + values + ") to " + target + ": " + reason)
                .type(ExceptionType.CAST)
                .inserts(Insert.of(values), Insert.of(target))
                .build();
    }

    /**
     * @param text the value found and the values that the function accepts
     */
    public static MillraceException argument(String function, String text) {
        return MillraceException.of(ESQL_ARGUMENT_VALUE, function + ": " + text)
                .inserts(Insert.of(function), Insert.of(text))
                .build();
    }

    /** Returns the error for an argument of a type that the function does not accept. */
    public static MillraceException argumentType(String function, String expected, Value found) {
        return MillraceException.of(
                        ESQL_OPERANDS,
                        function
                                + " requires "
                                + expected
                                + ", found "
                                + typed(found)
                                + (function.equals("PARSE")
                                        ? "; write CAST(value AS BLOB CCSID 1208)"
                                        : ""))
                .inserts(Insert.of(function), Insert.of(show(found)))
                .build();
    }

    public static MillraceException field(String text, String... inserts) {
        Insert[] made = new Insert[inserts.length];
        for (int i = 0; i < inserts.length; i++) {
            made[i] = Insert.of(inserts[i]);
        }
        return MillraceException.of(ESQL_FIELD, text).inserts(made).build();
    }
}
