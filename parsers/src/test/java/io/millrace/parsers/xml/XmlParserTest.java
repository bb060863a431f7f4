package io.millrace.parsers.xml;

import static io.millrace.engine.esql.library.tree.PathStep.Position.FRONT;
import static io.millrace.engine.parser.Ccsid.charset;
import static io.millrace.parsers.xml.Trees.XML;
import static io.millrace.parsers.xml.Trees.XMLNS;
import static io.millrace.parsers.xml.Trees.XMLNSC;
import static io.millrace.parsers.xml.Trees.options;
import static io.millrace.parsers.xml.Trees.parse;
import static io.millrace.parsers.xml.Trees.show;
import static io.millrace.parsers.xml.Trees.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.tree.FixedPath;
import io.millrace.engine.esql.library.tree.PathStep;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.Charset;
import java.util.List;

class XmlParserTest {

    @Test
    void theThreeDomainsAreFoundByTheirServiceFile() {
        ParserRegistry registry = ParserRegistry.load(XmlParser.class.getClassLoader());

        assertThat(registry.domain("XML")).containsInstanceOf(XmlParser.class);
        assertThat(registry.domain("XMLNS")).containsInstanceOf(XmlnsParser.class);
        assertThat(registry.domain("XMLNSC")).containsInstanceOf(XmlnscParser.class);
    }

    @Test
    void aTagWithTextIsOneFieldInXmlnscAndAttributesComeFirst() {
        Element body = parse(XMLNSC, "<a x=\"1\">\n <b y='2'>t</b>\n <c/><d></d><e> <f/> </e></a>");

        assertThat(show(body.firstChild()))
                .isEqualTo("a:1(x:30001='1' b:3='t'(y:30001='2') c:3='' d:3='' e:1(f:3=''))");
        assertThat(body.name()).isEqualTo("XMLNSC");
        assertThat(body.domain()).isEqualTo("XMLNSC");
    }

    @Test
    void theDeclarationIsAFolderWithThreeAttributesInXmlnsc() {
        Element body = parse(XMLNSC, "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><a/>");

        assertThat(show(body.firstChild()))
                .isEqualTo(
                        """
                        XmlDeclaration:10004(Version:30001='1.0' Encoding:30001='UTF-8' \
                        StandAlone:30001='yes')\
                        """);
    }

    @Test
    void xmlKeepsTextsWhiteSpaceCommentsAndInstructionsAsElements() {
        Element body =
                parse(
                        XML,
                        """
                        <?xml version='1.0'?>
                        <a p:x='1'>
                         <p:b>t<!--c-->u</p:b><![CDATA[<]]><?pi data?></a>\
                        """);

        assertThat(show(body))
                .isEqualTo(
                        """
                        XML:1(XML:5000018(:6000011='1.0') :6000002='
                        ' a:1(p:x:30001='1' :2='
                         ' p:b:1(:2='t' :6000018='c' :2='u') :2000001='<' \
                        pi:7000018='data'))\
                        """);
        assertThat(body.at("a", "p:b").fieldValue().text()).isEqualTo("tu");
    }

    @Test
    void xmlnsHasNameSpacesAndKeepsAll() {
        Element body = parse(XMLNS, "<p:a xmlns:p='u' p:x='1'> <b xmlns='v'/></p:a>");

        assertThat(show(body.firstChild()))
                .isEqualTo(
                        """
                        {u}a:1({http://www.w3.org/2000/xmlns/}p:7000012='u' {u}x:30001='1' :2=' ' \
                        {v}b:1=''(xmlns:7000012='v'))\
                        """);
        assertThat(body.child("u", "a").child("v", "b")).isNotNull();
    }

    @Test
    void mixedContentCommentsAndInstructionsAreDroppedByXmlnscUnlessRetained() {
        String document = "<a>x<b>y<!--c-->z</b> <![CDATA[w]]><?pi d?></a>";

        assertThat(show(parse(XMLNSC, document).firstChild())).isEqualTo("a:1(b:3='yz')");
        assertThat(show(parse(XMLNSC, document, "RetainMixedContent").firstChild()))
                .isEqualTo("a:1(:2='x' b:3='yz' :2=' ' :2000001='w')");
        assertThat(show(parse(XMLNSC, document, "RetainComments").firstChild()))
                .isEqualTo("a:1(b:3='yz'(:30004='c'))");
        assertThat(show(parse(XMLNSC, document, "RetainProcessingInstructions").firstChild()))
                .isEqualTo("a:1(b:3='yz' pi:3000401='d')");
    }

    @Test
    void oneCdataSectionMakesACdataField() {
        Element a =
                parse(XMLNSC, "<a><b><![CDATA[x<y]]></b><c>1<![CDATA[2]]>3</c></a>").firstChild();

        assertThat(show(a)).isEqualTo("a:1(b:3000001='x<y' c:3='123')");
    }

