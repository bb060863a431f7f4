package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.Records.BIG;
import static io.millrace.parsers.mrm.cwf.Records.EBCDIC;
import static io.millrace.parsers.mrm.cwf.Records.IEEE;
import static io.millrace.parsers.mrm.cwf.Records.LITTLE;
import static io.millrace.parsers.mrm.cwf.Records.UTF_8;
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

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;

/** What physical properties and settings do, one by one and by chance with random values. */
class CwfPropertiesTest {

    private static Records with(String settings, String field) {
        return Records.model(
                "messageSet: x\nformats: {cwf: {"
                        + settings
                        + "}}\nmessages: {m: {sequence: {f: {"
                        + field
                        + "}}}}\n");
    }

    private static void same(Records records, String hex, Value value) {
        assertThat(records.parse(hex).valueOf("f")).isEqualTo(value);
        assertThat(records.write(tree("f", value))).isEqualTo(hex);
    }

    @Test
    void aTextOfFixedLengthHasItsBytesInEveryCodePage() {
        String field = "string:, cwf: {physicalType: fixedLength, length: 4, lengthUnits: bytes}";
        Records records = with("", field);
        same(records.latin(), "E4422020", Value.of("\u00e4B"));
        same(records.in(UTF_8, IEEE), "C3A44220", Value.of("\u00e4B"));
        same(records.in(EBCDIC, BIG), "43C24040", Value.of("\u00e4B"));
        same(records.in(1200, LITTLE), "E4004200", Value.of("\u00e4B"));
        Element made = tree("f", "\u00e4\u00e4B");
        assertThatThrownBy(() -> records.in(UTF_8, IEEE).bytes(made)).hasMessageContaining("f");
    }

    @Test
    void signedSaysHowTheFirstBitOrTheLastDigitIsRead() {
        Records plain = with("", "short:, cwf: {signed: false}").latin();
        same(plain, "FFFF", Value.of(65_535));
        same(with("", "unsignedShort:, cwf: {signed: true}").latin(), "FFFE", Value.of(-2));
        Records packed = with("", "int:, cwf: {physicalType: packed, length: 2, signed: false}");
        same(packed.latin(), "012F", Value.of(12));
        Records digits = with("", "int:, cwf: {physicalType: external, length: 3, signed: true}");
        same(digits.latin(), "303172", Value.of(-12));
        Records none = with("", "int:, cwf: {physicalType: external, length: 3, signed: false}");
        same(none.latin(), "303132", Value.of(12));
        Element made = tree("f", -12);
        assertThatThrownBy(() -> none.bytes(made)).hasMessageContaining("f");
        assertThatThrownBy(() -> plain.bytes(made)).hasMessageContaining("f");
    }

    @Test
    void aMissingElementIsItsDefaultOrNullByThePolicy() {
        String field =
                """
                string: 3, default: abc, nillable: true, cwf: {encodingNull: padFill, \
                paddingCharacter: '*'}\
                """;
        Element nothing = tree();
        for (String policy : List.of("", "policyForMissingElements: default")) {
            assertThat(with(policy, field).latin().text(nothing)).as(policy).isEqualTo("abc");
        }
        Records none = with("policyForMissingElements: \"null\"", field);
        assertThat(none.latin().text(nothing)).isEqualTo("***");
        Records never = with("policyForMissingElements: \"null\"", "string: 3, default: abc");
        assertThat(never.latin().text(nothing)).isEqualTo("abc");
    }

    @Test
    void daylightSavingIsThatOfTheTimeZoneOrNone() {
        String zone = "timeZone: Europe/Berlin, daylightSaving: ";
        String seconds = "dateTime:, cwf: {physicalType: timeSeconds}";
        Value noon = new TimestampValue(LocalDateTime.of(2020, 7, 1, 12, 0));
        String utc =
                "%08X".formatted(LocalDateTime.of(2020, 7, 1, 10, 0).toEpochSecond(ZoneOffset.UTC));
        same(with(zone + "true", seconds).latin(), utc, noon);
        Value eleven = new TimestampValue(LocalDateTime.of(2020, 7, 1, 11, 0));
        same(with(zone + "false", seconds).latin(), utc, eleven);
    }

