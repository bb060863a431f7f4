package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.mrm.xml.XmlRecords.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields whose tags hold a text alone, of which the document makes no elements, among others. */
class TextAloneTest {

    private static final int LATIN_1 = 819;

    private static final XmlRecords MODEL =
            XmlRecords.of(
                    "suppressDeclaration: true",
                    """
                    a: int
                    b: {string:, occurs: 0..9}
                    c: {occurs: 0..9, sequence: {d: string, e: {string:, xml: attribute}, f: int}}
                    g: {string:, occurs: 0..9}
                    """);

    @Test
    void theyKeepTheirPlacesAmongTheOthers() {
        String xml =
                """
                <m> <a>1</a><b>x</b>
                <b><![CDATA[y]]></b><b/><b></b><!-- no --><b>&lt;</b>\
                <b>z</b><c e='1'><d>p</d><f>2</f></c><c><d>q</d><?no?><f>3</f></c>\
                <g>v</g ><g>w</g></m>\
                """;
        Element parsed = MODEL.parse(xml);
        String tree =
                """
                a = INTEGER 1
                b = CHARACTER x
                b = CHARACTER y
                b = CHARACTER\s
                b = CHARACTER\s
                b = CHARACTER <
                b = CHARACTER z
                c
                  e = CHARACTER 1
                  d = CHARACTER p
                  f = INTEGER 2
                c
                  d = CHARACTER q
                  f = INTEGER 3
                g = CHARACTER v
                g = CHARACTER w
                """;
        assertThat(show(parsed)).isEqualTo(tree);
        assertThat(show(MODEL.parse(xml).copy())).isEqualTo(tree);
        assertThat(MODEL.write(parsed)).isEqualTo(xml);
    }

    private static final String COPIED =
            "<m><a>1</a><b>x</b><c e='1'><d>p</d><f>2</f></c><c><d>q</d><f>3</f></c><g>w</g></m>";

    /** A copy that was made before anybody looked into what it is a copy of. */
    @Test
    void aCopyHasThemTooWhoeverIsReadFirst() {
        String whole = show(MODEL.parse(COPIED));
        Element parsed = MODEL.parse(COPIED);
        Element copy = parsed.copy();
        assertThat(show(parsed)).isEqualTo(whole);
        assertThat(show(copy)).isEqualTo(whole);
        parsed = MODEL.parse(COPIED);
        copy = parsed.copy();
        assertThat(show(copy)).isEqualTo(whole);
        assertThat(show(parsed)).isEqualTo(whole);
    }

    @Test
    void aCopyThatIsReadInTurnsWithTheOriginalHasThemAll() {
        Element parsed = MODEL.parse(COPIED);
        Element copy = parsed.copy();
        StringBuilder one = new StringBuilder();
        StringBuilder other = new StringBuilder();
        Element b = copy.firstChild();
        for (Element a = parsed.firstChild(); a != null; a = a.next()) {
            one.append(a.name());
            if (a.firstChild() != null && b != null) {
                Element inside = b.firstChild();
                one.append(a.firstChild().next().name());
                other.append(inside == null ? "" : inside.name());
            }
            other.append(b == null ? "" : b.name());
            b = b == null ? null : b.next();
        }
        assertThat(one.toString()).isEqualTo("abcdcfg");
        assertThat(other.toString()).isEqualTo("abecdcg");
        assertThat(show(copy)).isEqualTo(show(MODEL.parse(COPIED)));
    }

    @Test
    void aCopyThatIsChangedIsWrittenInFull() {
        Element parsed = MODEL.parse(COPIED);
        Element copy = parsed.copy();
        assertThat(parsed.child("a").text()).isEqualTo("1");
        copy.child("a").value(Value.of(9));
        copy.child("c").child("f").value(Value.of(8));
        assertThat(MODEL.write(copy))
                .isEqualTo(
                        COPIED.replace("<a>1", "<a>9")
                                .replace("<f>2", "<f>8")
                                .replace("e='1'", "e=\"1\""));
        assertThat(MODEL.write(parsed)).isEqualTo(COPIED);
    }

    @Test
    void theyMayBeWrittenAsOftenAsOneLikes() {
        String xml = "<m><a>1</a>" + "<c e='\u20AC'><d>p</d><f>2</f></c>".repeat(10) + "</m>";
        Limits limits = Limits.builder().treeDepth(100).treeElements(60).nameLength(100).build();
        Element parsed = MODEL.parse(utf8(xml), COMPLETE, limits);
        parsed.child("a").value(Value.of(2));
        Bytes written = MODEL.bytes(parsed, LATIN_1);
        for (int i = 0; i < 5; i++) {
            assertThat(MODEL.bytes(parsed, LATIN_1)).isEqualTo(written);
        }
    }

    @Test
    void theirNamesMayNotBeLongerThanTheLimit() {
        Limits limits = Limits.builder().treeDepth(100).treeElements(100).nameLength(5).build();
        XmlRecords model = XmlRecords.of("", "abcde: int\nabcdef: int");
        Bytes xml = utf8("<m><abcde>1</abcde><abcdef>2</abcdef></m>");
        assertThatThrownBy(() -> model.parse(xml, COMPLETE, limits))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("found a name of 6 bytes, expected at most 5");
    }

