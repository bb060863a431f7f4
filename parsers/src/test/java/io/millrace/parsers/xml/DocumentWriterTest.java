package io.millrace.parsers.xml;

import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.error.ErrorCode.WRITE_CHARACTER;
import static io.millrace.engine.error.ErrorCode.WRITE_FAILED;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.message.ElementType.NAME_VALUE;
import static io.millrace.engine.parser.Ccsid.charset;
import static io.millrace.engine.parser.WriteOptions.Mode.EMBEDDED;
import static io.millrace.engine.parser.WriteOptions.Mode.FOLDER;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.xml.Trees.XML;
import static io.millrace.parsers.xml.Trees.XMLNS;
import static io.millrace.parsers.xml.Trees.XMLNSC;
import static io.millrace.parsers.xml.Trees.fragment;
import static io.millrace.parsers.xml.Trees.options;
import static io.millrace.parsers.xml.Trees.parse;
import static io.millrace.parsers.xml.Trees.write;
import static io.millrace.parsers.xml.Trees.writing;
import static io.millrace.parsers.xml.XmlTypes.ATTRIBUTE;
import static io.millrace.parsers.xml.XmlTypes.COMMENT;
import static io.millrace.parsers.xml.XmlTypes.NAMESPACE;
import static io.millrace.parsers.xml.XmlTypes.TEXT;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions.Mode;

import org.junit.jupiter.api.Test;

import java.nio.charset.Charset;

class DocumentWriterTest {

    private static Element folder(Parser parser) {
        return Element.of(ElementType.NAME, parser.domain()).domain(parser.domain());
    }

    @Test
    void anUntouchedBodyGoesOutAsTheVeryBytes() {
        Bytes bytes = utf8("xx<?xml version='1.0'?>\n<a >\u00E4&bad;</a >yy");
        bytes = bytes.slice(2, bytes.length() - 2);
        Element body = XMLNSC.parse(bytes, options(XMLNSC, 1208));

        assertThat(XMLNSC.write(body, writing(XMLNSC, 1208, Mode.ROOT))).isSameAs(bytes);
        assertThat(XMLNSC.write(body.copy(), writing(XMLNSC, 0, Mode.ROOT))).isSameAs(bytes);
        body.at("a").type();
        assertThat(XMLNSC.write(body.copy(), writing(XMLNSC, 0, Mode.ROOT))).isSameAs(bytes);
    }

    @Test
    void whatIsWrittenOfAnElementIsReadAsThatElement() {
        Element order = parse(XMLNSC, "<?xml version='1.0'?><m><order id='1'><p>5</p></order></m>");
        Bytes bytes = XMLNSC.write(order.at("m", "order"), writing(XMLNSC, 1208, FOLDER));
        Element again = XMLNSC.element(XMLNSC.parse(bytes, options(XMLNSC, 1208)));
        assertThat(again.name()).isEqualTo("order");
        assertThat(again.textOf("p")).isEqualTo("5");
    }

    @Test
    void aBlobIsWrittenInBase64WhereItsTypeAsksForIt() {
        Element body = folder(XMLNSC);
        Element a = body.addLast(Element.of(ElementType.NAME, "a"));
        Value blob = Value.of(Bytes.of(new byte[] {1, 2, 3, 4}));
        int base64 = XMLNSC.fieldTypes().get("base64Binary");
        a.addLast(Element.of(ATTRIBUTE | base64, "id", blob));
        a.addLast(Element.of(ElementType.NAME_VALUE + base64, "data", blob));
        a.addLast(Element.of(XmlTypes.CDATA_FIELD + base64, "cdata", blob));
        a.addLast(Element.of(ElementType.NAME_VALUE + base64, "text", Value.of("AQ")));
        a.addLast(Element.of(ElementType.NAME_VALUE, "hex", blob));

        assertThat(write(XMLNSC, body))
                .isEqualTo(
                        "<a id=\"AQIDBA==\"><data>AQIDBA==</data><cdata><![CDATA[AQIDBA==]]></cdata>"
                            + "<text>AQ</text><hex>01020304</hex></a>");
    }

