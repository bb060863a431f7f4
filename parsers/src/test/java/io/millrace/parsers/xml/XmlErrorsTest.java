package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.BAD_CCSID;
import static io.millrace.engine.error.ErrorCode.PARSE_CUT_OFF;
import static io.millrace.engine.error.ErrorCode.PARSE_FAILED;
import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.IMMEDIATE;
import static io.millrace.parsers.xml.Trees.XML;
import static io.millrace.parsers.xml.Trees.XMLNS;
import static io.millrace.parsers.xml.Trees.XMLNSC;
import static io.millrace.parsers.xml.Trees.options;
import static io.millrace.parsers.xml.Trees.parse;
import static io.millrace.parsers.xml.Trees.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Set;

class XmlErrorsTest {

    private static final List<Parser> ALL = List.of(XML, XMLNS, XMLNSC);

    private static MillraceException refused(Parser parser, Bytes body, int ccsid, Limits limits) {
        ParseOptions options =
                new ParseOptions(
                        MessageTemplate.domain(parser.domain()),
                        ccsid,
                        273,
                        IMMEDIATE,
                        Set.of(),
                        limits);
        MillraceException e =
                catchThrowableOfType(MillraceException.class, () -> parser.parse(body, options));
        assertThat(e).as("%s refuses %s", parser.domain(), body.text(UTF_8)).isNotNull();
        return e;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    <a><b></a>                   | 1:7  | found </a>, expected </b>
                    <a>\\n <b x=1/></a>          | 2:7  | expected an attribute's value in quotes
                    <a b='1'b='2'/>              | 1:9  | expected white space or the end of the tag
                    <a b='1' b='2'/>             | 1:10 | found a second attribute b
                    <a b='<'/>                   | 1:7  | expected &lt; in an attribute's value
                    <a>&nbsp;</a>                | 1:4  | found the undeclared entity &nbsp;
                    <a>a & b</a>                 | 1:6  | a plain & is written &amp;
                    <a>&#0;</a>                  | 1:4  | expected a reference to a character that XML allows
                    <a>]]></a>                   | 1:4  | found ]]> outside of a CDATA section
                    <a><!-- -- --></a>           | 1:9  | found -- within a comment
                    <a/><b/>                     | 1:5  | expected the end of the message after its root tag
                    <a/>x                        | 1:5  | expected a tag
                    x<a/>                        | 1:1  | expected a tag
                    <?xml version='2.0'?><a/>    | 1:16 | found version "2.0"
                    <?xml encoding='UTF-8'?><a/> | 1:6  | expected version="1.0"
                    ` <?xml version='1.0'?><a/>` | 1:2  | the XML declaration only at the very start
                    <a><?xml version='1.0'?></a> | 1:4  | the XML declaration only at the very start
                    <a><1b/></a>                 | 1:5  | expected a name
                    <a><b c/></a>                | 1:8  | expected = after the attribute's name
                    <a\\u0001/>                  | 1:3  | found the character U+0001
                    <a>\\u0002</a>               | 1:4  | found the character U+0002
                    <!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a> | 1: | expected a well-formed document
                    """)
    void whatIsNotWellFormedIsRefusedWithItsPlace(String document, String place, String words) {
        String text =
                document.replace("\\n", "\n")
                        .replace("\\u0001", "\u0001")
                        .replace("\\u0002", "\u0002");
        for (Parser parser : ALL) {
            MillraceException e = refused(parser, utf8(text), 1208, Limits.DEFAULTS);
            assertThat(e.code()).as(e.getMessage()).isEqualTo(PARSE_FAILED);
            assertThat(e.type()).isEqualTo(ExceptionType.PARSER);
            assertThat(e.getMessage()).contains(words).startsWith(parser.domain() + " body, line ");
            assertThat(e.place().line() + ":" + e.place().column()).startsWith(place);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <a><b>              | expected </b>
                    <a                  | expected > at the end of the tag
                    <a b                | expected
                    <a b='              | expected
                    <a><!-- x           | expected --> at the end of the comment
                    <a><![CDATA[ x      | expected ]]> at the end of the CDATA section
                    <a><?p x            | expected ?> at the end of the processing instruction
                    <a></a              | expected
                    <?xml version='1.0' | expected ?>
                    <!DOCTYPE a [       | expected a complete document
                    <!-- x -->          | expected a root tag
                    """)
    void whatIsCutOffIsSaidToBeSo(String document, String words) {
        for (Parser parser : ALL) {
            MillraceException e = refused(parser, utf8(document), 1208, Limits.DEFAULTS);
            assertThat(e.code()).as(e.getMessage()).isEqualTo(PARSE_CUT_OFF);
            assertThat(e.getMessage()).contains("found the end of the message").contains(words);
        }
    }

    @Test
    void everyPrefixOfADocumentIsRefused() {
        String document =
                """
                <?xml version='1.0'?><!--c--><p:a xmlns:p='u' \
                b="1"><c>t&amp;<![CDATA[x]]></c><?p d?></p:a>\
                """;
        for (int length = 0; length < document.length(); length++) {
            for (Parser parser : ALL) {
                refused(parser, utf8(document.substring(0, length)), 1208, Limits.DEFAULTS);
            }
        }
    }

    @Test
    void undeclaredPrefixesAndReservedOnesAreRefusedWhereThereAreNameSpaces() {
        for (String document :
                List.of(
                        "<p:a/>",
                        "<a p:b='1'/>",
                        "<a xmlns:p=''/>",
                        "<a xmlns:xml='x'/>",
                        "<a xmlns:xmlns='x'/>",
                        "<xmlns:a/>",
                        "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
                        "<a:b:c xmlns:a='u'/>",
                        "<a xmlns:p='u' xmlns:q='u' p:k='' q:k=''/>",
                        "<?p:i d?><a/>")) {
            refused(XMLNS, utf8(document), 1208, Limits.DEFAULTS);
            refused(XMLNSC, utf8(document), 1208, Limits.DEFAULTS);
        }
        assertThat(parse(XML, "<p:a/>").firstChild().name()).isEqualTo("p:a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<X/>",
                "<a X='1'/>",
                "<aXb/>",
                "<a>&aX;</a>",
                "<?X x?><a/>",
            })
    void charactersThatTheFifthEditionForbidsInNamesAreRefused(String document) {
        for (int c : new int[] {0xD7, 0x2000, 0x2190, 0x3000, 0xE000, 0xFDD0, 0xF0000, 0x10FFFD}) {
            String text = document.replace("X", Character.toString(c));
            for (Parser parser : ALL) {
                refused(parser, utf8(text), 1208, Limits.DEFAULTS);
                refused(parser, utf8("<!DOCTYPE a [ ]>" + text), 1208, Limits.DEFAULTS);
            }
        }
        for (int c : new int[] {0xB7, 0x300, 0x34F, 0x203F}) {
            for (String doctype : List.of("", "<!DOCTYPE a>")) {
                String text = doctype + "<" + Character.toString(c) + "/>";
                refused(XMLNSC, utf8(text), 1208, Limits.DEFAULTS);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a xmlns:p='u v' xmlns:q='u&#32;v'><b p:k='' q:k=''/></a>",
                "<a xmlns:p='u v' xmlns:q='u\tv'><b p:k='' q:k=''/></a>",
                "<a xmlns:p='u v' xmlns:q='u\r\nv'><b p:k='' q:k=''/></a>",
                "<a xmlns:p='&#x75;' xmlns:q='u'><b p:k='' q:k=''/></a>",
                "<!DOCTYPE a><a xmlns:p='&#x75;' xmlns:q='u'><b p:k='' q:k=''/></a>",
                "<!DOCTYPE a [<!ATTLIST a xmlns:q NMTOKEN #IMPLIED>]>"
                        + "<a xmlns:p='u' xmlns:q=' u '><b p:k='' q:k=''/></a>",
                "<!DOCTYPE a [<!ATTLIST a xmlns:q NMTOKENS ' u  v '>]>"
                        + "<a xmlns:p='u v'><b p:k='' q:k=''/></a>"
            })
    void namespacesAreComparedAfterNormalization(String document) {
        refused(XMLNS, utf8(document), 1208, Limits.DEFAULTS);
        refused(XMLNSC, utf8(document), 1208, Limits.DEFAULTS);
        String different = document.replace("q:k", "q:m");
        Element b = parse(XMLNSC, different).child("a").child("b");
        assertThat(b.lastChild().namespace()).isEqualTo(b.firstChild().namespace());
        assertThat(parse(XML, document).child("a").child("b").lastChild().name()).isEqualTo("q:k");
    }

    @Test
    void theSameErrorComesAgainWhenAskedAgain() {
        Element a = parse(XMLNSC, "<a b='1'><c/><d></a>").firstChild();

        for (int i = 0; i < 3; i++) {
            MillraceException e = catchThrowableOfType(MillraceException.class, a::finish);
            assertThat(e.getMessage()).contains("expected </d>");
            assertThat(a.child("c").text()).isEmpty();
            assertThat(a.firstChild().name()).isEqualTo("b");
        }
    }

    @Test
    void bytesThatAreNoCharactersAreRefused() {
        byte[] utf8 = {'<', 'a', '>', (byte) 0xC0, (byte) 0x80, '<', '/', 'a', '>'};
        assertThat(refused(XMLNSC, Bytes.of(utf8), 1208, Limits.DEFAULTS).getMessage())
                .contains("the byte X'C0', which does not begin a character");
        byte[] utf16 = "<a>\uD800</a>".getBytes(UTF_16BE);
        utf16[6] = (byte) 0xD8;
        utf16[7] = 0;
        assertThat(refused(XMLNSC, Bytes.of(utf16), 1200, Limits.DEFAULTS).getMessage())
                .contains("invalid bytes in UTF-16BE");
        assertThat(refused(XMLNSC, utf8("<a/>"), 4711, Limits.DEFAULTS).code())
                .isEqualTo(BAD_CCSID);
        assertThat(
                        refused(
                                        XMLNSC,
                                        utf8("<?xml version='1.0' encoding='X-9'?><a/>"),
                                        0,
                                        Limits.DEFAULTS)
                                .code())
                .isEqualTo(BAD_CCSID);
    }

    @Test
    void offsetsAreThoseOfTheBytesThatCameIn() {
        MillraceException e =
                refused(
                        XMLNSC,
                        Bytes.of("<a>\n\u00E4</b>".getBytes(UTF_16BE)),
                        1200,
                        Limits.DEFAULTS);
        assertThat(e.getMessage()).contains("line 2, column 2 (offset 10)");
    }

    private static Limits limits(int depth, int elements, int name, int expansion) {
        return Limits.builder()
                .treeDepth(depth)
                .treeElements(elements)
                .nameLength(name)
                .expansionBytes(expansion)
                .build();
    }

    @Test
    void theLimitsHold() {
        Bytes deep = utf8("<a>".repeat(11) + "</a>".repeat(11));
        Bytes many = utf8("<a>" + "<b/>".repeat(20) + "</a>");
        Bytes longName = utf8("<" + "a".repeat(20) + "/>");
        for (String doctype : List.of("", "<!DOCTYPE a>")) {
            for (Parser parser : ALL) {
                limited(parser, doctype, deep, limits(10, 100, 100, 100));
                limited(parser, doctype, many, limits(10, 20, 100, 100));
                limited(parser, doctype, longName, limits(10, 100, 19, 100));
            }
        }
        XML.parse(deep, Trees.limited(XML, limits(11, 100, 100, 100))).child("a").finish();
    }

    private static void limited(Parser parser, String doctype, Bytes body, Limits limits) {
        Bytes document = utf8(doctype + body.text(UTF_8));
        assertThat(refused(parser, document, 0, limits).code()).isEqualTo(PARSE_LIMIT);
    }

    @Test
    void depthIsLimitedWhereTagsArePassedOver() {
        Bytes deep = utf8("<a>" + "<b>".repeat(100_000) + "</b>".repeat(100_000) + "<c/></a>");
        Element b = XMLNSC.parse(deep, options(XMLNSC, 0)).at("a").firstChild();

        assertThat(catchThrowableOfType(MillraceException.class, b::next).code())
                .isEqualTo(PARSE_LIMIT);
    }

    @Test
    void aBillionLaughsEndAtTheLimitOfExpansion() {
        StringBuilder text = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 'ha'>");
        for (int i = 1; i < 30; i++) {
            text.append("<!ENTITY e%d '&e%d;&e%d;'>".formatted(i, i - 1, i - 1));
        }
        String inText = text + "]><a>&e29;</a>";
        String inAttribute = text + "]><a b='&e29;'/>";
        for (Parser parser : ALL) {
            assertThat(refused(parser, utf8(inText), 0, Limits.DEFAULTS).code())
                    .isEqualTo(PARSE_LIMIT);
            assertThat(refused(parser, utf8(inAttribute), 0, Limits.DEFAULTS).code())
                    .isEqualTo(PARSE_LIMIT);
        }
        String quadratic =
                "<!DOCTYPE a [<!ENTITY e '"
                        + "x".repeat(50_000)
                        + "'>]><a>"
                        + "&e;".repeat(1_000)
                        + "</a>";
        assertThat(refused(XMLNSC, utf8(quadratic), 0, Limits.DEFAULTS).code())
                .isEqualTo(PARSE_LIMIT);
    }

    @Test
    void externalEntitiesAndSubsetsAreNeverRead() {
        String external = "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>";
        assertThat(refused(XMLNSC, utf8(external), 0, Limits.DEFAULTS).getMessage())
                .contains("external entities are never read");
        String subset = "<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/none.dtd'><a>x</a>";
        assertThat(parse(XMLNSC, subset).textOf("a")).isEqualTo("x");
        String parameter = "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><a>x</a>";
        assertThat(refused(XMLNSC, utf8(parameter), 0, Limits.DEFAULTS).getMessage())
                .contains("external entities are never read");
    }

    @Test
    void damageThatNobodyTouchesPasses() {
        Element body = XMLNSC.parse(utf8("<a><b>&bad;</b><c>1</c></a>"), options(XMLNSC, 1208));
        assertThat(body.at("a", "c").text()).isEqualTo("1");
        body.at("a").add("d", Value.of("2"));

        assertThat(write(XMLNSC, body)).isEqualTo("<a><b>&bad;</b><c>1</c><d>2</d></a>");
        assertThat(
                        catchThrowableOfType(
                                        MillraceException.class, () -> body.at("a", "b").text())
                                .code())
                .isEqualTo(PARSE_FAILED);
    }
}
