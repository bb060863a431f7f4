package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.mrm.tds.Texts.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.Charset;
import java.util.HexFormat;

/** Properties of formats and elements, each by what it makes of a message and of a new tree. */
class TdsPropertiesTest {

    private static final String MIXED =
            "messagingStandard: userDefinedMixed, dataElementSeparation: fixedLength";

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            textBlock =
                    """
                    delimiter: ';', escapeCharacter: '\\', reservedCharacters: '&' # {a: string, b: string} # x\\&y;z # a=x&y b=z
                    delimiter: ';', escapeCharacter: '\\' # {a: string, b: string} # x&y;z # a=x&y b=z
                    delimiter: ';', booleanTrueValue: yes, booleanFalseValue: no, booleanNullValue: '?' # {a: boolean, b: boolean, c: {boolean:, nillable: true}} # yes;no;? # a=true b=false c=NULL
                    delimiter: '<HT>' # {a: string, b: string} # x\ty # a=x b=y
                    delimiter: '<U+007C>' # {a: string, b: string} # x|y # a=x b=y
                    delimiter: '<0x7C>' # {a: string, b: string} # x|y # a=x b=y
                    delimiter: '<0X7C><SP>' # {a: string, b: string} # x| y # a=x b=y
                    delimiter: '<X12_DS>' # {a: string, b: string} # x*y # a=x b=y
                    delimiter: '<EDIFACT_DS>', escapeCharacter: '<EDIFACT_ESC_CHAR>' # {a: string, b: string} # x?+y+z # a=x+y b=z
                    delimiter: '<HL7_FS>' # {a: {string:, occurs: 0..*, tds: {repeatingElementDelimiter: '<HL7_RS>'}}, b: string} # x~y|z # a=x a=y b=z
                    delimiter: ';', suppressAbsentElementDelimiters: endOfType # {a: string, b: {string:, occurs: 0..1}, c: {string:, occurs: 0..1}} # x # a=x
                    delimiter: ';', suppressAbsentElementDelimiters: never # {a: string, b: {string:, occurs: 0..1}, c: {string:, occurs: 0..1}} # x;; # a=x
                    dataElementSeparation: taggedDelimited, tagDataSeparator: '=', delimiter: ';' # {a: {string:, tds: {tag: A}}, b: {string:, tds: {tag: BB}}} # A=x;BB=y # a=x b=y
                    dataElementSeparation: taggedEncodedLength, lengthOfTag: 1, lengthOfEncodedLength: 2, extraCharsInEncodedLength: 3 # {a: {string:, tds: {tag: A}}, b: {string:, tds: {tag: B}}} # A05xyB03 # a=xy b=
                    messagingStandard: tlog # {a: string, f: {sequence: {b: string, c: string}}, d: string} # 1,"x:y",2 # a=1 f{b=x c=y} d=2
                    delimiter: ',', observeElementLength: true # {a: {string:, tds: 3}, b: {string:, tds: 2}} # a,b,cd # a=a,b b=cd
                    delimiter: ';', decimalPoint: ',', strictNumericChecking: true # {a: decimal, b: decimal} # 1,5;2, # a=1.5 b=2
                    delimiter: ';', trimOnInput: trailing # {a: string, b: string} # .x ;y # a=.x b=y
                    """)
    void ofFormatsSayHowTextsAreReadAndWritten(
            String settings, String fields, String message, String read) {
        Texts texts = Texts.of("{" + settings + "}", lines(fields));
        assertThat(texts.read(message)).isEqualTo(read);
        String written = settings.contains("trimOnInput") ? message.replace(" ", "") : message;
        assertThat(texts.rewritten(message)).isEqualTo(written);
    }

    /** Flow style to a line for each field. */
    private static String lines(String fields) {
        return "m:\n  sequence: " + fields;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            textBlock =
                    """
                    {int:, tds: {physicalType: external, length: 4, signOrientation: leadingSeparate}} # -042 # -42
                    {int:, tds: {physicalType: external, length: 4, signOrientation: trailingSeparate}} # 042- # -42
                    {int:, tds: {physicalType: external, length: 3, signOrientation: leading, signEbcdicCustom: true}} # K42 # -242
                    {int:, tds: {physicalType: external, length: 3, signEbcdicCustom: true}} # 12C # 123
                    {int:, tds: {physicalType: external, length: 3, signed: false}} # 123 # 123
                    {decimal: 9.2, tds: {physicalType: external, length: 5, signed: false}} # 12345 # 123.45
                    {string:, tds: {length: 4, justification: right, paddingCharacter: '*'}} # **ab # ab
                    {string:, tds: {length: 4, justification: left, paddingCharacter: 'U+002E'}} # ab.. # ab
                    {int:, tds: {length: 4}} # 0042 # 42
                    {string:, nillable: true, tds: {length: 3, encodingNull: padFill}} # `   ` # NULL
                    {string:, nillable: true, tds: {length: 3, encodingNull: literalFill, encodingNullValue: '?'}} # ??? # NULL
                    {date:, tds: {length: 8, dateTimeFormat: yyyyMMdd}} # 20261121 # 2026-11-21
                    """)
    void ofElementsSayHowTheyAreFilledUp(String type, String message, String value) {
        Texts texts = Texts.of("{dataElementSeparation: fixedLength}", "a: " + type);
        assertThat(texts.read(message)).isEqualTo("a=" + value);
        assertThat(texts.rewritten(message)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            textBlock =
                    """
                    {int:, tds: integer 2} # # 0102 # 258
                    {int:, tds: integer 2} # defaultByteOrder: littleEndian # 0102 # 513
                    {double:, tds: float} # defaultFloatFormat: ieee # 3FF8000000000000 # 1.5
                    {double:, tds: float} # defaultFloatFormat: ieeeReversed # 000000000000F83F # 1.5
                    {double:, tds: float} # defaultFloatFormat: s390 # 4118000000000000 # 1.5
                    {decimal: 5.2, tds: packed} # # 12345C # 123.45
                    {decimal: 5.2, tds: packed} # packedDecimalPositiveCode: F # 12345F # 123.45
                    {decimal: 5.2, tds: packed} # defaultPackedDecimalByteOrder: littleEndian # 5C3412 # 123.45
                    {string:, tds: lengthEncoded1} # # 026162 # ab
                    {string:, tds: lengthEncoded2} # # 00026162 # ab
                    {string:, tds: nullTerminated} # # 616200 # ab
                    {string: 2, tds: fixedLength} # # 6162 # ab
                    {hexBinary: 2, tds: {physicalType: binary, length: 2, lengthUnits: bytes}} # # 00FF # 00FF
                    {dateTime:, tds: timeSeconds} # timeZone: UTC # 00000001 # 1970-01-01
                    {dateTime:, tds: timeMilliseconds} # timeZone: UTC # 00000000000003E8 # 1970-01-01
                    {string: 2} # defaultCcsid: 500 # 8182 # ab
                    {string: 2} # # 6162 # ab
                    """)
    void ofMixedFormatsSayHowBytesAreMeantWhereHeadersSayNothing(
            String type, String settings, String hex, String value) {
        String said = settings == null ? "" : ", " + settings;
        Texts model = Texts.of("{" + MIXED + said + "}", "a: " + type);
        Texts texts = new Texts(model.parser(), 0, 0, ISO_8859_1);
        Bytes message = Bytes.of(HexFormat.of().parseHex(hex));
        Element read = texts.parse(message);
        assertThat(read.child("a").text()).startsWith(value);
        assertThat(texts.written(read.deepCopy())).isEqualTo(message);
    }

    @Test
    void aPositivePackedNumberGetsTheCodeOfTheFormatWhateverItCameInWith() {
        Texts texts = Texts.of("{" + MIXED + "}", "a: {decimal: 5.2, tds: packed}");
        Element read = texts.parse(Bytes.of(HexFormat.of().parseHex("12345F")));
        assertThat(texts.written(read.deepCopy()).toArray())
                .isEqualTo(HexFormat.of().parseHex("12345C"));
    }

    @Test
    void aLengthThatIncludesItsOwnFieldIsLongerThanTheData() {
        Texts texts =
                Texts.of(
                        "{dataElementSeparation: fixedLength}",
                        """
                        n: {int:, tds: {length: 2}}
                        a: {string:, tds: {lengthReference: n, inclusiveLengthReference: true}}
                        z: {string:, tds: {length: 1}}
                        """);
        assertThat(texts.read("05abcz")).isEqualTo("n=5 a=abc z=z");
        Element tree = tree();
        tree.add("a").value(Value.of("abcd"));
        tree.add("z").value(Value.of("z"));
        assertThat(texts.write(tree)).isEqualTo("06abcdz");
    }

    @Test
    void lengthsAreCountedInCharactersUnlessTheModelSaysBytes() {
        String fields = "a: {string:, tds: {length: 2%s}}\nz: {string:, tds: {length: 1}}";
        String settings = "{dataElementSeparation: fixedLength}";
        Texts characters = Texts.of(settings, fields.formatted("")).in(1208, "UTF-8");
        assertThat(characters.read("\u00E4bz")).isEqualTo("a=\u00E4b z=z");
        assertThat(characters.rewritten("\u00E4bz")).isEqualTo("\u00E4bz");
        Texts bytes = Texts.of(settings, fields.formatted(", lengthUnits: bytes"));
        assertThat(bytes.in(1208, "UTF-8").read("\u00E4z")).isEqualTo("a=\u00E4 z=z");
        assertThat(bytes.in(1208, "UTF-8").rewritten("\u00E4z")).isEqualTo("\u00E4z");
    }

    @Test
    void signsAndLengthsNeedNotFollowFromTheType() {
        String minus = "a: int\nz: string";
        assertThat(Texts.of("{delimiter: ';'}", minus).read("-1;z")).isEqualTo("a=-1 z=z");
        Texts unsigned = Texts.of("{delimiter: ';', deriveSignFromLogicalType: false}", minus);
        assertThatThrownBy(() -> unsigned.read("-1;z"))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("expected a whole number without a sign");
        String text = "a: {string: 3}\nz: {string:, tds: {length: 1}}";
        assertThat(Texts.of("{dataElementSeparation: fixedLength}", text).read("abcz"))
                .isEqualTo("a=abc z=z");
        assertThat(
                        Texts.problems(
                                """
                                {dataElementSeparation: fixedLength, \
                                deriveLengthFromLogicalType: false}\
                                """,
                                text))
                .contains("a: the model does not specify its length");
    }

    @Test
    void thePolicySaysWhatStandsForAMissingElement() {
        String field =
                """
                a: {int:, nillable: true, default: 7, tds: {encodingNull: literalValue, \
                encodingNullValue: NIL}}
                z: string\
                """;
        Element tree = tree();
        tree.add("z").value(Value.of("z"));
        assertThat(Texts.of("{delimiter: ';'}", field).write(tree)).isEqualTo("7;z");
        assertThat(
                        Texts.of("{delimiter: ';', policyForMissingElements: 'null'}", field)
                                .write(tree))
                .isEqualTo("NIL;z");
    }

    @Test
    void yearsOfTwoDigitsLieInTheCenturyWindow() {
        String field = "a: {date:, tds: {dateTimeFormat: yyMMdd}}\nz: string";
        assertThat(Texts.of("{delimiter: ';', centuryWindow: 30}", field).read("300102;z"))
                .isEqualTo("a=2030-01-02 z=z");
        assertThat(Texts.of("{delimiter: ';', centuryWindow: 29}", field).read("300102;z"))
                .isEqualTo("a=1930-01-02 z=z");
    }

    @Test
    void datesThatDoNotExistAreRefusedWhereTheCheckIsStrict() {
        String field = "a: {date:, tds: {dateTimeFormat: yyyyMMdd}}\nz: string";
        Texts strict = Texts.of("{delimiter: ';', strictDateTimeCheck: true}", field);
        assertThatThrownBy(() -> strict.read("20260230;z")).isInstanceOf(MillraceException.class);
        assertThat(
                        Texts.of("{delimiter: ';', strictDateTimeCheck: false}", field)
                                .read("20260230;z"))
                .isEqualTo("a=2026-03-02 z=z");
    }

    @Test
    void theCodePageOfTheHeadersCountsMoreThanTheFormats() {
        Texts texts = Texts.of("{delimiter: ';', defaultCcsid: 500}", "a: string\nb: string");
        assertThat(texts.read("x;y")).isEqualTo("a=x b=y");
        Texts without = new Texts(texts.parser(), 0, 0, Charset.forName("IBM500"));
        assertThat(without.read("x;y")).isEqualTo("a=x b=y");
        assertThat(without.rewritten("x;y")).isEqualTo("x;y");
    }

    @Test
    void whiteSpaceBehindTheEndOfAGroupIsPassedOverInEdifactAndX12Alone() {
        String fields =
                "segment:\n  occurs: 0..*\n  sequence: {tag: string, e: {string:, occurs: 0..*}}";
        assertThat(Texts.of("{messagingStandard: edifact}", fields).read("BGM+1'\r\n\t UNS+S'"))
                .isEqualTo("segment{tag=BGM e=1} segment{tag=UNS e=S}");
        String own =
                """
                m:
                  tds: {dataElementSeparation: taggedDelimited, lengthOfTag: 1}
                  sequence:
                    a: {string:, tds: {tag: A, length: 1}}
                    b: {string:, occurs: 0..1, tds: {tag: B, length: 1}}\
                """;
        Texts texts = Texts.of("{observeElementLength: true}", own);
        assertThat(texts.read("AxBy")).isEqualTo("a=x b=y");
        assertThatThrownBy(() -> texts.read("Ax By")).isInstanceOf(MillraceException.class);
    }
}