    @Test
    void whatIsAroundAChangeIsCopiedWithItsWhiteSpace() {
        Element body =
                parse(
                        XMLNSC,
                        """
                        <?xml version='1.0'?>
                        <a  x='1'>
                         <b  y='2'/>
                         <c ><!--k--></c>
                         <d/></a>\
                        """);
        body.at("a").add("e", Value.of(5));

        assertThat(write(XMLNSC, body))
                .isEqualTo(
                        "<?xml version='1.0'?>\n<a x=\"1\"><b  y='2'/>\n <c ><!--k--></c>\n <d/><e>5</e></a>"
                                .replace("?>\n<a", "?><a"));
    }

    @Test
    void aRemovedSiblingIsNotCopiedWithItsNeighbours() {
        Element body = parse(XMLNSC, "<a><b/><c/> <d/></a>");
        body.at("a", "c").remove();

        assertThat(write(XMLNSC, body)).isEqualTo("<a><b/><d/></a>");
    }

    @Test
    void removedWhiteSpaceOfTheXmlDomainDoesNotComeBack() {
        Element body = parse(XML, "<a><b/> <c/></a>");
        body.at("a", "b").next().remove();

        assertThat(write(XML, body)).isEqualTo("<a><b/><c/></a>");
    }

    @Test
    void movedSiblingsAreWrittenInTheirNewOrder() {
        Element body = parse(XMLNSC, "<a><b>1</b><c>2</c></a>");
        Element a = body.at("a");
        a.addLast(a.child("b").detach());

        assertThat(write(XMLNSC, body)).isEqualTo("<a><c>2</c><b>1</b></a>");
    }

    @Test
    void fieldsOfAProgramBecomeTags() {
        Element body = folder(XMLNSC);
        Element a = body.add("a");
        a.add("b", Value.of("x<&>]]\r\"'"));
        a.add("empty", Value.of(""));
        a.add("none", (Value) null);
        a.addLast(Element.of(ATTRIBUTE, "k", Value.of("<\">\n&")));
        a.addLast(Element.of(XmlTypes.SINGLE_ATTRIBUTE, "l", Value.of("'\"")));
        a.addLast(Element.of(XmlTypes.CDATA_FIELD, "c", Value.of("1<2]]>3")));
        a.add("t", Value.of(true));

        assertThat(write(XMLNSC, body))
                .isEqualTo(
                        """
                        <a k="&lt;&quot;>&#10;&amp;" \
                        l='&apos;"'><b>x&lt;&amp;&gt;]]&#13;"'</b><empty/><none/>\
                        <c><![CDATA[1<2]]]]><![CDATA[>3]]></c><t>true</t></a>\
                        """);
    }

    @Test
    void theAppendixCFlowWritesItsComponents() {
        Element body =
                parse(
                        XML,
                        """
                        <CSIM><TestCase><Stack><ProcessingPath><Element><COMPONENT>c</COMPONENT><QUEUE>q\
                        </QUEUE></Element></ProcessingPath></Stack></TestCase></CSIM>\
                        """);
        Element element = body.at("CSIM", "TestCase", "Stack", "ProcessingPath", "Element");
        Element component = body.at("CSIM", "TestCase").add("ProcessingPath").add("Component");
        component.add("Name", element.child("COMPONENT").fieldValue());
        Element transport = component.add("Transport");
        transport.addLast(Element.of(XML.fieldTypes().get("attr"), "Type", Value.of("A")));
        transport.add("Queue", element.child("QUEUE").fieldValue());

        assertThat(write(XML, body))
                .isEqualTo(
                        """
                        <CSIM><TestCase><Stack><ProcessingPath><Element><COMPONENT>c</COMPONENT><QUEUE>q</QUEUE>\
                        </Element></ProcessingPath></Stack><ProcessingPath><Component><Name>c</Name><Transport \
                        Type="A"><Queue>q</Queue></Transport></Component></ProcessingPath></TestCase></CSIM>\
                        """);
    }

