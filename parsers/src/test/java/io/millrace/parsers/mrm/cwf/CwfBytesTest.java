package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.parsers.mrm.cwf.Records.BIG;
import static io.millrace.parsers.mrm.cwf.Records.EBCDIC;
import static io.millrace.parsers.mrm.cwf.Records.IEEE;
import static io.millrace.parsers.mrm.cwf.Records.LITTLE;
import static io.millrace.parsers.mrm.cwf.Records.UTF_8;
import static io.millrace.parsers.mrm.cwf.Records.hex;
import static io.millrace.parsers.mrm.cwf.Records.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.TimestampValue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;

/** The bytes of single values, as IBM's manuals print them. */
class CwfBytesTest {

    private static void same(Records records, String hex, Value value) {
        Element body = records.parse(hex);
        assertThat(body.valueOf("f")).isEqualTo(value);
        assertThat(records.write(tree("f", value))).isEqualTo(hex);
        assertThat(records.write(body.deepCopy())).isEqualTo(hex);
    }

    private static Value decimal(String text) {
        return new DecimalValue(new BigDecimal(text));
    }

    /** Enterprise COBOL for z/OS, "Examples: numeric data and internal representation". */
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    external 4, 1234, F1F2F3C4
                    external 4, -1234, F1F2F3D4
                    external 4 unsigned, 1234, F1F2F3F4
                    external 4 leading, 1234, C1F2F3F4
                    external 4 leading, -1234, D1F2F3F4
                    external 5 leadingSeparate, 1234, 4EF1F2F3F4
                    external 5 leadingSeparate, -1234, 60F1F2F3F4
                    external 5 trailingSeparate, 1234, F1F2F3F44E
                    integer 2, 1234, 04D2
                    integer 2, -1234, FB2E
                    integer 2, 12345, 3039
                    integer 4, -1, FFFFFFFF
                    integer 8, 1234, 00000000000004D2
                    integer 2 unsigned, 65535, FFFF
                    packed 3, 1234, 01234C
                    packed 3, -1234, 01234D
                    packed 3 unsigned, 1234, 01234F
                    packed 2, 0, 000C
                    """)
    void integersHaveTheBytesOfCobol(String how, long value, String hex) {
        same(Records.of("f: {long:, cwf: " + how + "}"), hex, Value.of(value));
    }

    /** GnuCOBOL's COMP of more than 18 digits, and the shorter numbers of Micro Focus. */
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    integer 16, 1, 00000000000000000000000000000001
                    integer 16, -2, FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFE
                    integer 9, -2361183241434822606848, 800000000000000000
                    integer 16 unsigned, 340282366920938463463374607431768211455, \
                    FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF
                    """)
    void binaryIntegersHaveUpTo16Bytes(String how, BigDecimal value, String hex) {
        Records records = Records.of("f: {integer: 39, cwf: " + how + "}");
        same(records, hex, new DecimalValue(value));
        byte[] bytes = hex(hex).toArray();
        for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
            byte b = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = b;
        }
        same(records.in(EBCDIC, LITTLE), Bytes.of(bytes).hex(), new DecimalValue(value));
        assertThatThrownBy(() -> records.write(tree("f", decimal("4e38"))))
                .hasMessageContaining("binary integer of");
    }

    @Test
    void aTypeOf64BitsHasAtMost8Bytes() {
        assertThat(Records.problems("f: {long:, cwf: integer 16}").getFirst().text())
                .contains("the length is 16; expected 1 to 8");
    }

    @ParameterizedTest
    @ValueSource(ints = {37, 273, 500, 1047, 1140})
    void everyByteOfEbcdicTextSurvivesTheCopyOfAField(int ccsid) {
        Records records = Records.of("f: {string: 3, cwf: {paddingCharacter: NUL}}").in(ccsid, BIG);
        for (int b = 0; b < 256; b++) {
            String hex = "C1%02XC2".formatted(b);
            Element body = records.parse(hex);
            assertThat(records.write(tree("f", body.valueOf("f")))).isEqualTo(hex);
        }
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    external 4, 1234, 31323334
                    external 4, -1234, 31323374
                    external 4 leading, -1234, 71323334
                    external 5 trailingSeparate, -1234, 313233342D
                    """)
    void externalDecimalsInAsciiHaveAsciiSigns(String how, long value, String hex) {
        Records records = Records.of("f: {int:, cwf: " + how + "}");
        same(records.latin(), hex, Value.of(value));
        same(records.in(UTF_8, IEEE), hex, Value.of(value));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    trailing, 1234, 31323344
                    trailing, -1234, 3132334D
                    trailing, 1230, 3132337B
                    trailing, -1230, 3132337D
                    leading, -1234, 4A323334
                    """)
    void signsMayLookInAsciiAsEbcdicShowsThem(String orientation, long value, String hex) {
        String cwf =
                "{physicalType: external, length: 4, signEbcdicCustom: true, signOrientation: "
                        + orientation
                        + "}";
        same(Records.of("f: {int:, cwf: " + cwf + "}").latin(), hex, Value.of(value));
    }

    @Test
    void allSignsOfPackedAndZonedDecimalsAreRead() {
        Records packed = Records.of("f: {int:, cwf: packed 2}");
        Records zoned = Records.of("f: {int:, cwf: external 2}");
        for (char sign : "ABCDEF".toCharArray()) {
            long expected = sign == 'B' || sign == 'D' ? -12 : 12;
            assertThat(packed.parse("012" + sign).valueOf("f")).isEqualTo(Value.of(expected));
            assertThat(zoned.parse("F1" + sign + "2").valueOf("f")).isEqualTo(Value.of(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    785, float, 1234, 434D2000
                    785, float, -1234, C34D2000
                    785, double, 1234, 434D200000000000
                    785, double, 0.1, 401999999999999A
                    785, double, 1, 4110000000000000
                    273, float, 1234, 449A4000
                    273, double, -1234, C093480000000000
                    546, float, 1234, 00409A44
                    546, double, 1, 000000000000F03F
                    785, float, 0, 00000000
                    """)
    void floatingPointIsOfTheMessagesKind(int encoding, String type, double value, String hex) {
        same(Records.of("f: {" + type + ":}").in(EBCDIC, encoding), hex, new FloatValue(value));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    integer 2, D204
                    integer 4, D2040000
                    packed 3, 4C2301
                    external 4, F1F2F3C4
                    """)
    void numbersMayBeReversed(String how, String hex) {
        same(Records.of("f: {int:, cwf: " + how + "}").in(EBCDIC, LITTLE), hex, Value.of(1234));
    }

    @Test
    void thePointIsNotWritten() {
        same(Records.of("f: {decimal: 5.2, cwf: packed}"), "12345C", decimal("123.45"));
        same(Records.of("f: {decimal: 5.2, cwf: external}"), "F1F2F3F4D5", decimal("-123.45"));
        same(Records.of("f: {decimal: 4.2, cwf: integer}"), "04D2", decimal("12.34"));
        String scaled = "{physicalType: packed, virtualDecimalPoint: -3}";
        same(Records.of("f: {decimal: 3, cwf: " + scaled + "}"), "123C", decimal("123E3"));
    }

    @Test
    void numbersOfThirtyEightDigitsAreExact() {
        String digits = "12345678901234567890123456789012345678";
        same(
                Records.of("f: {integer: 38, cwf: external unsigned}"),
                digits.replaceAll("(.)", "F$1"),
                decimal(digits));
        same(Records.of("f: {integer: 38, cwf: packed 20}"), "0" + digits + "C", decimal(digits));
        same(
                Records.of("f: {integer: 38, cwf: packed 20}"),
                "0" + digits + "D",
                decimal("-" + digits));
    }

    @Test
    void anUnsignedNumberOfEightBytesMayExceedALong() {
        same(
                Records.of("f: {unsignedLong:, cwf: integer 8}"),
                "FFFFFFFFFFFFFFFF",
                decimal("18446744073709551615"));
    }

    @Test
    void textsLoseTheirPaddingAndGetItBack() {
        same(Records.of("f: {string: 5}"), "C1C2C34040", Value.of("ABC"));
        String right = "{justification: right, paddingCharacter: \"*\"}";
        same(Records.of("f: {string: 5, cwf: " + right + "}"), "5C5CC1C2C3", Value.of("ABC"));
        String hex = "{paddingCharacter: \"0x00\"}";
        same(Records.of("f: {string: 5, cwf: " + hex + "}"), "C1C2C30000", Value.of("ABC"));
        String none = "{justification: notApplicable}";
        same(Records.of("f: {string: 3, cwf: " + none + "}"), "C1C240", Value.of("AB "));
    }

    @Test
    void textsOfVariableLengthSayIt() {
        same(Records.of("f: {string:, cwf: lengthEncoded1}"), "03C1C2C3", Value.of("ABC"));
        same(Records.of("f: {string:, cwf: lengthEncoded2}"), "0003C1C2C3", Value.of("ABC"));
        same(
                Records.of("f: {string:, cwf: lengthEncoded2}").in(EBCDIC, LITTLE),
                "0300C1C2C3",
                Value.of("ABC"));
        same(Records.of("f: {string:, cwf: nullTerminated}"), "C1C2C300", Value.of("ABC"));
        String end = "{lengthUnits: endOfBitstream}";
        same(Records.of("f: {string:, cwf: " + end + "}"), "C1C2C3", Value.of("ABC"));
    }

    @Test
    void lengthsCountBytesCharactersOrUnits() {
        Records characters = Records.of("f: {string:, cwf: {length: 3, lengthUnits: characters}}");
        same(characters, "C1C240", Value.of("AB"));
        same(characters.in(1200, IEEE), "004100420020", Value.of("AB"));
        same(characters.in(1200, LITTLE), "410042002000", Value.of("AB"));
        same(characters.in(UTF_8, IEEE), "C3A4E282AC20", Value.of("\u00e4\u20ac"));
        Records units = Records.of("f: {string:, cwf: {length: 3, lengthUnits: characterUnits}}");
        same(units.in(1200, IEEE), "004100420020", Value.of("AB"));
        same(units.in(UTF_8, IEEE), "C3A420", Value.of("\u00e4"));
        Records prefixed =
                Records.of(
                        """
                        f: {string:, cwf: {physicalType: lengthEncoded1, lengthUnits: \
                        characters}}\
                        """);
        same(prefixed.in(UTF_8, IEEE), "02C3A4E282AC", Value.of("\u00e4\u20ac"));
        same(prefixed.in(943, IEEE), "02836E41", Value.of("\u30cfA"));
        same(characters.in(943, IEEE), "836E4120", Value.of("\u30cfA"));
    }

    @Test
    void truthValuesHaveTheBytesOfTheFormat() {
        same(Records.of("f: boolean"), "00000001", Value.of(true));
        Records own =
                Records.model(
                        """
                        messageSet: x
                        formats: {cwf: {booleanTrueValue: E8, booleanFalseValue: D5, \
                        booleanNullValue: "40"}}
                        messages: {m: {sequence: {f: {boolean:, nillable: true}}}}
                        """);
        same(own, "E8", Value.of(true));
        same(own, "D5", Value.of(false));
        same(own, "40", null);
        assertThatThrownBy(() -> own.parse("C1").valueOf("f"))
                .hasMessageContaining("byte 0")
                .hasMessageContaining("X'C1'")
                .hasMessageContaining("X'E8' (true) or X'D5' (false)");
    }

    @Test
    void binaryValuesAreBlobs() {
        same(Records.of("f: {hexBinary: 3}"), "01AB00", Value.of(hex("01AB00")));
        Element made = tree("f", Value.of(hex("01AB")));
        assertThat(Records.of("f: {hexBinary: 3}").write(made)).isEqualTo("01AB00");
    }

    @Test
    void datesFollowTheirPattern() {
        Value date = new DateValue(java.time.LocalDate.of(2024, 2, 29));
        Value time = new TimestampValue(java.time.LocalDateTime.of(2024, 2, 29, 13, 5, 7));
        same(Records.of("f: date").latin(), utf8("2024-02-29").hex(), date);
        same(
                Records.of("f: {date:, cwf: {dateTimeFormat: ddMMyy}}").latin(),
                utf8("290224").hex(),
                date);
        same(Records.of("f: {date:, cwf: packed}"), "020240229C", date);
        same(Records.of("f: {dateTime:, cwf: packed}"), "020240229130507C", time);
        same(Records.of("f: {dateTime:, cwf: timeSeconds}"), "65E08103", time);
        same(Records.of("f: {dateTime:, cwf: timeMilliseconds}"), "0000018DF4F7F3B8", time);
        same(
                Records.of("f: gYear").latin(),
                utf8("2024").hex(),
                new DateValue(java.time.LocalDate.of(2024, 1, 1)));
    }

    /** IBM topic "DateTime as binary data": C's structure tm. */
    @Test
    void datesMayBeBinaryIntegers() {
        Value time = new TimestampValue(java.time.LocalDateTime.of(1996, 7, 10, 13, 30, 55));
        Records tm =
                Records.of(
                        """
                        f: {dateTime:, cwf: {physicalType: binary, dateTimeFormat: \
                        ssssmmmmHHHHddddMMMM+1yyyy+1900XXXXXXXXXXXX}}\
                        """);
        String hex = "00000037 0000001E 0000000D 0000000A 00000006 00000060 ".replace(" ", "");
        same(tm, hex + "00".repeat(12), time);
        assertThat(tm.parse(hex + "11".repeat(12)).valueOf("f")).isEqualTo(time);
        Records day = Records.of("f: {date:, cwf: {physicalType: binary, dateTimeFormat: yyMd}}");
        same(day, "07CC070A", new DateValue(java.time.LocalDate.of(1996, 7, 10)));
        same(
                day.in(Records.LATIN, LITTLE),
                "CC07070A",
                new DateValue(java.time.LocalDate.of(1996, 7, 10)));
    }

    @Test
    void binaryDatesThatAreNoneAreDamage() {
        String field = "f: {date:, cwf: {physicalType: binary, dateTimeFormat: yyMd}}";
        assertThatThrownBy(() -> Records.of(field).parse("07CC0D0A").valueOf("f"))
                .hasMessageContaining("whose M is 1 to 12, found 13");
        assertThatThrownBy(() -> Records.of(field).parse("07CD021D").valueOf("f"))
                .hasMessageContaining("a day that its month has, found 29");
        Records lenient =
                Records.model(
                        """
                        messageSet: x
                        formats: {cwf: {strictDateTimeCheck: false}}
                        messages: {m: {sequence: {\
                        """
                                + field
                                + "}}}\n");
        assertThat(lenient.parse("07CD021D").textOf("f")).isEqualTo("1997-03-01");
        assertThatThrownBy(() -> lenient.parse("FFFF021D").valueOf("f"))
                .hasMessageContaining("whose y is 1 to 9999, found 65535");
    }

    @Test
    void aCountOfSecondsMayBeginAtAnotherTime() {
        Value time = new TimestampValue(java.time.LocalDateTime.of(2000, 1, 1, 13, 0, 10));
        String field =
                """
                f: {dateTime:, cwf: {physicalType: KIND, \
                dateTimeFormat: '2000-01-01T12:59 +00:00'}}\
                """;
        same(Records.of(field.replace("KIND", "timeSeconds")), "00000046", time);
        same(Records.of(field.replace("KIND", "timeMilliseconds")), "0000000000011170", time);
    }

    @Test
    void theRulesOfDatesAreThoseOfTheFormat() {
        String model =
                """
                messageSet: x
                formats: {cwf: {SETTINGS}}
                messages: {m: {sequence: {f: {TYPE:, cwf: {PATTERN}}}}}
                """;
        Records window =
                Records.model(
                                model.replace("SETTINGS", "centuryWindow: 20")
                                        .replace("TYPE", "date")
                                        .replace("PATTERN", "dateTimeFormat: yyMMdd"))
                        .latin();
        assertThat(window.parse(utf8("210101")).textOf("f")).isEqualTo("1921-01-01");
        assertThat(window.parse(utf8("200101")).textOf("f")).isEqualTo("2020-01-01");
        Records lenient =
                Records.model(
                                model.replace("SETTINGS", "strictDateTimeCheck: false")
                                        .replace("TYPE", "date")
                                        .replace("PATTERN", "dateTimeFormat: yyyyMMdd"))
                        .latin();
        assertThat(lenient.parse(utf8("20230230")).textOf("f")).isEqualTo("2023-03-02");
        assertThatThrownBy(
                        () ->
                                Records.of("f: {date:, cwf: {dateTimeFormat: yyyyMMdd}}")
                                        .latin()
                                        .parse(utf8("20230230"))
                                        .valueOf("f"))
                .hasMessageContaining("yyyyMMdd");
        Records zoned =
                Records.model(
                        model.replace("SETTINGS", "timeZone: Europe/Berlin")
                                .replace("TYPE", "dateTime")
                                .replace("PATTERN", "physicalType: timeSeconds"));
        assertThat(zoned.parse("00000000").textOf("f")).isEqualTo("1970-01-01T01:00:00.000000");
        Records weeks =
                Records.model(
                                model.replace("SETTINGS", "firstDayOfWeek: 7, daysInFirstWeek: 1")
                                        .replace("TYPE", "date")
                                        .replace(
                                                "PATTERN",
                                                "dateTimeFormat: \"YYYY'w'wwe\", length: 8"))
                        .latin();
        Element body = weeks.parse(utf8("2022w011"));
        assertThat(body.textOf("f")).isEqualTo("2021-12-26");
        assertThat(weeks.write(body.deepCopy())).isEqualTo(utf8("2022w011").hex());
    }

    @Test
    void nullIsToldInFourWays() {
        String field = "f: {TYPE:, nillable: true, cwf: {HOW}}";
        same(
                Records.of(
                        field.replace("TYPE", "string")
                                .replace("HOW", "length: 3, encodingNull: padFill")),
                "404040",
                null);
        same(
                Records.of(
                        field.replace("TYPE", "string")
                                .replace(
                                        "HOW",
                                        """
                                        length: 3, encodingNull: literalFill, encodingNullValue: \
                                        "*\"\
                                        """)),
                "5C5C5C",
                null);
        same(
                Records.of(
                        field.replace("TYPE", "string")
                                .replace(
                                        "HOW",
                                        """
                                        length: 3, encodingNull: literalValue, encodingNullValue: \
                                        AB\
                                        """)),
                "C1C240",
                null);
        same(
                Records.of(
                        field.replace("TYPE", "int")
                                .replace(
                                        "HOW",
                                        """
                                        physicalType: packed, length: 2, encodingNull: \
                                        logicalValue, encodingNullValue: "-1\"\
                                        """)),
                "001D",
                null);
    }

    @Test
    void aPositivePackedNumberMayHaveTheSignF() {
        Records records =
                Records.model(
                        """
                        messageSet: x
                        formats: {cwf: {packedDecimalPositiveCode: F}}
                        messages: {m: {sequence: {f: {int:, cwf: packed 2}}}}
                        """);
        same(records, "012F", Value.of(12));
        same(records, "012D", Value.of(-12));
    }
}