    @Test
    void aMessageThatSaysNothingIsInTheDefaultCodePageAndEncoding() {
        Value number = Value.of(258);
        String settings = "defaultCcsid: 819, defaultByteOrder: littleEndian,";
        String floats = " defaultFloatFormat: ieeeReversed,";
        String all = settings + floats + " defaultPackedDecimalByteOrder: littleEndian";
        same(with(all, "string: 2").in(0, 0), "4142", Value.of("AB"));
        same(with(all, "int:").in(0, 0), "02010000", number);
        same(with(all, "double:").in(0, 0), "000000000000F03F", new FloatValue(1));
        same(with(all, "int:, cwf: packed 3").in(0, 0), "8C2500", number);
        same(with("", "string: 2").in(0, 0), "C1C2", Value.of("AB"));
        same(with("", "int:").in(0, 0), "00000102", number);
        same(with("", "int:, cwf: packed 3").in(0, 0), "00258C", number);
        same(with("", "double:").in(0, 0), "4110000000000000", new FloatValue(1));
        same(
                with("defaultFloatFormat: ieee", "double:").in(0, 0),
                "3FF0000000000000",
                new FloatValue(1));
    }

    @Test
    void whatTheHeadersSayOverridesTheDefaultsPartByPart() {
        String all = "defaultCcsid: 819, defaultByteOrder: littleEndian";
        same(with(all, "string: 2").in(EBCDIC, 0), "C1C2", Value.of("AB"));
        same(with(all, "int:").in(0, 1), "00000102", Value.of(258));
        same(with(all, "int:").in(0, 256), "02010000", Value.of(258));
        same(with(all, "string: 2").in(0, 273), "4142", Value.of("AB"));
    }

    @Test
    void aLengthInFrontHasNoMoreThanItsBytesCanCount() {
        for (int[] most : new int[][] {{1, 255}, {2, 65_535}}) {
            Records records =
                    Records.latin(
                            "f: {string:, cwf: {physicalType: lengthEncoded" + most[0] + "}}");
            Element made = tree();
            Element field = made.add("f", Value.of("x".repeat(most[1])));
            Bytes bytes = records.bytes(made);
            assertThat(bytes.length()).isEqualTo(most[0] + most[1]);
            assertThat(records.parse(bytes).textOf("f")).hasSize(most[1]);
            field.value(Value.of("x".repeat(most[1] + 1)));
            assertThatThrownBy(() -> records.bytes(made)).hasMessageContaining("f");
        }
    }

    @Test
    void aRepeatReferenceOverridesHowOftenTheModelLetsItOccur() {
        Records records =
                Records.latin(
                        """
                        n: {int: 1, cwf: external unsigned}
                        f: {string: 1, occurs: 1..2, cwf: {length: 1, repeatReference: n}}
                        z: {string: 1}
                        """);
        for (String record : List.of("0Z", "1aZ", "4abcdZ")) {
            Element body = records.parseText(record);
            assertThat(body.textOf("z")).isEqualTo("Z");
            assertThat(body.size()).isEqualTo(record.length());
            assertThat(records.text(body.deepCopy())).isEqualTo(record);
        }
    }

    /** A way to write a field, and a value for it. */
    private record Way(String field, Value value, int bytes) {}