    @Test
    void declarationsCommentsAndInstructionsAreWrittenByType() {
        Element body = folder(XMLNSC);
        Element d = body.addLast(Element.of(XmlTypes.XML_DECLARATION, "XmlDeclaration"));
        d.addLast(Element.of(ATTRIBUTE, "Version", Value.of("1.0")));
        d.addLast(Element.of(ATTRIBUTE, "Encoding", Value.of("utf-8")));
        d.addLast(Element.of(ATTRIBUTE, "StandAlone", Value.of("yes")));
        Element t = body.addLast(Element.of(XmlTypes.DOCUMENT_TYPE, "a"));
        t.addLast(Element.of(ATTRIBUTE, "SystemId", Value.of("a.dtd")));
        t.addLast(Element.of(XmlTypes.ENTITY_DEFINITION, "e", Value.of("\"v\"")));
        body.addLast(Element.of(COMMENT, "", Value.of(" c ")));
        Element a = body.add("a");
        a.addLast(Element.of(XmlTypes.INSTRUCTION, "pi", Value.of("d")));
        a.addLast(Element.of(XmlTypes.ENTITY_REFERENCE, "", Value.of("e")));
        a.addLast(Element.of(XmlTypes.AS_IS, "", Value.of("<raw/>")));

        assertThat(write(XMLNSC, body))
                .isEqualTo(
                        """
                        <?xml version="1.0" encoding="utf-8" standalone="yes"?><!DOCTYPE a \
                        SYSTEM "a.dtd" [<!ENTITY e "&#34;v&#34;">]><!-- c --><a><?pi \
                        d?>&e;<raw/></a>\
                        """);
    }

    @Test
    void xmlDeclarationsOfTheOlderDomainsAreWritten() {
        Element body = folder(XML);
        Element d = body.addLast(Element.of(XML.fieldTypes().get("XmlDecl"), "XmlDecl"));
        d.addLast(Element.of(XML.fieldTypes().get("Version"), "Version", Value.of("1.0")));
        d.addLast(Element.of(XML.fieldTypes().get("Encoding"), "Encoding", Value.of("UTF-8")));
        body.add("a").addLast(Element.of(XML.fieldTypes().get("pcdata"), "", Value.of("t")));

        assertThat(write(XML, body))
                .isEqualTo("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>t</a>");
    }

    @Test
    void namesInNameSpacesGetThePrefixesThatAreDeclared() {
        Element body = folder(XMLNSC);
        Element a = body.addLast(Element.of(ElementType.NAME, "u", "a", null));
        a.addLast(Element.of(NAMESPACE, NamespaceScope.XMLNS_URI, "p", Value.of("u")));
        a.addLast(Element.of(NAME_VALUE, "u", "b", Value.of("1")));
        Element c = a.addLast(Element.of(ElementType.NAME, "v", "c", null));
        c.addLast(Element.of(ATTRIBUTE, "w", "k", Value.of("2")));
        c.addLast(Element.of(NAME_VALUE, "d", Value.of("3")));

        assertThat(write(XMLNSC, body))
                .isEqualTo(
                        """
                        <p:a xmlns:p="u"><p:b>1</p:b><NS1:c xmlns:NS1="v" xmlns:NS2="w" \
                        NS2:k="2"><d>3</d></NS1:c></p:a>\
                        """);
    }

    @Test
    void fieldsWithoutANameSpaceTakeBackADeclaredDefault() {
        Element body = folder(XMLNSC);
        Element a = body.addLast(Element.of(ElementType.NAME, "u", "a", null));
        a.addLast(Element.of(NAMESPACE, "", "xmlns", Value.of("u")));
        a.addLast(Element.of(NAME_VALUE, "u", "b", Value.of("1")));
        a.add("c").add("d", Value.of("2"));

        assertThat(write(XMLNSC, body))
                .isEqualTo("<a xmlns=\"u\"><b>1</b><c xmlns=\"\"><d>2</d></c></a>");
    }

    @Test
    void aCopiedTagTakesItsNameSpacesAlong() {
        Element in =
                parse(
                        XMLNSC,
                        """
                        <p:a xmlns:p='u' xmlns:q='v' xmlns='w'><p:b k='1' \
                        xmlns:q='x'><c/></p:b></p:a>\
                        """);
        Element body = folder(XMLNSC);
        body.add("out").addLast(in.child("u", "a").child("u", "b").copy());

        String written = write(XMLNSC, body);
        assertThat(written)
                .isEqualTo(
                        "<out><p:b xmlns=\"w\" xmlns:p=\"u\" k='1' xmlns:q='x'><c/></p:b></out>");
        assertThat(parse(XMLNSC, written).at("out").child("u", "b").child("w", "c")).isNotNull();
    }

