package io.millrace.engine.esql.library;

import static io.millrace.engine.error.ErrorCode.ESQL_CAST;
import static io.millrace.engine.error.ErrorCode.ESQL_DIVIDE_BY_ZERO;
import static io.millrace.engine.error.ErrorCode.ESQL_OPERANDS;
import static io.millrace.engine.error.ErrorCode.ESQL_OVERFLOW;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Stream;

class OperatorsTest {

    private static final Value NAN = new FloatValue(Double.NaN);

    private static Value i(long n) {
        return Value.of(n);
    }

    private static Value f(double d) {
        return new FloatValue(d);
    }

    private static Value d(String s) {
        return new DecimalValue(new BigDecimal(s));
    }

    private static Value c(String s) {
        return Value.of(s);
    }

    private static Value date(String s) {
        return new DateValue(LocalDate.parse(s));
    }

    private static Value time(String s) {
        return new TimeValue(LocalTime.parse(s));
    }

    private static Value timestamp(String s) {
        return new TimestampValue(LocalDateTime.parse(s));
    }

    private static IntervalValue interval(String digits, String qualifier) {
        return Intervals.parse(digits, qualifier);
    }

    static Stream<Arguments> calculations() {
        return Stream.of(
                Arguments.of("add", i(2), i(3), i(5)),
                Arguments.of("add", i(2), f(0.5), f(2.5)),
                Arguments.of("add", i(2), d("0.50"), d("2.50")),
                Arguments.of("add", d("1.1"), f(1), f(2.1)),
                Arguments.of("subtract", d("1.10"), d("0.1"), d("1.00")),
                Arguments.of("multiply", d("1.1"), d("1.10"), d("1.210")),
                Arguments.of("divide", i(7), i(2), i(3)),
                Arguments.of("divide", i(-7), i(2), i(-3)),
                Arguments.of("divide", d("1"), d("3"), d("0.3333333333333333333333333333333333")),
                Arguments.of("divide", d("2"), i(3), d("0.6666666666666666666666666666666667")),
                Arguments.of("divide", i(7), f(2), f(3.5)),
                Arguments.of("add", date("2024-01-31"), interval("1", "MONTH"), date("2024-02-29")),
                Arguments.of("add", interval("1", "DAY"), date("2024-02-28"), date("2024-02-29")),
                Arguments.of(
                        "subtract", time("00:00:10"), interval("20", "SECOND"), time("23:59:50")),
                Arguments.of(
                        "add",
                        timestamp("2024-02-28T23:00:00"),
                        interval("1:30", "HOUR TO MINUTE"),
                        timestamp("2024-02-29T00:30:00")),
                Arguments.of(
                        "subtract", date("2024-03-01"), date("2024-02-28"), interval("2", "DAY")),
                Arguments.of(
                        "multiply",
                        interval("1:30", "HOUR TO MINUTE"),
                        i(2),
                        interval("3:00", "HOUR TO MINUTE")),
                Arguments.of("divide", interval("3", "YEAR"), i(3), interval("1", "YEAR")),
                Arguments.of(
                        "add",
                        interval("1", "DAY"),
                        interval("2", "HOUR"),
                        interval("1 02", "DAY TO HOUR")),
                Arguments.of("concat", c("a"), c("b"), c("ab")),
                Arguments.of(
                        "concat",
                        Value.of(Bytes.of(new byte[] {1})),
                        Value.of(Bytes.of(new byte[] {-1})),
                        Value.of(Bytes.of(new byte[] {1, -1}))));
    }

    @ParameterizedTest
    @MethodSource("calculations")
    void operands_of_these_types_give(String operator, Value left, Value right, Value expected) {
        assertThat(calculate(operator, left, right)).isEqualTo(expected);
    }

    private static Value calculate(String operator, Value left, Value right) {
        return switch (operator) {
            case "add" -> Operators.add(left, right);
            case "subtract" -> Operators.subtract(left, right);
            case "multiply" -> Operators.multiply(left, right);
            case "divide" -> Operators.divide(left, right);
            default -> Operators.concat(left, right);
        };
    }

