package io.millrace.parsers.mrm.tds;

import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.parsers.mrm.tds.Texts.dump;
import static io.millrace.parsers.mrm.tds.Texts.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Set;

/** Single values of delimited texts, and what a tree becomes that no message made. */
class TdsValuesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "int:#42#42#42",
                "int:# +42 #42#42",
                "decimal:#.50#0.50#0.50",
                "decimal:#1E3#1000#1000",
                """
                decimal:#-123456789012345678901234.5#-123456789012345678901234.5\
                #-123456789012345678901234.5\
                """,
                "decimal:, tds: {decimalPoint: ','}#1,5#1.5#1,5",
                "decimal:, tds: {decimalPoint: ',', strictNumericChecking: true}#1,#1#1,",
                "decimal:, tds: {decimalPoint: '<0x2C>'}#1,5#1.5#1,5",
                "decimal: 9.2, tds: {virtualDecimalPoint: 2}#-1234#-12.34#-1234",
                "double:#2.5E-10#2.5E-10#2.5E-10",
                "double:#-0.00#-0.0#0",
                "boolean:#1#true#1",
                "hexBinary:#0aFF#0AFF#0AFF",
                "base64Binary:#AQID#010203#AQID",
                "time:#12:30:45#12:30:45.000000#12:30:45",
                "gYear:#2026#2026-01-01#2026",
                "string:, tds: {trimOnInput: both}# x y #x y#x y",
                "string:, tds: {trimOnInput: leading}# x #x #x ",
                """
                string:, nillable: true, tds: {encodingNull: literalValue, encodingNullValue: \
                NIL}#NIL#NULL#NIL\
                """,
                """
                int:, nillable: true, tds: {encodingNull: logicalValue, encodingNullValue: \
                '-1'}#-01#NULL#-1\
                """,
            })
    void areReadAndWrittenAsTheirTypeSays(String type, String text, String read, String written) {
        Texts texts = Texts.of("{delimiter: ';'}", "a: {" + type + "}\nz: string");
        Value value = texts.parse(text + ";z").child("a").value();
        assertThat(value == null ? "NULL" : value.text()).isEqualTo(read);
        assertThat(texts.rewritten(text + ";z")).isEqualTo(written + ";z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            textBlock =
                    """
                    int:#1.5#expected a whole number
                    int:#1x#expected a whole number
                    unsignedInt:#-1#expected a whole number without a sign
                    decimal:, tds: {strictNumericChecking: true}#15#expected a number whose decimal point is '.'
                    date:#2026-13-01#expected a date or time of the pattern
                    boolean:#maybe#expected '1' (true) or '0' (false)
                    hexBinary:#0g#expected a value of the type hexBinary
                    """)
    void areRefusedWhereTheyAreNoneOfTheirType(String type, String text, String error) {
        Texts texts = Texts.of("{delimiter: ';'}", "a: {" + type + "}\nz: string");
        assertThatThrownBy(() -> texts.read(text + ";z"))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("the field a is '" + text + "', " + error);
    }

    @Test
    void binaryNumbersLieBetweenDelimitersByTheirLength() {
        Texts texts =
                Texts.of(
                        "{messagingStandard: userDefinedMixed, delimiter: ';'}",
                        """
                        a: {int:, tds: integer}
                        b: {decimal: 5.2, tds: packed}
                        c: {string:, tds: lengthEncoded1}
                        d: {int: 3, tds: external unsigned}
                        e: string
                        """);
        Bytes bytes =
                Bytes.of(
                        new byte[] {
                            0, 0, ';', 1, ';', 0x12, 0x34, 0x5C, ';', 2, ';', 'x', ';', '0', '4',
                            '2', ';', 'e'
                        });
        assertThat(dump(texts.parse(bytes))).isEqualTo("a=15105 b=123.45 c=;x d=42 e=e");
        assertThat(texts.written(texts.parse(bytes).deepCopy())).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    500, IBM500
                    37, IBM037
                    1208, UTF-8
                    1200, UTF-16BE
                    1386, GBK
                    """)
    void codePagesMakeNoDifference(int ccsid, String charset) {
        Texts texts =
                Texts.of(
                                "{messagingStandard: edifact, validateEnvelope: false}",
                                """
                                segment:
                                  occurs: 0..*
                                  sequence:
                                    tag: string
                                    field: {occurs: 0..*, sequence: {c: {string:, occurs: 0..*}}}
                                """)
                        .in(ccsid, charset);
        // In GBK the second byte of this character is that of another.
        String data = charset.equals("GBK") ? "\u4E85x" : "xx";
        String message = "UNB+UNOA:1+" + data + "?+b'UNZ+1:2'";
        TdsStandardsTest.roundTrip(
                texts,
                message,
                "segment{tag=UNB field{c=UNOA c=1} field{c="
                        + data
                        + "+b}} segment{tag=UNZ field{c=1 c=2}}");
    }

    @Test
    void aTreeOfNoMessageIsWrittenWithTheDelimitersOfItsServiceString() {
        Texts texts =
                Texts.of(
                        "{messagingStandard: edifact, validateEnvelope: false}",
                        """
                        UNA: {string:, occurs: 0..1, tds: {tag: UNA, interpretValueAs: \
                        edifactServiceString}}
                        segment: {occurs: 0..*, sequence: {tag: string, e: {string:, occurs: 0..*}}}
                        """);
        Element tree = tree();
        Element segment = tree.add("segment");
        segment.add("tag", Value.of("UNB"));
        segment.add("e", Value.of("a+b"));
        assertThat(texts.write(tree)).isEqualTo("UNB+a?+b'");
        tree.addFirst(Element.of(io.millrace.engine.message.ElementType.NAME_VALUE, "UNA"))
                .value(Value.of(":|.\\ ~"));
        assertThat(texts.write(tree)).isEqualTo("UNA:|.\\ ~UNB|a+b~");
    }

    @Test
    void aNewSegmentBehindOneWithoutItsEndGetsThatEnd() {
        Texts texts =
                Texts.of(
                        "{messagingStandard: hl7}",
                        """
                        segment: {occurs: 0..*, sequence: {tag: string, f: {string:, occurs: 0..*, \
                        tds: {repeatingElementDelimiter: <HL7_FS>}}}}\
                        """);
        Element body = texts.parse("PID|1\rPV1|2");
        body.add("segment").add("tag", Value.of("OBX"));
        assertThat(texts.write(body)).isEqualTo("PID|1\rPV1|2\rOBX");
    }

    @Test
    void whatTheFormatCannotSayIsAnErrorThatNamesTheElement() {
        Texts texts = Texts.of("{delimiter: ';'}", "a: string\nb: {string:, occurs: 0..1}");
        Element tree = tree("a", "x;y");
        assertThatThrownBy(() -> texts.write(tree))
                .hasMessageContaining("MRM.a: found 'x;y', which contains a delimiter");
        Element other = tree("c", "x");
        assertThatThrownBy(() -> texts.write(other))
                .hasMessageContaining("MRM.c: the model does not permit this element here");
        Element twice = tree("a", "x", "a", "y");
        assertThatThrownBy(() -> texts.write(twice)).hasMessageContaining("it occurs more often");
    }

    @Test
    void textsThatAreTooLongAreCutWhereTheModelSaysSo() {
        Texts cut = Texts.of("{truncateOnOutput: true}", "a: {string: 3}");
        Element tree = tree("a", "abcde");
        assertThat(cut.write(tree)).isEqualTo("abc");
        assertThatThrownBy(() -> Texts.of("{}", "a: {string: 3}").write(tree))
                .hasMessageContaining("a string of at most 3 bytes");
    }

    @Test
    void defaultsStandForMissingElements() {
        Texts texts =
                Texts.of(
                        "{delimiter: ';'}",
                        "a: {string:, default: x}\nb: {int:, occurs: 0..1}\nc: {int:, default: 7}");
        assertThat(texts.write(tree())).isEqualTo("x;;7");
        Texts tags =
                Texts.of(
                        "{delimiter: ';', tagDataSeparator: '='}",
                        """
                        a: {string:, default: x, tds: {tag: A}}
                        b: {int:, tds: {tag: B}}
                        c: {int:, default: 7, tds: {tag: C}}\
                        """);
        assertThat(tags.write(tree("b", 1))).isEqualTo("A=x;B=1;C=7");
    }

    @Test
    void aFieldThatNobodyTouchesMayBeDamaged() {
        Texts texts = Texts.of("{messagingStandard: csv}", "a: int\nb: int\nc: int");
        Element body = texts.parse("1,x,3");
        assertThat(body.child("c").value().text()).isEqualTo("3");
        body.child("a").value(Value.of(2));
        assertThat(texts.write(body)).isEqualTo("2,x,3");
    }

    @Test
    void elementsAreNoMoreThanTheLimitLets() {
        Texts texts = Texts.of("{delimiter: ';'}", "a: {string:, occurs: 0..*}");
        Limits few = Limits.builder().treeElements(100).build();
        ParseOptions options = new ParseOptions(Texts.TEMPLATE, 819, 273, ON_DEMAND, Set.of(), few);
        Element body = texts.parser().parse(texts.bytes("x;".repeat(200)), options);
        assertThatThrownBy(() -> dump(body)).hasMessageContaining("more than 100 elements");
    }

    @Test
    void aFieldIsFoundWithoutLookingAtWhatIsBehindIt() {
        Texts texts =
                Texts.of(
                        "{messagingStandard: csv}",
                        "line: {occurs: 0..*, sequence: {a: int, b: string}}");
        Element body = texts.parse("1,x\n2,y\n3,\"never closed\n");
        assertThat(body.at("line", "b").value().text()).isEqualTo("x");
        assertThat(body.isComplete()).isFalse();
        assertThatThrownBy(() -> dump(body)).hasMessageContaining("opening quotation mark");
    }

    @Test
    void patternsOfAMessageTogetherTakeNoMoreStepsThanItsSizeIsWorth() {
        Texts texts =
                Texts.of(
                        "{dataElementSeparation: useDataPattern}",
                        """
                        (row):
                          occurs: 0..*
                          tds: {dataElementSeparation: useDataPattern}
                          choice:
                            far: {string:, tds: {dataPattern: 'x(.*)!'}}
                            near: {string:, tds: {dataPattern: 'x'}}
                        """);
        assertThat(texts.read("x".repeat(50))).startsWith("near=x near=x");
        assertThatThrownBy(() -> texts.read("x".repeat(20_000)))
                .hasMessageContaining("the data pattern of far takes too many steps");
    }

    @Test
    void tagsOfALengthNeedNoSeparatorFromTheFormatAround() {
        Texts texts =
                Texts.of(
                        "{messagingStandard: edifact, tagDataSeparator: '='}",
                        """
                        m:
                          tds: {dataElementSeparation: taggedDelimited, lengthOfTag: 2, delimiter: ';'}
                          sequence:
                            a: {string:, tds: {tag: AA}}
                            b: {string:, tds: {tag: BB}}
                        """);
        assertThat(texts.read("AAx;BBy")).isEqualTo("a=x b=y");
        assertThat(texts.rewritten("AAx;BBy")).isEqualTo("AAx;BBy");
    }
}