    @Test
    void aCopiedTagWithoutNameSpacesTakesBackADefault() {
        Element in = parse(XMLNSC, "<a><b><c/></b></a>");
        Element body = folder(XMLNSC);
        Element out = body.addLast(Element.of(ElementType.NAME, "u", "out", null));
        out.addLast(Element.of(NAMESPACE, "", "xmlns", Value.of("u")));
        out.addLast(in.at("a", "b").copy());

        assertThat(write(XMLNSC, body)).isEqualTo("<out xmlns=\"u\"><b xmlns=\"\"><c/></b></out>");
    }

    @Test
    void changedTagsKeepThePrefixesTheyCameWith() {
        Element body = parse(XMLNSC, "<p:a xmlns:p='u' xmlns:q='u'><q:b><q:c/></q:b></p:a>");
        body.child("u", "a").child("u", "b").add("d", Value.of("1"));

        assertThat(write(XMLNSC, body))
                .isEqualTo("<p:a xmlns:p=\"u\" xmlns:q=\"u\"><q:b><q:c/><d>1</d></q:b></p:a>");
    }

    @Test
    void aTreeOfAnotherDomainIsWrittenByItsGenericTypes() {
        Element data = Element.of(ElementType.NAME, "JSON").domain("JSON").add("Data");
        Element list = data.addLast(Element.of(0x01001000, "list"));
        list.add("Item", Value.of(1));
        list.add("Item", Value.of(2));
        Element body = folder(XMLNSC);
        body.add("a").take(data);

        assertThat(write(XMLNSC, body))
                .isEqualTo("<a><list><Item>1</Item><Item>2</Item></list></a>");
    }

    @Test
    void aTreeOfTheXmlDomainIsWrittenByXmlnscAndBack() {
        Element in = parse(XML, "<a x='1'> <b><![CDATA[<]]>t</b></a>");
        Element compact = folder(XMLNSC);
        compact.take(in);
        assertThat(write(XMLNSC, compact)).isEqualTo("<a x=\"1\"> <b><![CDATA[<]]>t</b></a>");

        Element old = folder(XMLNS);
        old.take(parse(XMLNSC, "<a x='1'> <b>t</b></a>"));
        assertThat(write(XMLNS, old)).isEqualTo("<a x=\"1\"><b>t</b></a>");
    }

    @Test
    void theModesDecideWhatStandsAlone() {
        Element body = parse(XMLNSC, "<?xml version='1.0'?><a><b>1</b></a>");

        assertThat(text(XMLNSC.write(body, writing(XMLNSC, 1208, EMBEDDED))))
                .isEqualTo("<a><b>1</b></a>");
        assertThat(fragment(XMLNSC, body.at("a", "b"))).isEqualTo("<b>1</b>");
        assertThat(fragment(XMLNSC, Element.of(NAME_VALUE, "v", Value.of(1))))
                .isEqualTo("<v>1</v>");
        assertThat(fragment(XMLNSC, body)).isEqualTo("<?xml version='1.0'?><a><b>1</b></a>");
    }

    private static String text(Bytes bytes) {
        return bytes.text(UTF_8);
    }

    @Test
    void everyCharsetIsWrittenAndTheDeclarationPutRight() {
        String document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a><b>\u00E4</b></a>";
        for (int ccsid : new int[] {819, 850, 273, 500, 1200, 1202, 1208, 1252, 37}) {
            Charset charset = charset(ccsid);
            for (boolean change : new boolean[] {false, true}) {
                Element body = parse(XMLNSC, document);
                if (change) {
                    body.at("a").add("c", Value.of("\u00F6"));
                }
                Bytes out = XMLNSC.write(body, writing(XMLNSC, ccsid, Mode.ROOT));
                String name =
                        ccsid == 1208 ? "UTF-8" : ccsid / 10 == 120 ? "UTF-16" : charset.name();
                assertThat(out.text(charset))
                        .as("%d", ccsid)
                        .isEqualTo(
                                "<?xml version=\"1.0\" encoding=\""
                                        + name
                                        + "\"?><a><b>\u00E4</b>"
                                        + (change ? "<c>\u00F6</c>" : "")
                                        + "</a>");
                Element again = XMLNSC.parse(out, options(XMLNSC, ccsid));
                assertThat(again.at("a", "b").text()).isEqualTo("\u00E4");
            }
        }
    }