    @Test
    void a_null_operand_gives_null() {
        for (String operator : List.of("add", "subtract", "multiply", "divide", "concat")) {
            assertThat(calculate(operator, null, c("a"))).isNull();
            assertThat(calculate(operator, i(1), null)).isNull();
        }
        assertThat(Operators.negate(null)).isNull();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        "add",
                        i(1),
                        c("1"),
                        ESQL_OPERANDS,
                        "cannot add INTEGER 1 and CHARACTER '1'"),
                Arguments.of("concat", c("a"), i(1), ESQL_OPERANDS, "CHARACTER 'a' and INTEGER 1"),
                Arguments.of("divide", i(100), i(0), ESQL_DIVIDE_BY_ZERO, "100 / 0"),
                Arguments.of("divide", f(1.5), d("0.0"), ESQL_DIVIDE_BY_ZERO, "1.5 / 0.0"),
                Arguments.of(
                        "add", i(Long.MAX_VALUE), i(1), ESQL_OVERFLOW, "9223372036854775807 + 1"),
                Arguments.of("multiply", f(1e300), f(1e300), ESQL_OVERFLOW, "FLOAT"),
                Arguments.of(
                        "multiply", d("1E+900000000"), d("1E+900000000"), ESQL_OVERFLOW, "DECIMAL"),
                Arguments.of(
                        "add",
                        date("2024-01-01"),
                        interval("1", "HOUR"),
                        ESQL_OPERANDS,
                        "whole days"),
                Arguments.of(
                        "add", date("9999-12-31"), interval("1", "DAY"), ESQL_OVERFLOW, "DATE"),
                Arguments.of(
                        "add",
                        interval("1", "YEAR"),
                        interval("1", "DAY"),
                        ESQL_OPERANDS,
                        "INTERVAL"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void operands_that_do_not_go_together_are_named(
            String operator, Value left, Value right, ErrorCode code, String words) {
        assertThatThrownBy(() -> calculate(operator, left, right))
                .isInstanceOfSatisfying(
                        MillraceException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    @Test
    void a_division_by_zero_carries_the_division_as_its_insert() {
        assertThatThrownBy(() -> Operators.divide(i(100), i(0)))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.inserts().getFirst().text()).isEqualTo("100 / 0"));
    }

    static Stream<Arguments> comparisons() {
        return Stream.of(
                Arguments.of(i(1), i(2), -1),
                Arguments.of(i(1), f(1.0), 0),
                Arguments.of(i(2), d("1.5"), 1),
                Arguments.of(d("1.0"), d("1.00"), 0),
                Arguments.of(c("abc"), c("abd"), -1),
                Arguments.of(c("5.0"), i(5), 0),
                Arguments.of(c(" 7 "), i(5), 1),
                Arguments.of(i(5), c("10"), -1),
                Arguments.of(c("TRUE"), Value.of(true), 0),
                Arguments.of(c("0aFF"), Value.of(Bytes.of(new byte[] {10, -1})), 0),
                Arguments.of(c("2024-02-29"), date("2024-02-29"), 0),
                Arguments.of(date("2024-02-29"), timestamp("2024-02-29T00:00:00"), 0),
                Arguments.of(timestamp("2024-02-29T00:00:01"), date("2024-02-29"), 1),
                Arguments.of(
                        timestamp("2024-02-29T12:00:00"),
                        new GmtTimestampValue(
                                Datetimes.toGmt(LocalDateTime.parse("2024-02-29T12:00:00"))),
                        0),
                Arguments.of(interval("1", "HOUR"), interval("60", "MINUTE"), 0),
                Arguments.of(
                        Value.of(Bytes.of(new byte[] {1})),
                        Value.of(Bytes.of(new byte[] {-1})),
                        -1));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void values_compare_as(Value left, Value right, int order) {
        assertThat(Operators.testEqual(left, right)).isEqualTo(order == 0 ? 1 : 0);
        assertThat(Operators.testNotEqual(left, right)).isEqualTo(order != 0 ? 1 : 0);
        assertThat(Operators.testLess(left, right)).isEqualTo(order < 0 ? 1 : 0);
        assertThat(Operators.testLessOrEqual(left, right)).isEqualTo(order <= 0 ? 1 : 0);
        assertThat(Operators.testGreater(left, right)).isEqualTo(order > 0 ? 1 : 0);
        assertThat(Operators.testGreaterOrEqual(left, right)).isEqualTo(order >= 0 ? 1 : 0);
    }

    @Test
    void blanks_at_the_end_of_a_text_do_not_count_in_comparisons() {
        assertThat(Operators.testEqual(c("hello"), c("hello   "))).isOne();
        assertThat(Operators.testEqual(c(""), c("  "))).isOne();
        assertThat(Operators.testEqual(c(" hello"), c("hello"))).isZero();
        assertThat(Operators.testLess(c("hello  "), c("hello!"))).isOne();
        assertThat(Operators.testGreater(c("b"), c("a  "))).isOne();
    }

    @Test
    void text_that_is_no_number_cannot_be_compared_with_one() {
        assertThatThrownBy(() -> Operators.testEqual(c("abc"), i(5)))
                .isInstanceOfSatisfying(
                        MillraceException.class, e -> assertThat(e.code()).isEqualTo(ESQL_CAST));
        assertThatThrownBy(() -> Operators.testEqual(Value.of(true), i(5)))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ESQL_OPERANDS));
    }

