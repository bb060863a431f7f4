package io.millrace.engine.esql.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;
import io.millrace.engine.message.ValueType;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

class CastsTest {

    private static final StandingEnvironment ENVIRONMENT = new StandingEnvironment();

    private static Value cast(Value value, ValueType type) {
        return Casts.cast(value, CastTarget.of(type), ENVIRONMENT);
    }

    private static Value cast(Value value, ValueType type, String format) {
        return Casts.cast(value, CastTarget.of(type).withFormat(Value.of(format)), ENVIRONMENT);
    }

    private static Value c(String text) {
        return Value.of(text);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            textBlock =
                    """
                    INTEGER, 42, 42
                    INTEGER, ' -7 ', -7
                    INTEGER, 0xFF, 255
                    INTEGER, 5.0, 5
                    FLOAT, 1.5, 1.5
                    FLOAT, 100, 100
                    FLOAT, 1e20, 1E+20
                    FLOAT, 0.1, 0.1
                    DECIMAL, 12.50, 12.50
                    BOOLEAN, true, TRUE
                    BLOB, 0a0B, X'0A0B'
                    BLOB, X'0A0B', X'0A0B'
                    BIT, 101, B'101'
                    DATE, 2024-02-29, DATE '2024-02-29'
                    TIME, 10:11:12, TIME '10:11:12'
                    TIME, 10:11:12.5, TIME '10:11:12.500000'
                    TIMESTAMP, 2024-02-29 10:11:12.345, TIMESTAMP '2024-02-29 10:11:12.345000'
                    TIMESTAMP, 2024-02-29T10:11:12, TIMESTAMP '2024-02-29 10:11:12'
                    GMTTIME, 10:11:12, GMTTIME '10:11:12'
                    """)
    void text_becomes_a_value_and_text_again(ValueType type, String text, String again) {
        String plain = text.startsWith("'") ? text.substring(1, text.length() - 1) : text;
        Value value = cast(c(plain), type);
        assertThat(value.type()).isEqualTo(type);
        assertThat(cast(value, ValueType.CHARACTER)).isEqualTo(c(again));
        assertThat(cast(c(again), type)).isEqualTo(value);
    }

