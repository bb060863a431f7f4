package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.Records.IEEE;
import static io.millrace.parsers.mrm.cwf.Records.UTF_8;
import static io.millrace.parsers.mrm.cwf.Records.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;

/** Fields of records that are read typed, without a value being made. */
class CwfReaderTest {

    private static final Records SALE =
            Records.of(
                    """
                    name: {string: 6}
                    code: {string: 4, cwf: {justification: right, paddingCharacter: "'*'"}}
                    count: {int:}
                    small: {short:}
                    price: {double:}
                    rate: {float:}
                    paid: {decimal: "7.2", cwf: packed 4}
                    rest: {string:, cwf: {lengthUnits: endOfBitstream}}
                    """);

    private static final String[] NAMES = {
        "name", "code", "count", "small", "price", "rate", "paid", "rest"
    };

    private static Element sale() {
        Element body =
                tree(
                        "name",
                        "Anna",
                        "code",
                        "A1",
                        "count",
                        -70_000,
                        "small",
                        -2,
                        "price",
                        new FloatValue(12.625),
                        "rate",
                        new FloatValue(-0.5),
                        "paid",
                        new DecimalValue(new BigDecimal("-12.34")),
                        "rest",
                        "the end  ");
        return body;
    }

    private static void checkSale(FieldReader reader) {
        assertThat(reader.text(0)).isEqualTo("Anna");
        assertThat(reader.text(1)).isEqualTo("A1");
        assertThat(reader.integer(2)).isEqualTo(-70_000);
        assertThat(reader.integer(3)).isEqualTo(-2);
        assertThat(reader.real(4)).isEqualTo(12.625);
        assertThat(reader.real(5)).isEqualTo(-0.5);
        assertThat(reader.decimal(6)).isEqualByComparingTo("-12.34");
        assertThat(reader.text(7).stripTrailing()).isEqualTo("the end");
    }

    @Test
    void oneReaderReadsAllCodePagesAndEncodings() {
        FieldReader reader = FieldReader.of(NAMES);
        for (int round = 0; round < 2; round++) {
            for (int ccsid : new int[] {Records.EBCDIC, Records.LATIN, UTF_8, 1200}) {
                for (int encoding : new int[] {Records.BIG, Records.LITTLE, IEEE}) {
                    Records records = SALE.in(ccsid, encoding);
                    Element body = records.parse(records.bytes(sale()));
                    checkSale(reader.at(body));
                    assertThat(body.lastKnown()).isNull();
                }
            }
        }
        checkSale(reader.at(sale()));
    }

    @Test
    void whatIsReadIsWhatTheTreeHolds() {
        Records records = SALE.latin();
        Bytes bytes = records.bytes(sale());
        FieldReader reader = FieldReader.of(NAMES);
        Element known = records.parse(bytes);
        for (int i = 0; i < NAMES.length; i++) {
            Element body = records.parse(bytes);
            assertThat(reader.at(body).value(i)).isEqualTo(known.valueOf(NAMES[i]));
            assertThat(reader.text(i)).isEqualTo(known.textOf(NAMES[i]));
        }
    }

    @Test
    void aChangedTreeIsReadAsItIsNow() {
        Records records = SALE.latin();
        Element body = records.parse(records.bytes(sale()));
        Element copy = body.copy();
        FieldReader reader = FieldReader.of("count", "name");
        assertThat(reader.at(body).integer(0)).isEqualTo(-70_000);
        body.child("count").value(Value.of(8));
        assertThat(reader.at(body).integer(0)).isEqualTo(8);
        assertThat(reader.text(1)).isEqualTo("Anna");
        assertThat(reader.at(copy).integer(0)).isEqualTo(-70_000);
        assertThat(reader.at(body).integer(0)).isEqualTo(8);
    }

    @Test
    void fieldsOfFoldersTablesAndVariableLengthsAreRead() {
        Records records =
                Records.latin(
                        """
                        n: {int: 1, cwf: external unsigned}
                        fixed:
                          occurs: 2
                          sequence: {id: {string: 2}, v: {short:}}
                        item:
                          occurs: 0..9
                          cwf: {repeatReference: n}
                          sequence: {code: {string: 1}, c: {occurs: 2, short:}}
                        tail: {string: 2}
                        """);
        FieldReader reader =
                FieldReader.of(
                        "fixed.id", "fixed[2].v", "item[2].code", "item.c[2]", "tail", "item[3].c");
        Element body = records.parseText("2AA\0\1BB\0\2a\0\3\0\4b\0\5\0\6zz");
        for (int i = 0; i < 2; i++) {
            reader.at(body);
            assertThat(reader.text(0)).isEqualTo("AA");
            assertThat(reader.integer(1)).isEqualTo(2);
            assertThat(reader.text(2)).isEqualTo("b");
            assertThat(reader.integer(3)).isEqualTo(4);
            assertThat(reader.text(4)).isEqualTo("zz");
            assertThat(reader.value(5)).isNull();
            body = records.parseText("2AA\0\1BB\0\2a\0\3\0\4b\0\5\0\6zz");
            body.child("fixed");
        }
    }