    @Test
    void nan_is_neither_less_nor_equal_nor_greater() {
        assertThat(Operators.testEqual(NAN, NAN)).isZero();
        assertThat(Operators.testNotEqual(NAN, NAN)).isOne();
        assertThat(Operators.testLess(NAN, i(1))).isZero();
        assertThat(Operators.testLessOrEqual(NAN, i(1))).isZero();
        assertThat(Operators.testGreater(NAN, i(1))).isZero();
        assertThat(Operators.testGreaterOrEqual(i(1), NAN)).isZero();
    }

    @Test
    void a_comparison_with_null_is_unknown() {
        assertThat(Operators.testEqual(null, null)).isEqualTo(-1);
        assertThat(Operators.testNotEqual(i(1), null)).isEqualTo(-1);
        assertThat(Operators.testBetween(i(1), null, i(0), false)).isZero();
        assertThat(Operators.testIn(i(1), new Value[] {i(2), null})).isEqualTo(-1);
        assertThat(Operators.testIn(i(1), new Value[] {null, i(1)})).isOne();
        assertThat(Operators.testIn(null, new Value[] {i(1)})).isEqualTo(-1);
    }

    @Test
    void logic_has_three_values() {
        assertThat(Operators.or(1, -1)).isOne();
        assertThat(Operators.and(-1, 0)).isZero();
        assertThat(Operators.and(1, -1)).isEqualTo(-1);
        assertThat(Operators.or(0, -1)).isEqualTo(-1);
        assertThat(Operators.not(-1)).isEqualTo(-1);
        assertThat(Operators.not(1)).isZero();
        assertThat(Operators.isTrue(null)).isFalse();
        assertThatThrownBy(() -> Operators.isTrue(i(1))).hasMessageContaining("BOOLEAN");
    }

    @Test
    void between_symmetric_takes_its_bounds_in_any_order() {
        assertThat(Operators.testBetween(i(5), i(9), i(1), false)).isZero();
        assertThat(Operators.testBetween(i(5), i(9), i(1), true)).isOne();
    }

    static Stream<Arguments> patterns() {
        return Stream.of(
                Arguments.of("Hello", "H%o", true),
                Arguments.of("Hello", "%", true),
                Arguments.of("", "%", true),
                Arguments.of("", "_", false),
                Arguments.of("Hello", "H_llo", true),
                Arguments.of("Hello", "h%", false),
                Arguments.of("mississippi", "%iss%ippi", true),
                Arguments.of("50%", "50\\%", true),
                Arguments.of("50x", "50\\%", false),
                Arguments.of("a_b", "a\\_b", true),
                Arguments.of("a\\", "a\\", true));
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void like_matches(String text, String pattern, boolean expected) {
        assertThat(Operators.testLike(c(text), c(pattern))).isEqualTo(expected ? 1 : 0);
    }

    @Test
    void like_takes_another_escape() {
        assertThat(Operators.testLikeEscaped(c("50%"), c("50$%"), c("$"))).isOne();
        assertThat(Operators.testLikeEscaped(c("50%"), null, c("$"))).isEqualTo(-1);
        assertThatThrownBy(() -> Operators.testLikeEscaped(c("a"), c("a"), c("ab")))
                .hasMessageContaining("ESCAPE");
    }

    @Test
    void the_difference_of_dates_takes_a_qualifier() {
        assertThat(Operators.subtractAs(date("2024-03-15"), date("2022-01-20"), "YEAR TO MONTH"))
                .isEqualTo(interval("2-1", "YEAR TO MONTH"));
        Value from = timestamp("2024-01-01T00:00:00");
        assertThat(Operators.subtractAs(timestamp("2024-01-02T03:04:05"), from, "HOUR TO MINUTE"))
                .isEqualTo(interval("27:04", "HOUR TO MINUTE"));
        assertThat(Operators.subtractAs(time("10:00:00"), time("08:30:00"), "MINUTE"))
                .isEqualTo(interval("90", "MINUTE"));
    }

    @Test
    void is_tests_are_never_unknown() {
        assertThat(Operators.isNumber(c("1.5"))).isTrue();
        assertThat(Operators.isNumber(c("x"))).isFalse();
        assertThat(Operators.isNumber(null)).isFalse();
        assertThat(Operators.isNan(NAN)).isTrue();
        assertThat(Operators.isInfinite(f(Double.NEGATIVE_INFINITY), -1)).isTrue();
        assertThat(Operators.isInfinite(f(Double.NEGATIVE_INFINITY), 1)).isFalse();
        assertThat(Operators.isInfinite(f(Double.POSITIVE_INFINITY), 0)).isTrue();
        assertThat(Operators.isUnknown(null)).isTrue();
        assertThat(Operators.isFalse(BooleanValue.FALSE)).isTrue();
    }
}