    @Test
    void charactersThatTheCharsetLacksBecomeReferencesAlsoInCopiedParts() {
        Element body =
                parse(
                        XMLNSC,
                        "<a><b>\u20AC\u00E4<c/></b><d k='\u20AC'>x</d></a>",
                        "RetainMixedContent");
        body.at("a").add("e", Value.of("\uD83D\uDE00"));

        Bytes latin = XMLNSC.write(body, writing(XMLNSC, 819, Mode.ROOT));
        assertThat(latin.text(ISO_8859_1))
                .isEqualTo("<a><b>&#8364;\u00E4<c/></b><d k=\"&#8364;\">x</d><e>&#128512;</e></a>");
        Bytes ascii = XMLNSC.write(body, writing(XMLNSC, 367, Mode.ROOT));
        assertThat(text(ascii))
                .isEqualTo("<a><b>&#8364;&#228;<c/></b><d k=\"&#8364;\">x</d><e>&#128512;</e></a>");
        Bytes ebcdic = XMLNSC.write(body, writing(XMLNSC, 37, Mode.ROOT));
        assertThat(ebcdic.text(Charset.forName("IBM037")))
                .contains("&#8364;\u00E4")
                .contains("&#128512;");
    }

    @Test
    void bothLineEndsOfEbcdicDocumentsAreReadAndTheirStandardLineEndIsWritten() {
        for (int lineEnd : new int[] {0x15, 0x25}) {
            String text = "<a~k='1'~>~<b>x~y</b>~</a>~";
            byte[] bytes = text.replace('~', '\u0085').getBytes(charset(37));
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = bytes[i] == 0x15 ? (byte) lineEnd : bytes[i];
            }
            Element body = XMLNSC.parse(Bytes.of(bytes), options(XMLNSC, 37));
            assertThat(body.at("a", "b").text()).isEqualTo("x\ny");
            body.at("a").add("c", Value.of("\n\u0085"));
            assertThat(XMLNSC.write(body, writing(XMLNSC, 37, Mode.ROOT)).text(charset(37)))
                    .isEqualTo("<a k=\"1\"><b>x\u0085y</b><c>\u0085&#133;</c></a>");
        }
    }

    @Test
    void charactersThatTheCharsetLacksAreAnErrorInNames() {
        Element body = folder(XMLNSC);
        body.add("\u4E2D", Value.of("1"));

        assertThatThrownBy(() -> XMLNSC.write(body, writing(XMLNSC, 819, Mode.ROOT)))
                .satisfies(code(WRITE_CHARACTER))
                .hasMessageContaining("U+4E2D");
    }

    @Test
    void aUtf16BodyGoesOutUntouchedAndChanged() {
        Bytes in = Bytes.of("\uFEFF<a><b>\u20AC</b> <c/></a>".getBytes(UTF_16LE));
        Element body = XMLNSC.parse(in, options(XMLNSC, 1200));

        assertThat(XMLNSC.write(body, writing(XMLNSC, 1200, Mode.ROOT))).isSameAs(in);
        body.at("a").add("d", Value.of(1));
        assertThat(XMLNSC.write(body, writing(XMLNSC, 1202, Mode.ROOT)).text(UTF_16LE))
                .isEqualTo("<a><b>\u20AC</b> <c/><d>1</d></a>");
    }

    @Test
    void whatXmlCannotHoldIsAnErrorThatNamesTheElement() {
        refused(
                "XMLNSC.a.b c: found \"b c\", which is not an XML name",
                a -> a.add("b c", Value.of("1")));
        refused("XMLNSC.a.b: found the character U+0001", a -> a.add("b", Value.of("\u0001")));
        refused("XMLNSC.a.b: found the character U+D800", a -> a.add("b", Value.of("\uD800")));
        refused(
                "XMLNSC.a.(no name): found an element without a name",
                a -> a.add("", Value.of("1")));
        refused(
                "XMLNSC.a.(no name): found a comment",
                a -> a.addLast(Element.of(COMMENT, "", Value.of("--"))));
    }

    private static void refused(String words, java.util.function.Consumer<Element> change) {
        Element body = folder(XMLNSC);
        change.accept(body.add("a"));
        assertThatThrownBy(() -> write(XMLNSC, body))
                .satisfies(code(WRITE_FAILED))
                .hasMessageContaining(words);
    }

    @Test
    void aBodyHasExactlyOneRootTag() {
        Element none = folder(XMLNSC);
        assertThatThrownBy(() -> write(XMLNSC, none))
                .hasMessageContaining("XMLNSC: found no root tag");
        Element two = folder(XMLNSC);
        two.add("a");
        two.add("b");
        assertThatThrownBy(() -> write(XMLNSC, two))
                .hasMessageContaining("2 root tags (a, b)")
                .hasMessageContaining("write the other fields below a");
        assertThat(text(XMLNSC.write(two, writing(XMLNSC, 1208, EMBEDDED)))).isEqualTo("<a/><b/>");
        Element text = folder(XML);
        text.addLast(Element.of(TEXT, "", Value.of("x")));
        assertThatThrownBy(() -> write(XML, text))
                .hasMessageContaining("text outside the root tag");
    }

    @Test
    void aTreeThatIsTooDeepIsRefused() {
        Element body = folder(XMLNSC);
        Element e = body;
        for (int i = 0; i < 1_001; i++) {
            e = e.add("a");
        }
        assertThatThrownBy(() -> write(XMLNSC, body)).satisfies(code(PARSE_LIMIT));
    }

    @Test
    void aDocumentWithADoctypeGoesOutUntouchedOrRewritten() {
        String document = "<!DOCTYPE a [<!ENTITY e \"x\">]><a><b>&e;</b></a>";
        Element body = parse(XMLNSC, document);
        body.at("a", "b").text();
        assertThat(write(XMLNSC, body)).isEqualTo(document);
        body.at("a").add("c", Value.of("1"));
        assertThat(write(XMLNSC, body)).isEqualTo("<a><b>x</b><c>1</c></a>");

        Element old = parse(XML, document);
        old.at("a").add("c", Value.of("1"));
        assertThat(write(XML, old.copy()))
                .isEqualTo("<!DOCTYPE a [<!ENTITY e \"x\">]><a><b>x</b><c>1</c></a>");
    }

    @Test
    void longTextsAreWrittenAsShortOnesAreWhateverIsInThem() {
        for (String special :
                new String[] {"<", ">", "&", "\r", "\n", "?", "\u007F", "]", "\u00E9", "\u20AC"}) {
            for (int before = 0; before < 20; before++) {
                String text = "x".repeat(before) + special + "y".repeat(70) + special;
                Element body = folder(XMLNSC);
                body.add("a").add("b", Value.of(text));
                Element parts = folder(XMLNSC);
                Element whole = parts.add("a").add("b");
                text.codePoints()
                        .forEach(
                                c ->
                                        whole.addLast(
                                                Element.of(
                                                        TEXT,
                                                        "",
                                                        Value.of(Character.toString(c)))));
                assertThat(write(XMLNSC, body)).isEqualTo(write(XMLNSC, parts));
                assertThat(parse(XMLNSC, write(XMLNSC, body)).at("a", "b").text()).isEqualTo(text);
            }
        }
    }

    @Test
    void halfACharacterInALongTextIsRefused() {
        for (int before = 0; before < 20; before++) {
            Element body = folder(XMLNSC);
            body.add("a", Value.of("x".repeat(before) + '\uD83D' + "?".repeat(70)));
            assertThatThrownBy(() -> write(XMLNSC, body)).hasMessageContaining("U+D83D");
        }
    }
}
