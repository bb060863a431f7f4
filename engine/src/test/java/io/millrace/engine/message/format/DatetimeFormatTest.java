package io.millrace.engine.message.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

class DatetimeFormatTest {

    /** A Thursday in ISO week 1 of 2004. */
    private static final Moment NEW_YEAR =
            new Moment(
                    LocalDate.of(2004, 1, 1),
                    LocalTime.of(15, 4, 5, 67_800_000),
                    ZoneOffset.ofHours(1));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    dd/MM/yyyy             | 01/01/2004
                    d.M.yy                 | 1.1.04
                    HH:mm:ss               | 15:04:05
                    H h K k                | 15 3 3 15
                    hh:mm a                | 03:04 PM
                    yyyyMMddHHmmss         | 20040101150405
                    dd-MMM-yyyy HH:mm:ss   | 01-Jan-2004 15:04:05
                    MMMM EEE EEEE          | January Thu Thursday
                    MMddHHmmssSSS          | 0101150405067
                    S SS SSS SSSSSSSSS     | 0 06 067 067800000
                    D DD DDD               | 1 01 001
                    e                      | 5
                    F G w ww W Y           | 1 AD 1 01 1 2004
                    yyyy-MM-dd'T'HH''mm    | 2004-01-01T15'04
                    I                      | 2004-01-01T15:04:05.067+01:00
                    T                      | 15:04:05.067+01:00
                    Z ZZ ZZZ ZZZZ ZZZZZ    | +1 +01 +01:00 GMT+01:00 +0100
                    """)
    void a_moment_is_written_as(String pattern, String expected) {
        assertThat(DatetimeFormat.compile(pattern).print(NEW_YEAR, true)).isEqualTo(expected);
    }

    @Test
    void the_week_year_is_not_the_calendar_year_at_its_ends() {
        Moment last = new Moment(LocalDate.of(2003, 12, 29), LocalTime.MIDNIGHT, ZoneOffset.UTC);
        assertThat(DatetimeFormat.compile("YYYYMMdd").print(last, true)).isEqualTo("20041229");
    }

    @Test
    void utc_is_written_as_z_where_u_is_said() {
        Moment utc = new Moment(LocalDate.of(2004, 1, 1), LocalTime.of(1, 2, 3), ZoneOffset.UTC);
        assertThat(DatetimeFormat.compile("IU").print(utc, true))
                .isEqualTo("2004-01-01T01:02:03.000Z");
        assertThat(DatetimeFormat.compile("I").print(utc, true))
                .isEqualTo("2004-01-01T01:02:03.000+00:00");
        assertThat(DatetimeFormat.compile("I").print(utc, false)).isEqualTo("2004-01-01");
        assertThat(DatetimeFormat.compile("ZZZU").print(NEW_YEAR, true)).isEqualTo("+01:00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    dd/MM/yyyy           | 29/02/2024               | 2024-02-29T00:00
                    d/M/yyyy             | 1/2/2024                 | 2024-02-01T00:00
                    yyyyMMdd             | 20240229                 | 2024-02-29T00:00
                    YYYYMMdd             | 20240229                 | 2024-02-29T00:00
                    HHmmss               | 101112                   | 1970-01-01T10:11:12
                    dd-MMM-yyyy HH:mm:ss | 29-feb-2024 10:11:12     | 2024-02-29T10:11:12
                    dd MMMM yyyy         | 09 September 2024        | 2024-09-09T00:00
                    EEE, dd MMM yyyy     | Thu, 29 Feb 2024         | 2024-02-29T00:00
                    hh:mm a              | 12:30 am                 | 1970-01-01T00:30
                    hh:mm a              | 12:30 PM                 | 1970-01-01T12:30
                    kk:mm                | 24:30                    | 1970-01-01T00:30
                    HH:mm:ss.SSS         | 10:11:12.5               | 1970-01-01T10:11:12.500
                    MMddHHmmssSSS        | 0229101112345            | "not existing"
                    yyyyDDD              | 2024060                  | 2024-02-29T00:00
                    yyyy-'W'ww-e         | 2004-W01-5               | 2004-01-01T00:00
                    EEEE MM yyyy         | Monday 01 2013           | 2013-01-07T00:00
                    e MM yyyy            | 2 02 2013                | 2013-02-04T00:00
                    F MM yyyy            | 2 02 2013                | 2013-02-11T00:00
                    F EEE MM yyyy        | 2 Fri 02 2013            | 2013-02-08T00:00
                    I                    | 2024-02-29               | 2024-02-29T00:00
                    I                    | 2024-02-29T10:11         | 2024-02-29T10:11
                    I                    | 2024-02-29T10:11:12.5Z   | 2024-02-29T10:11:12.500
                    I                    | 10:11:12                 | 1970-01-01T10:11:12
                    HH:mm ZZZ            | 10:11 -05:00             | 1970-01-01T15:11
                    HH:mm z              | 10:11 GMT                | 1970-01-01T10:11
                    HH:mm z              | 10:11 America/New_York   | 1970-01-01T15:11
                    HH:mm Z              | 10:11 +0130              | 1970-01-01T08:41
                    """)
    void a_text_is_read_as(String pattern, String text, String expected) {
        DatetimeFormat format = DatetimeFormat.compile(pattern);
        if (expected.startsWith("no")) {
            assertThatThrownBy(() -> format.parse(text)).hasMessageContaining("does not exist");
        } else {
            assertThat(format.parse(text).in(ZoneOffset.UTC))
                    .isEqualTo(LocalDateTime.parse(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "yyyyMMdd, 2024022, digits",
        "yyyyMMdd, 20240229x, continues after the end",
        "yyyy-MM-dd, 2024/02/29, '-' is expected",
        "MMM, Foo, name of a month",
        "dd/MM/yyyy, 31/02/2024, does not exist",
        "HH:mm, 24:00, does not exist",
        "hh a, 13 AM, does not exist",
        "yyyy, 0, does not exist"
    })
    void a_text_that_does_not_follow_its_pattern_is_refused(
            String pattern, String text, String words) {
        assertThatThrownBy(() -> DatetimeFormat.compile(pattern).parse(text))
                .isInstanceOf(PatternException.class)
                .hasMessageContaining(words);
    }

    @Test
    void two_digits_of_a_year_mean_the_one_nearest_to_now() {
        int now = LocalDate.now(ZoneId.systemDefault()).getYear();
        DatetimeFormat format = DatetimeFormat.compile("yy");
        for (int digits = 0; digits < 100; digits++) {
            int year = format.parse("%02d".formatted(digits)).date().getYear();
            assertThat(year % 100).isEqualTo(digits);
            assertThat(year).isBetween(now - 79, now + 20);
        }
    }

    @Test
    void a_time_of_day_has_no_date_to_write() {
        Moment time = new Moment(null, LocalTime.NOON, ZoneOffset.UTC);
        assertThat(DatetimeFormat.compile("HHmm").print(time, true)).isEqualTo("1200");
        assertThatThrownBy(() -> DatetimeFormat.compile("ddHHmm").print(time, true))
                .hasMessageContaining("requires a date, but the value is a time of day");
    }

    @Test
    void a_pattern_says_what_is_wrong_with_it() {
        assertThatThrownBy(() -> DatetimeFormat.compile("yyyy-bb"))
                .hasMessageContaining("letter b");
        assertThatThrownBy(() -> DatetimeFormat.compile("yyyy 'at"))
                .hasMessageContaining("without a closing quote");
        assertThatThrownBy(() -> DatetimeFormat.compile("")).hasMessageContaining("characters");
    }
}