    private static final int VARIES = -1;

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append((char) ('A' + random.nextInt(26)));
        }
        return text.toString();
    }

    private static <T> T one(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static String physical(String physicalType, int length) {
        return ", cwf: {physicalType: " + physicalType + ", length: " + length + "}";
    }

    private static Way way(Random random) {
        LocalDate date = LocalDate.ofEpochDay(random.nextInt(24_000));
        return switch (random.nextInt(13)) {
            case 0 -> {
                boolean single = random.nextBoolean();
                Value value = new FloatValue((random.nextInt(1 << 20) - 500_000) / 16.0);
                yield new Way(single ? "float:" : "double:", value, single ? 4 : 8);
            }
            case 1 -> {
                int point = random.nextInt(7) - 2;
                int length = 4 + random.nextInt(2) * 4;
                BigDecimal number = BigDecimal.valueOf(random.nextInt(), point);
                yield new Way(
                        "decimal:, cwf: {physicalType: integer, length: "
                                + length
                                + ", virtualDecimalPoint: "
                                + point
                                + "}",
                        new DecimalValue(number),
                        length);
            }
            case 2 ->
                    new Way(
                            "dateTime:, cwf: {physicalType: timeSeconds}",
                            new TimestampValue(date.atTime(7, 8, 9)),
                            4);
            case 3 ->
                    new Way(
                            "dateTime:, cwf: {physicalType: timeMilliseconds}",
                            new TimestampValue(date.atTime(7, 8, 9, 123_000_000)),
                            8);
            case 4 ->
                    new Way(
                            "date:, cwf: {physicalType: "
                                    + one(
                                            random,
                                            List.of(
                                                    "lengthEncoded1",
                                                    "lengthEncoded2",
                                                    "nullTerminated"))
                                    + ", dateTimeFormat: yyyyMMdd}",
                            new DateValue(date),
                            VARIES);
            case 5 ->
                    new Way(
                            "date:, cwf: {physicalType: binary, dateTimeFormat: yyyyMd}",
                            new DateValue(date),
                            6);
            case 6 -> {
                byte[] bytes = new byte[random.nextInt(9)];
                random.nextBytes(bytes);
                yield new Way(
                        "hexBinary:, cwf: lengthEncoded" + (1 + random.nextInt(2)),
                        Value.of(Bytes.of(bytes)),
                        VARIES);
            }
            case 7 ->
                    new Way(
                            "string:, cwf: {length: 24, justification: "
                                    + one(random, List.of("left", "right"))
                                    + ", paddingCharacter: '"
                                    + one(random, List.of("*", "U+002D", "SPACE"))
                                    + "'}",
                            Value.of(text(random, 12)),
                            24);
            case 8 ->
                    new Way(
                            "string:, cwf: {length: 9, lengthUnits: "
                                    + one(random, List.of("characters", "characterUnits"))
                                    + "}",
                            Value.of(text(random, 9)),
                            VARIES);
            case 9 ->
                    new Way(
                            """
                            int:, nillable: true, cwf: {physicalType: external, length: 11, \
                            lengthUnits: characters, encodingNull: literalFill, \
                            encodingNullValue: '?'}\
                            """,
                            random.nextBoolean() ? null : Value.of(random.nextInt()),
                            VARIES);
            case 10 ->
                    new Way(
                            """
                            string:, nillable: true, cwf: {length: 12, encodingNull: literalValue, \
                            encodingNullValue: none}\
                            """,
                            random.nextBoolean() ? null : Value.of(text(random, 6)),
                            VARIES);
            case 11 -> new Way("boolean:", Value.of(random.nextBoolean()), 4);
            default ->
                    new Way(
                            "unsignedInt:" + physical("packed", 6),
                            Value.of(random.nextLong(1L << 32)),
                            6);
        };
    }

    @Property
    void aValueReadsBackFromTheBytesThatItsPropertiesGiveIt(@ForAll Random random) {
        Way way = way(random);
        int ccsid = one(random, List.of(500, 37, 819, 1208, 1200, 943));
        int encoding = one(random, List.of(BIG, LITTLE, IEEE));
        Records records =
                Records.of("a: short\nf: {" + way.field + "}\nz: short").in(ccsid, encoding);
        Element made = tree("a", 1, "f", way.value, "z", 2);
        Bytes bytes = records.bytes(made);
        if (way.bytes >= 0) {
            assertThat(bytes.length()).isEqualTo(way.bytes + 4);
        }
        assertThat(records.parse(bytes).valueOf("f")).isEqualTo(way.value);
        Element body = records.parse(bytes);
        assertThat(body.valueOf("z")).isEqualTo(Value.of(2));
        body.child("z").value(Value.of(3));
        body.child("f").value(way.value);
        made.child("z").value(Value.of(3));
        assertThat(records.bytes(body)).isEqualTo(records.bytes(made));
    }
}