    @Test
    void null_stays_null_and_unknown_is_null() {
        assertThat(cast(null, ValueType.DATE)).isNull();
        assertThat(cast(c("unknown"), ValueType.BOOLEAN)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "INTEGER, abc",
        "INTEGER, 1.5",
        "INTEGER, ''",
        "FLOAT, x",
        "DECIMAL, 1.2.3",
        "BOOLEAN, yes",
        "BLOB, 0G",
        "BLOB, 123",
        "BIT, 12",
        "DATE, 2023-02-29",
        "DATE, 29.02.2024",
        "TIME, 25:00:00",
        "TIMESTAMP, 2024-02-29 10:61:00",
        "INTERVAL, 5"
    })
    void text_that_is_no_value_is_refused_with_value_and_target(ValueType type, String text) {
        assertThatThrownBy(() -> cast(c(text), type))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(ErrorCode.ESQL_CAST);
                            assertThat(e.type()).isEqualTo(ExceptionType.CAST);
                        })
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining(type.name());
        assertThat(Casts.isFailed(Casts.tryCast(c(text), CastTarget.of(type), ENVIRONMENT)))
                .isTrue();
    }

    @Test
    void numbers_are_cut_when_they_become_integers() {
        assertThat(cast(new FloatValue(3.99), ValueType.INTEGER)).isEqualTo(Value.of(3));
        assertThat(cast(new DecimalValue(new BigDecimal("-3.99")), ValueType.INTEGER))
                .isEqualTo(Value.of(-3));
        assertThat(cast(new DecimalValue(new BigDecimal("1E-999999")), ValueType.INTEGER))
                .isEqualTo(Value.of(0));
        assertThatThrownBy(() -> cast(new FloatValue(1e19), ValueType.INTEGER))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.ESQL_OVERFLOW));
        assertThat(cast(new DecimalValue(BigDecimal.valueOf(Long.MIN_VALUE)), ValueType.INTEGER))
                .isEqualTo(Value.of(Long.MIN_VALUE));
    }

    @Test
    void a_float_has_fifteen_digits_as_text_and_decimal() {
        Value sum = new FloatValue(0.1 + 0.2);
        assertThat(cast(sum, ValueType.CHARACTER)).isEqualTo(c("0.3"));
        assertThat(cast(sum, ValueType.DECIMAL)).isEqualTo(new DecimalValue(new BigDecimal("0.3")));
    }

    @Test
    void a_decimal_takes_precision_and_scale() {
        CastTarget target = CastTarget.decimal(5, 2);
        assertThat(Casts.cast(c("1.005"), target, ENVIRONMENT))
                .isEqualTo(new DecimalValue(new BigDecimal("1.00")));
        assertThat(Casts.cast(c("1.015"), target, ENVIRONMENT))
                .isEqualTo(new DecimalValue(new BigDecimal("1.02")));
        assertThatThrownBy(() -> Casts.cast(c("1234.5"), target, ENVIRONMENT))
                .hasMessageContaining("DECIMAL(5,2)");
        assertThatThrownBy(() -> Casts.cast(c("1E+99999999"), target, ENVIRONMENT))
                .hasMessageContaining("DECIMAL(5,2)");
    }

    @Test
    void a_huge_exponent_is_not_written_out() {
        Value huge = cast(c("1E+99999999"), ValueType.DECIMAL);
        assertThat(cast(huge, ValueType.CHARACTER)).isEqualTo(c("1E+99999999"));
        assertThat(huge.text()).isEqualTo("1E+99999999");
    }

    @Test
    void bytes_become_text_by_ccsid_and_encoding() {
        Bytes utf8 = Bytes.utf8("Grüße");
        CastTarget target = CastTarget.of(ValueType.CHARACTER).withCcsid(Value.of(1208));
        assertThat(Casts.cast(Value.of(utf8), target, ENVIRONMENT)).isEqualTo(c("Grüße"));
        CastTarget ebcdic = CastTarget.of(ValueType.BLOB).withCcsid(Value.of(500));
        assertThat(Casts.cast(c("A1"), ebcdic, ENVIRONMENT))
                .isEqualTo(Value.of(Bytes.of(new byte[] {(byte) 0xC1, (byte) 0xF1})));
        CastTarget little =
                CastTarget.of(ValueType.BLOB).withCcsid(Value.of(1200)).withEncoding(Value.of(546));
        assertThat(Casts.cast(c("A"), little, ENVIRONMENT))
                .isEqualTo(Value.of(Bytes.of(new byte[] {0x41, 0})));
        CastTarget ascii = CastTarget.of(ValueType.BLOB).withCcsid(Value.of(367));
        assertThatThrownBy(() -> Casts.cast(c("ü"), ascii, ENVIRONMENT))
                .hasMessageContaining("US-ASCII");
        assertThatThrownBy(
                        () -> Casts.cast(Value.of(Bytes.of(new byte[] {-1})), target, ENVIRONMENT))
                .hasMessageContaining("UTF-8");
    }

    @Test
    void integers_and_bytes_are_each_other() {
        assertThat(cast(Value.of(Bytes.of(new byte[] {1, 0})), ValueType.INTEGER))
                .isEqualTo(Value.of(256));
        assertThat(cast(Value.of(1), ValueType.BLOB).text()).isEqualTo("0000000000000001");
        assertThat(cast(Value.of(5), ValueType.BIT).text()).endsWith("0101").hasSize(64);
        assertThat(cast(cast(Value.of(-5), ValueType.BIT), ValueType.INTEGER))
                .isEqualTo(Value.of(-5));
    }

    @Test
    void a_date_takes_the_current_time_and_a_time_the_current_date() {
        DateValue date = new DateValue(LocalDate.of(2020, 1, 2));
        assertThat(cast(date, ValueType.TIMESTAMP))
                .isEqualTo(
                        new TimestampValue(LocalDateTime.of(2020, 1, 2, 13, 14, 15, 678_000_000)));
        assertThat(cast(new TimeValue(LocalTime.of(1, 2)), ValueType.TIMESTAMP))
                .isEqualTo(new TimestampValue(LocalDateTime.of(2024, 2, 29, 1, 2)));
    }

    @Test
    void several_values_make_a_date_time_or_interval() {
        Value[] ymd = {Value.of(2024), Value.of(2), Value.of(29)};
        assertThat(Casts.castParts(ymd, CastTarget.of(ValueType.DATE), ENVIRONMENT))
                .isEqualTo(new DateValue(LocalDate.of(2024, 2, 29)));
        Value[] hms = {Value.of(10), Value.of(11), new FloatValue(12.5)};
        assertThat(Casts.castParts(hms, CastTarget.of(ValueType.TIME), ENVIRONMENT))
                .isEqualTo(new TimeValue(LocalTime.of(10, 11, 12, 500_000_000)));
        Value[] both = {
            new DateValue(LocalDate.of(2024, 2, 29)), new TimeValue(LocalTime.of(1, 2))
        };
        assertThat(Casts.castParts(both, CastTarget.of(ValueType.TIMESTAMP), ENVIRONMENT))
                .isEqualTo(new TimestampValue(LocalDateTime.of(2024, 2, 29, 1, 2)));
        Value[] six = {
            Value.of(2024), Value.of(2), Value.of(29), Value.of(1), Value.of(2), Value.of(3)
        };
        assertThat(Casts.castParts(six, CastTarget.of(ValueType.TIMESTAMP), ENVIRONMENT))
                .isEqualTo(new TimestampValue(LocalDateTime.of(2024, 2, 29, 1, 2, 3)));
        Value[] interval = {Value.of(1), Value.of(2)};
        assertThat(Casts.castParts(interval, CastTarget.interval("DAY TO HOUR"), ENVIRONMENT))
                .isEqualTo(Intervals.parse("1 02", "DAY TO HOUR"));
        Value[] wrong = {Value.of(2023), Value.of(2), Value.of(29)};
        assertThatThrownBy(() -> Casts.castParts(wrong, CastTarget.of(ValueType.DATE), ENVIRONMENT))
                .hasMessageContaining("(2023, 2, 29)");
        assertThat(
                        Casts.castParts(
                                new Value[] {null, Value.of(1)},
                                CastTarget.of(ValueType.DATE),
                                ENVIRONMENT))
                .isNull();
    }

    @Test
    void intervals_are_numbers_of_their_only_field() {
        Value hours = Casts.cast(Value.of(36), CastTarget.interval("HOUR"), ENVIRONMENT);
        assertThat(cast(hours, ValueType.CHARACTER)).isEqualTo(c("INTERVAL '36' HOUR"));
        assertThat(cast(hours, ValueType.INTEGER)).isEqualTo(Value.of(36));
        assertThat(Casts.cast(hours, CastTarget.interval("DAY TO HOUR"), ENVIRONMENT))
                .isEqualTo(Intervals.parse("1 12", "DAY TO HOUR"));
        assertThatThrownBy(() -> Casts.cast(hours, CastTarget.interval("MONTH"), ENVIRONMENT))
                .hasMessageContaining("INTERVAL MONTH");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    42      | 000000     | 000042
                    -42     | 000        | -042
                    1234567 | #,##0      | 1,234,567
                    0       | #,##0.00   | 0.00
                    """)
    void integers_are_written_and_read_by_a_pattern(long number, String pattern, String text) {
        assertThat(cast(Value.of(number), ValueType.CHARACTER, pattern)).isEqualTo(c(text));
        assertThat(cast(c(text), ValueType.INTEGER, pattern)).isEqualTo(Value.of(number));
    }

    @Test
    void decimals_are_rounded_half_even_by_a_pattern() {
        assertThat(cast(new DecimalValue(new BigDecimal("2.345")), ValueType.CHARACTER, "0.00"))
                .isEqualTo(c("2.34"));
        assertThat(cast(new FloatValue(-1234.5), ValueType.CHARACTER, "#,##0.0;(#,##0.0)"))
                .isEqualTo(c("(1,234.5)"));
        assertThat(cast(c("(1,234.5)"), ValueType.FLOAT, "#,##0.0;(#,##0.0)"))
                .isEqualTo(new FloatValue(-1234.5));
        assertThatThrownBy(() -> cast(c("12x"), ValueType.INTEGER, "#0"))
                .hasMessageContaining("#0");
    }

    @Test
    void a_format_that_cannot_be_used_is_told_when_a_program_is_compiled() {
        assertThat(CastTarget.of(ValueType.DATE).formatProblem("yyyy-MM-dd")).isEmpty();
        assertThat(CastTarget.of(ValueType.DATE).formatProblem("yyyy-bb-dd"))
                .hasValueSatisfying(p -> assertThat(p).contains("letter b"));
        assertThat(CastTarget.of(ValueType.INTEGER).formatProblem("yyyy")).isPresent();
        assertThat(CastTarget.of(ValueType.CHARACTER).formatProblem("#0")).isEmpty();
        assertThat(CastTarget.of(ValueType.BLOB).formatProblem("#0")).isPresent();
    }

    @Property
    void integers_survive_every_type_that_holds_them(
            @ForAll @LongRange(min = -999_999_999_999L, max = 999_999_999_999L) long n) {
        Value value = Value.of(n);
        for (ValueType type :
                new ValueType[] {
                    ValueType.CHARACTER,
                    ValueType.DECIMAL,
                    ValueType.FLOAT,
                    ValueType.BLOB,
                    ValueType.BIT
                }) {
            assertThat(cast(cast(value, type), ValueType.INTEGER)).isEqualTo(value);
        }
    }

    @Property
    void timestamps_survive_text(
            @ForAll @IntRange(max = 3_600_000) int day,
            @ForAll @LongRange(max = 86_399_999_999L) long microseconds) {
        LocalDateTime time =
                LocalDate.of(1, 1, 1)
                        .plusDays(day)
                        .atTime(LocalTime.ofNanoOfDay(microseconds * 1_000));
        Value value = new TimestampValue(time);
        assertThat(cast(cast(value, ValueType.CHARACTER), ValueType.TIMESTAMP)).isEqualTo(value);
        String format = "yyyyMMddHHmmssSSSSSS";
        assertThat(cast(cast(value, ValueType.CHARACTER, format), ValueType.TIMESTAMP, format))
                .isEqualTo(value);
        String other = "EEEE, d MMMM yyyy h:mm:ss.SSSSSS a";
        assertThat(cast(cast(value, ValueType.CHARACTER, other), ValueType.TIMESTAMP, other))
                .isEqualTo(value);
    }

    @Property
    void blobs_survive_text(@ForAll byte[] bytes) {
        Value value = Value.of(Bytes.of(bytes));
        assertThat(cast(cast(value, ValueType.CHARACTER), ValueType.BLOB)).isEqualTo(value);
        assertThat(cast(cast(value, ValueType.BIT), ValueType.BLOB)).isEqualTo(value);
    }

    @Property
    void intervals_survive_text(
            @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long seconds) {
        Value value = Intervals.ofSeconds(BigDecimal.valueOf(seconds), "DAY TO SECOND");
        assertThat(
                        Casts.cast(
                                cast(value, ValueType.CHARACTER),
                                CastTarget.interval("DAY TO SECOND"),
                                ENVIRONMENT))
                .isEqualTo(value);
    }
}