    @Test
    void anEmptyTagHasAnEmptyValueUnlessItSaysThatItIsNil() {
        Element a =
                parse(
                                XMLNSC,
                                """
                                <a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><b/><c \
                                xsi:nil='true'/><d xsi:nil='false'/><e \
                                xsi:nil='1'></e></a>\
                                """)
                        .firstChild();

        assertThat(a.child("b").text()).isEmpty();
        assertThat(a.child("c").value()).isNull();
        assertThat(a.child("d").text()).isEmpty();
        assertThat(a.child("e").value()).isNull();
        assertThat(parse(XML, "<a/>").firstChild().fieldValue().text()).isEmpty();
        assertThat(parse(XMLNS, "<a></a>").firstChild().fieldValue().text()).isEmpty();
    }

    @Test
    void referencesAndLineEndsAreResolved() {
        Element a =
                parse(
                                XMLNSC,
                                """
                                <a x='&lt;&#65;&#x42;&quot;
                                \t'>1\r
                                2\r\
                                3&amp;&#8364;&apos;&gt;</a>\
                                """)
                        .firstChild();

        assertThat(a.text()).isEqualTo("1\n2\n3&\u20AC'>");
        assertThat(a.child("x").text()).isEqualTo("<AB\"  ");
    }

    @Test
    void aQuestionForAChildLooksNoFurtherThanThatChild() {
        Element body = parse(XMLNSC, "<a><b>1</b><c>2</c><broken");

        assertThat(body.at("a", "b").text()).isEqualTo("1");
        assertThat(body.at("a", "c").text()).isEqualTo("2");
    }

    @Test
    void namesOfBothCopiesAreFoundIndependently() {
        Element body = parse(XMLNSC, "<a><b>1</b><c>2</c></a>");
        Element copy = body.copy();

        assertThat(copy.at("a", "c").text()).isEqualTo("2");
        copy.at("a").child("b").value(Value.of("9"));

        assertThat(body.at("a", "b").text()).isEqualTo("1");
        assertThat(write(XMLNSC, copy)).isEqualTo("<a><b>9</b><c>2</c></a>");
    }

    @Test
    void nameSpacesAreComparedAfterNormalization() {
        assertThatThrownBy(
                        () ->
                                show(
                                        parse(
                                                XMLNSC,
                                                """
                                                <a xmlns:p='u:v w' xmlns:q='u&#58;v
                                                w' p:x='1' q:x='2'/>\
                                                """)))
                .hasMessageContaining("found a second attribute q:x");
        Element body =
                parse(
                        XMLNSC,
                        """
                        <p:a xmlns:p='u&#58;v'><q:b xmlns:q='u:v'/></p:a>\
                        """);
        assertThat(body.child("u:v", "a").child("u:v", "b")).isNotNull();
    }

    @Test
    void aNameSpaceIsThatOfTheNearestDeclaration() {
        Element body =
                parse(
                        XMLNSC,
                        """
                        <a xmlns='u' xmlns:p='v'><b/><p:c xmlns:p='w'><p:d/></p:c><p:e xmlns='' \
                        y='1'><f/></p:e></a>\
                        """);

        Element a = body.child("u", "a");
        assertThat(a.child("u", "b")).isNotNull();
        assertThat(a.child("w", "c").child("w", "d")).isNotNull();
        assertThat(a.child("v", "e").child("", "f")).isNotNull();
        assertThat(a.child("v", "e").child("", "y").text()).isEqualTo("1");
    }

    @Test
    void theCcsidRulesOverTheDeclaration() {
        String document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>\u00E4\u00F6</a>";
        for (int ccsid : new int[] {819, 850, 273, 500, 1200, 1202, 1208, 1252, 37, 1140}) {
            Bytes bytes = Bytes.of(document.getBytes(charset(ccsid)));
            Element body = XMLNSC.parse(bytes, options(XMLNSC, ccsid));

            assertThat(body.textOf("a")).as("%d", ccsid).isEqualTo("\u00E4\u00F6");
        }
    }

    @Test
    void withoutACcsidTheMarkThenTheDeclarationThenUtf8Rule() {
        assertThat(text("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00E4</a>", "ISO-8859-1"))
                .isEqualTo("\u00E4");
        assertThat(text("<a>\u00E4\u20AC</a>", "UTF-8")).isEqualTo("\u00E4\u20AC");
        assertThat(text("\uFEFF<a>\u20AC</a>", "UTF-8")).isEqualTo("\u20AC");
        assertThat(text("\uFEFF<a>\u20AC</a>", "UTF-16LE")).isEqualTo("\u20AC");
        assertThat(text("<?xml version='1.0' encoding='UTF-16'?><a>\u20AC</a>", "UTF-16BE"))
                .isEqualTo("\u20AC");
        assertThat(text("<?xml version='1.0' encoding='IBM273'?><a>\u00E4</a>", "IBM273"))
                .isEqualTo("\u00E4");
    }