    @Test
    void whatStandsAroundThemIsWrittenWithThem() {
        Element parsed = MODEL.parse("<m><a>1</a><c e='\u20AC'><d>p</d><f>2</f></c><g>v</g></m>");
        show(parsed);
        parsed.child("a").value(Value.of(5));
        assertThat(MODEL.write(parsed))
                .isEqualTo("<m><a>5</a><c e='\u20AC'><d>p</d><f>2</f></c><g>v</g></m>");
        assertThat(MODEL.bytes(parsed, LATIN_1))
                .isEqualTo(utf8("<m><a>5</a><c e=\"&#8364;\"><d>p</d><f>2</f></c><g>v</g></m>"));
    }

    @Test
    void aMessageWithThemIsWrittenInAnotherCharacterSet() {
        Element parsed = MODEL.parse("<m><a>1</a><c><d>p</d><f>2</f></c><g>\u20AC</g></m>");
        show(parsed);
        assertThat(MODEL.bytes(parsed, LATIN_1))
                .isEqualTo(utf8("<m><a>1</a><c><d>p</d><f>2</f></c><g>&#8364;</g></m>"));
    }

    @Test
    void theyKeepTheirNameSpacesElsewhere() {
        XmlRecords model =
                XmlRecords.model(
                        """
                        messageSet: test
                        namespace: "urn:n"
                        formats: {xml: {suppressDeclaration: true}}
                        messages:
                          m:
                            sequence:
                              a: string
                              c: {occurs: 0..2, sequence: {d: string, f: string}}
                        """);
        Element parsed =
                model.parse(
                        "<p:m xmlns:p='urn:n'><p:a>1</p:a><p:c><p:d>2</p:d><p:f>3</p:f></p:c></p:m>");
        Element made = Element.of(parsed.type(), "MRM").domain("MRM");
        show(parsed);
        made.addLast(parsed.child("urn:n", "a").copy());
        Element folder = made.addLast(Element.of(parsed.type(), "urn:n", "c", null));
        folder.addLast(parsed.child("urn:n", "c").firstChild().copy());
        folder.addLast(parsed.child("urn:n", "c").firstChild().next().copy());
        assertThat(show(model.parse(model.write(made)))).isEqualTo(show(parsed));
    }

    /** Numbers are read from bytes where they are few digits, else from their text. */
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    int,     007,                    INTEGER 7
                    int,     ' 7 ',                  INTEGER 7
                    int,     -7,                     INTEGER -7
                    int,     +7,                     INTEGER 7
                    long,    9223372036854775807,    INTEGER 9223372036854775807
                    decimal, 00.50,                  DECIMAL 0.50
                    decimal, 1234567890123456.789,  DECIMAL 1234567890123456.789
                    integer, 12345678901234567890,   DECIMAL 12345678901234567890
                    double,  0012.50,                FLOAT 12.5
                    double,  1E3,                    FLOAT 1000.0
                    double,  INF,                    FLOAT Infinity
                    double,  9007199254740993,       FLOAT 9.007199254740992E15
                    float,   0.1,                    FLOAT 0.1
                    boolean, 1,                      BOOLEAN true
                    string,  007,                    CHARACTER 007
                    '{int:, nillable: true}', 5,     INTEGER 5
                    """)
    void aTextIsReadAsItsTypeSays(String type, String text, String value) {
        XmlRecords model = XmlRecords.of("suppressDeclaration: true", "a: " + type);
        String xml = "<m><a>" + text + "</a></m>";
        assertThat(show(model.parse(xml))).isEqualTo("a = " + value + "\n");
        String known = "<m><a><!-- no text alone -->" + text + "</a></m>";
        assertThat(show(model.parse(known))).isEqualTo("a = " + value + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    int,5.
                    int,.5
                    int,1.0
                    int,''
                    double,
                    decimal,1.2.3
                    decimal,1E3
                    """)
    void aTextThatIsNoneOfItsTypeIsRefused(String type, String text) {
        XmlRecords model = XmlRecords.of("suppressDeclaration: true", "a: " + type);
        String xml = "<m><a>" + (text == null ? "" : text) + "</a></m>";
        assertThatThrownBy(() -> show(model.parse(xml)))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("in MRM.a");
    }

    @Test
    void whatIsWrongWithOneIsSaidWhereItIs() {
        Element parsed = MODEL.parse("<m><b>x</b>\n <a>many</a></m>");
        assertThatThrownBy(() -> show(parsed))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("line 2, column 2")
                .hasMessageContaining("'many'");
    }

    @Test
    void damageBehindThemIsFoundWhenItIsAskedForAgain() {
        Element parsed = MODEL.parse("<m><a>1</a><b>x</b><b>y</c></m>");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> show(parsed))
                    .isInstanceOf(MillraceException.class)
                    .hasMessageContaining("found </c>, expected </b>");
        }
        assertThat(parsed.child("b").text()).isEqualTo("x");
    }

    @Test
    void textBetweenThemIsRefused() {
        assertThatThrownBy(() -> show(MODEL.parse("<m><a>1</a>no<b>x</b></m>")))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("text between the tags");
    }

    @Test
    void theyCountAmongTheElementsThatAMessageMayHave() {
        String xml = "<m>" + "<b>x</b>".repeat(30) + "</m>";
        Limits limits = Limits.builder().treeDepth(100).treeElements(20).nameLength(100).build();
        assertThatThrownBy(() -> MODEL.parse(utf8(xml), COMPLETE, limits))
                .satisfies(code(PARSE_LIMIT));
    }
}