    @Test
    void aReaderGoesFromOneRecordToAnother() {
        FieldReader reader = FieldReader.of("n");
        Records wide = Records.latin("x: {string: 2}\nn: {short:}");
        Records narrow = Records.latin("n: {int:}");
        for (int i = 0; i < 3; i++) {
            assertThat(reader.at(wide.parseText("ab\1\0")).integer(0)).isEqualTo(256);
            assertThat(reader.at(narrow.parseText("\0\0\1\1")).integer(0)).isEqualTo(257);
        }
    }

    @Test
    void damageNamesFieldAndOffset() {
        Records records =
                Records.of("a: {string: 2}\nb: {string: 3}\nc: {int: 2, cwf: external unsigned}")
                        .in(UTF_8, IEEE);
        FieldReader reader = FieldReader.of("a", "b", "c");
        byte[] bytes = "AABBB1x".getBytes(ISO_8859_1);
        bytes[3] = (byte) 0xFF;
        reader.at(records.parse(Bytes.of(bytes)));
        assertThat(reader.text(0)).isEqualTo("AA");
        assertThatThrownBy(() -> reader.text(1))
                .hasMessageContaining("byte 2: the field b is X'42FF42', expected text in UTF-8");
        assertThatThrownBy(() -> reader.integer(2)).hasMessageContaining("byte 5: the field c is");
    }

    @Test
    void ofAMessageThatIsCutOffWhatIsThereIsRead() {
        Records records = Records.latin("a: {string: 2}\nb: {int:}");
        FieldReader reader = FieldReader.of("a", "b");
        reader.at(records.parseText("AA\0\0\0\1"));
        assertThat(reader.integer(1)).isEqualTo(1);
        reader.at(records.parseText("AA\0\0"));
        assertThat(reader.text(0)).isEqualTo("AA");
        assertThatThrownBy(() -> reader.integer(1)).hasMessageContaining("the message ends here");
    }

    @Test
    void valuesAreConvertedWhereThatLosesNothing() {
        Records records =
                Records.latin(
                        """
                        digits: {string: 4}
                        word: {string: 4}
                        price: {decimal: "5.2", cwf: external 5 unsigned}
                        real: {double:}
                        number: {int:}
                        """);
        Element body = records.parseText("0042 4x 01250\100\24\0\0\0\0\0\0\0\0\0\7");
        FieldReader reader =
                FieldReader.of("digits", "word", "price", "real", "number", "other").at(body);
        assertThat(reader.integer(0)).isEqualTo(42);
        assertThat(reader.real(2)).isEqualTo(12.5);
        assertThat(reader.integer(3)).isEqualTo(5);
        assertThat(reader.real(4)).isEqualTo(7);
        assertThat(reader.text(4)).isEqualTo("7");
        assertThat(reader.text(5)).isNull();
        assertThatThrownBy(() -> reader.integer(1))
                .hasMessageContaining("word of MRM: expected an integer of 64 bits")
                .hasMessageContaining("found CHARACTER ' 4x'");
        assertThatThrownBy(() -> reader.integer(2)).hasMessageContaining("DECIMAL '12.50'");
        assertThatThrownBy(() -> reader.real(5))
                .hasMessageContaining("other of MRM: expected a number, found no value");
    }

    @Test
    void nullIsNoValue() {
        Records records =
                Records.latin(
                        """
                        a: {int: 3, nillable: true, cwf: {physicalType: external, length: 3, \
                        encodingNull: literalFill, encodingNullValue: '*'}}\
                        """);
        FieldReader reader = FieldReader.of("a");
        assertThat(reader.at(records.parseText("***")).text(0)).isNull();
        assertThatThrownBy(() -> reader.integer(0)).hasMessageContaining("found no value");
        assertThat(reader.at(records.parseText("012")).integer(0)).isEqualTo(12);
    }

    @Test
    void whatIsNoPathIsRefused() {
        for (String path : new String[] {"", "a..b", "a[0]", "a[x]", "[1]", "a.", "a[1]b"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FieldReader.of(path))
                    .withMessageContaining("must be a path of names");
        }
    }
}