    private static String text(String document, String charset) {
        Parser p = XMLNSC;
        return p.parse(Bytes.of(document.getBytes(Charset.forName(charset))), options(p, 0))
                .textOf("a");
    }

    @Test
    void namesBeyondAsciiAreNames() {
        Element body = parse(XMLNSC, "<\u00E4\u4E2D x\u00F6='1'><b\u00DF/></\u00E4\u4E2D>");

        assertThat(body.child("\u00E4\u4E2D").textOf("x\u00F6")).isEqualTo("1");
        byte[] latin = "<\u00E4><b/></\u00E4>".getBytes(ISO_8859_1);
        assertThat(XML.parse(Bytes.of(latin), options(XML, 819)).child("\u00E4").child("b"))
                .isNotNull();
    }

    @Test
    void entitiesAndDefaultsOfTheInternalSubsetApply() {
        String document =
                """
                <!DOCTYPE a [<!ENTITY e 'x&#38;lt;y'><!ATTLIST b k CDATA 'd'>]><a><b>&e;</b> \
                <c>1</c></a>\
                """;

        assertThat(show(parse(XMLNSC, document).firstChild()))
                .isEqualTo("a:1(b:3='x<y'(k:30001='d') c:3='1')");
        assertThat(show(parse(XML, document)))
                .isEqualTo(
                        """
                        XML:1(:500002='a'(:6000023='<!ENTITY e 'x&#38;lt;y'><!ATTLIST b k CDATA \
                        'd'>') a:1(b:1(k:30001='d' :2='x<y') :2=' ' c:1(:2='1')))\
                        """);
    }

    /** Every character that the fifth edition allows in names, many names in each document. */
    @Test
    void namesOfTheFifthEditionAreAcceptedWithAndWithoutADoctype() {
        for (int from = 0; from < 0x11000; from += 0x400) {
            StringBuilder tags = new StringBuilder();
            for (int c = from; c < from + 0x400; c++) {
                String name = Character.toString(c);
                if (c != ':' && Characters.isNameStart(c)) {
                    tags.append("<%s a%s='%s'/>".formatted(name, name, name));
                } else if (c != ':' && Characters.isName(c)) {
                    tags.append("<a%s/>".formatted(name));
                }
            }
            String document = "<r>" + tags + "</r>";
            Element plain = parse(XMLNSC, document).firstChild();
            Element typed = parse(XMLNSC, "<!DOCTYPE r>" + document).firstChild();
            assertThat(show(typed)).isEqualTo(show(plain));
        }
    }

    /** A letter that the fourth edition lacks, a digit that it refuses at the start, and others. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0220", "\u0660", "\uA000", "\u1E9E", "\u4E00", "\uD801\uDC00"})
    void aDoctypeMayContainNamesOfTheFifthEdition(String x) {
        String subset =
                "<!ELEMENT x ANY><!ATTLIST x x CDATA 'x'><!ENTITY x '<x>x</x>'><!-- x --><?x x?>";
        String document = "<!DOCTYPE x [" + subset + "]><x><!--x--><?x x?>x&x;<![CDATA[x]]></x>";
        Element body = parse(XML, document.replace("x", x));
        assertThat(body.firstChild().text()).isEqualTo(x);
        assertThat(body.firstChild().firstChild().text()).isEqualTo(subset.replace("x", x));
        assertThat(show(body.lastChild()).replace(x, "x"))
                .isEqualTo(
                        "x:1(x:30001='x' :6000018='x' x:7000018='x' :2='x' x:1(x:30001='x'"
                                + " :2='x') :2000001='x')");
        body.child(x).add("y", Value.of(x));
        assertThat(write(XML, body)).contains("<!DOCTYPE " + x + " [" + subset.replace("x", x));
    }

    /** References in entity values are characters of names when the entity is used. */
    @Test
    void namesMayBeWrittenAsReferencesInEntities() {
        String subset = "<!ENTITY e '<a&#x220;>&#544;&#38;#x220;</a&#544;>'>";
        Element body = parse(XML, "<!DOCTYPE a [" + subset + "]><a>&e;<![CDATA[&#x220;]]></a>");
        assertThat(show(body.child("a").child("a\u0220")))
                .isEqualTo("a\u0220:1(:2='\u0220\u0220')");
        assertThat(body.child("a").lastChild().text()).isEqualTo("&#x220;");
        assertThat(body.firstChild().firstChild().text())
                .isEqualTo("<!ENTITY e '<a&#x220;>&#x220;&#38;#x220;</a&#x220;>'>");
    }

    @Test
    void closedSubtreesArePassedOverWithoutElements() {
        Element body =
                parse(
                        XMLNSC,
                        """
                        <a><b><c x='>'><!-- </b> --><![CDATA[</b>]]><?p \
                        </b>?></c></b><d>1</d></a>\
                        """);
        Element b = body.child("a").firstChild();

        assertThat(b.next().text()).isEqualTo("1");
        assertThat(b.lastKnown()).isNull();
        assertThat(b.isComplete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a>1</a>",
                "<abcdefg>1</abcdefg><abcdefgh>1</abcdefgh>",
                "<a></a><a/><a ></a >",
                "<a>1</a >",
                "<a>1<b>2</b>3</a>",
                "<a><a>1</a><p>2</p></a>",
                "<?a>1</p>?>",
                "<!--a>1</p>--><![CDATA[<a>1</p>]]>",
                "<a b='>'>1</a>",
                "<\u00E9>1</\u00E9>"
            })
    void tagsInAClosedSubtreeAreMatched(String inside) {
        assertThat(passed(inside).text()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a>1</b>",
                "<a>1</ab>",
                "<ab>1</a>",
                "<>1</>",
                "<a>1<b>2</a></b>",
                "<a b>1</a b>",
                "<a/b>1</a/b>"
            })
    void mismatchedTagsInAClosedSubtreeAreDamage(String inside) {
        assertThatThrownBy(() -> passed(inside)).isInstanceOf(MillraceException.class);
    }

    private static Element passed(String inside) {
        return parse(XMLNSC, "<r><p>" + inside + "</p><z>1</z></r>").child("r").child("z");
    }

    @Test
    void endTagsOfWhatIsPassedOverHaveTheirNamesWhateverTheirLength() {
        for (int length = 1; length <= 20; length++) {
            String name = "abcdefghijklmnopqrst".substring(0, length);
            assertThat(passed("<" + name + ">x</" + name + ">").text()).isEqualTo("1");
            for (int i = 0; i < length; i++) {
                String other = name.substring(0, i) + '_' + name.substring(i + 1);
                String wrong = "<" + name + ">x</" + other + ">";
                assertThatThrownBy(() -> passed(wrong))
                        .hasMessageContaining("found </" + other + ">, expected </" + name + ">");
            }
            String longer = "<" + name + ">x</" + name + "_>";
            assertThatThrownBy(() -> passed(longer)).isInstanceOf(MillraceException.class);
            String shorter = "<" + name + "_>x</" + name + ">";
            assertThatThrownBy(() -> passed(shorter)).isInstanceOf(MillraceException.class);
        }
    }

    @Test
    void quotesInHeadsOfWhatIsPassedOverHideWhatIsInThem() {
        for (int before = 0; before < 20; before++) {
            String blanks = " ".repeat(before);
            String head = "<c " + blanks + "x='>\"/>'" + blanks + " y=\"'>''>/\"" + blanks;
            assertThat(passed(head + ">t</c>").text()).isEqualTo("1");
            assertThat(passed(head + "/>").text()).isEqualTo("1");
            assertThatThrownBy(() -> passed(head + "<d>t</d></c>"))
                    .hasMessageContaining("> at the end of the tag before");
            assertThatThrownBy(() -> passed(head + "w='>t</c>"))
                    .hasMessageContaining("> at the end of the tag");
        }
    }

    @Test
    void theValueOfAFieldIsItsOwnWhicheverWasLookedAtLast() {
        Element r = parse(XMLNSC, "<r><a>1</a><b>22</b><c/><d></d><e>3&amp;</e></r>").child("r");
        Element a = r.child("a");
        Element b = r.child("b");
        Element copy = r.copy();
        assertThat(r.child("e").text()).isEqualTo("3&");
        assertThat(a.text()).isEqualTo("1");
        assertThat(b.text()).isEqualTo("22");
        assertThat(r.child("c").text()).isEmpty();
        assertThat(r.child("d").text()).isEmpty();
        assertThat(show(copy)).isEqualTo(show(r));
    }

    @Test
    void aFieldReaderFindsFieldsOfAnyNameByTheirPosition() {
        FixedPath second =
                FixedPath.of(List.of(PathStep.of("r"), PathStep.of(0, null, null, FRONT, 2)));
        FixedPath below =
                FixedPath.of(
                        List.of(
                                PathStep.of(0, null, null, FRONT, 1),
                                PathStep.of(0, null, null, FRONT, 3),
                                PathStep.of("d")));
        FieldReader fields = FieldReader.of(List.of(second, below));

        fields.at(parse(XMLNSC, "<r><a>1</a><b>22</b><c><d>333</d></c></r>"));
        assertThat(fields.text(0)).isEqualTo("22");
        assertThat(fields.integer(1)).isEqualTo(333);
        fields.at(parse(XMLNSC, "<r><a>1</a></r>"));
        assertThat(fields.text(0)).isNull();
    }
}
