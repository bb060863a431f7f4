package io.millrace.parsers.json;

import static io.millrace.engine.error.ErrorCode.BAD_CCSID;
import static io.millrace.engine.error.ErrorCode.PARSE_CUT_OFF;
import static io.millrace.engine.error.ErrorCode.PARSE_FAILED;
import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.message.ValueType.DECIMAL;
import static io.millrace.engine.parser.Ccsid.charset;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.json.JsonType.ARRAY;
import static io.millrace.parsers.json.JsonType.OBJECT;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.math.BigDecimal.TEN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.Messages;
import io.millrace.parsers.xml.XmlnscParser;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.junit.jupiter.api.Test;

import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

class JsonParserTest {

    private static final MessageTemplate JSON = MessageTemplate.domain("JSON");
    private final JsonParser parser = new JsonParser();

    private Element read(String text) {
        return parser.parse(utf8(text), ParseOptions.of(JSON, 1208, 273));
    }

    private Element data(String text) {
        return read(text).child("Data");
    }

    private String write(Element body) {
        return parser.write(body, WriteOptions.of(JSON, 1208, 273)).text(UTF_8);
    }

    private Element made() {
        return Element.of(ElementType.NAME, "JSON").domain("JSON");
    }

    @Test
    void anObjectIsAFolderOfItsMembers() {
        Element data = data("{\"a\": 1, \"b\" : {\"c\": \"x\"}, \"n\":null, \"t\":true}");
        assertThat(data.type()).isEqualTo(OBJECT);
        assertThat(data.valueOf("a")).isEqualTo(Value.of(1));
        assertThat(data.at("b", "c").text()).isEqualTo("x");
        assertThat(data.child("n").type()).isEqualTo(JsonType.NULL);
        assertThat(data.child("n").value()).isNull();
        assertThat(data.valueOf("t")).isEqualTo(Value.of(true));
        assertThat(data.size()).isEqualTo(4);
    }

    @Test
    void anArrayHasItems() {
        Element data = data("[1, [2, 3], {\"a\":4}]");
        assertThat(data.type()).isEqualTo(0x01001000);
        assertThat(data.firstChild().name()).isEqualTo("Item");
        assertThat(data.lastChild().valueOf("a")).isEqualTo(Value.of(4));
        assertThat(data.firstChild().next().lastChild().value()).isEqualTo(Value.of(3));
    }

    @Test
    void aTextMayBeAScalar() {
        assertThat(data(" \"x\" ").text()).isEqualTo("x");
        assertThat(data("-7").value()).isEqualTo(Value.of(-7));
        assertThat(data("null").value()).isNull();
    }

    @Test
    void membersThatAreThereTwiceAreKept() {
        Element data = data("{\"a\":1,\"a\":2}");
        assertThat(data.size()).isEqualTo(2);
        data.add("b", Value.of(3));
        assertThat(write(data.parent())).isEqualTo("{\"a\":1,\"a\":2,\"b\":3}");
    }

    /** Few digits are read at once where enough bytes follow. */
    @Test
    void aNumberIsTheSameWhateverFollowsIt() {
        List<String> numbers =
                List.of(
                        """
                        0 -0 7 -7 12345678 -12345678 123456789 0.5 -0.5 1.50 \
                        12345678.12345678 12345678.123456789 123456789.1 0.0 -0.0 1e3 1.5E-3 \
                        123456789012345678 1234567890123456789 12345678901234567890\
                        """
                                .split(" "));
        for (String number : numbers) {
            Value alone = data(number).value();
            assertThat(data(number + "          ").value()).as(number).isEqualTo(alone);
            assertThat(data("[" + number + ",\"0123456789\"]").firstChild().value())
                    .as(number)
                    .isEqualTo(alone);
        }
        for (String damaged : List.of("01", "-", "1.", "-.5", ".5", "1.x", "12x", "00.5", "1..2")) {
            assertThatThrownBy(() -> data(damaged + "          ").value())
                    .as(damaged)
                    .isInstanceOf(MillraceException.class);
        }
    }

    @Test
    void numbersHaveTheTypeThatHoldsThem() {
        assertThat(data("9223372036854775807").value()).isEqualTo(Value.of(Long.MAX_VALUE));
        assertThat(data("-9223372036854775808").value()).isEqualTo(Value.of(Long.MIN_VALUE));
        assertThat(data("9223372036854775808").value().type()).isEqualTo(DECIMAL);
        assertThat(data("1.50").value().type()).isEqualTo(DECIMAL);
        assertThat(data("1.50").value().text()).isEqualTo("1.50");
        assertThat(data("15e-1").value()).isEqualTo(new FloatValue(1.5));
        assertThat(data("1e400").value().type()).isEqualTo(DECIMAL);
        assertThat(data("1.2345678901234567890123456789e5").value().type()).isEqualTo(DECIMAL);
        assertThatThrownBy(() -> data("1e999999999").value()).hasMessageContaining("out of range");
        assertThat(data("-0").value()).isEqualTo(Value.of(0));
    }

    @Test
    void aNumberKeepsAllItsDigitsInEveryFormat() {
        for (String number :
                List.of(
                        "12345678901234567890123456789012345",
                        "-12345678901234567890123456789012345678901234567890",
                        "0.1234567890123456789012345678901234567890",
                        "3.14159265358979323846264338327950288419716939937510",
                        "9".repeat(600))) {
            Element body = data(number);
            Element copy = made();
            copy.add("Data").add("n", body.value());
            assertThat(write(copy)).isEqualTo("{\"n\":" + number + "}");
            Element document = Element.of(ElementType.NAME, "XMLNSC").domain("XMLNSC");
            document.add("n", body.value());
            WriteOptions xml = WriteOptions.of(MessageTemplate.domain("XMLNSC"), 1208, 273);
            assertThat(new XmlnscParser().write(document, xml).text(UTF_8))
                    .isEqualTo("<n>" + number + "</n>");
        }
        assertThat(data("1.2345678901234567890123456789012345678901e5").text())
                .isEqualTo("123456.78901234567890123456789012345678901");
    }

    @Test
    void escapesAndForeignLettersAreDecoded() {
        assertThat(data("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\u00FC\"").text())
                .isEqualTo("a\"\\/\b\f\n\r\t\u00E9\uD83D\uDE00\u00FC");
        assertThat(data("{\"\\u0061\u00FC\":1}").valueOf("a\u00FC")).isEqualTo(Value.of(1));
    }

    @Test
    void damageThatNobodyTouchesPasses() {
        String text = "{\"good\":1,\"bad\":[tru, \"\\q\", 01],\"last\":2}";
        Element body = read(text);
        assertThat(body.at("Data", "last").value()).isEqualTo(Value.of(2));
        assertThat(write(body)).isEqualTo(text);
        body.child("Data").child("good").value(Value.of(5));
        assertThat(write(body)).isEqualTo(text.replace("1,\"bad\"", "5,\"bad\""));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> body.at("Data", "bad").firstChild().value())
                    .hasMessage("JSON, byte 17: found 'tru', expected true");
        }
    }

    @Test
    void completeParsingFindsAllDamage() {
        ParseOptions complete =
                new ParseOptions(JSON, 1208, 273, COMPLETE, Set.of(), Limits.DEFAULTS);
        assertThatThrownBy(() -> parser.parse(utf8("{\"a\":[1,2,{\"b\":tru}]}"), complete))
                .satisfies(code(PARSE_FAILED));
        assertThatThrownBy(() -> parser.parse(utf8("{\"a\":1} x"), complete))
                .hasMessage("JSON, byte 8: found 'x', expected the end of the text");
    }

    @Test
    void errorsAfterTheFirstLineHaveALineAndAColumn() {
        assertThatThrownBy(() -> data("{\n \"ä\": 1,\n \"ö\": x}").child("ö"))
                .hasMessage("JSON, byte 19, line 3, column 7: found 'x', expected a value");
        assertThatThrownBy(() -> data("[1,\n2").child("b"))
                .hasMessage(
                        "JSON, byte 5, line 2, column 2: the message ends here; expected ']' for"
                                + " the '[' at byte 0");
    }

    @Test
    void whatIsMissingAtTheEndIsSaid() {
        assertThatThrownBy(() -> data("[1, {\"a\": 2}").lastChild())
                .hasMessage("JSON, byte 12: the message ends here; expected ',' or ']'")
                .satisfies(code(PARSE_CUT_OFF));
        assertThatThrownBy(() -> read("{\"a\":[1,2").child("Data").child("b"))
                .hasMessage(
                        "JSON, byte 9: the message ends here; expected ']' for the '[' at byte 5");
    }

    @Test
    void aChangedTreeCopiesWhatWasNotChanged() {
        Element body = read("{ \"a\" : [1 , 2],  \"b\":{\"c\" : \"x\" , \"d\" : 1.50e1} }");
        body.at("Data", "b", "c").value(Value.of("y"));
        assertThat(write(body)).isEqualTo("{\"a\":[1 , 2],\"b\":{\"c\":\"y\",\"d\":1.50e1}}");
    }

    @Test
    void aSubtreeOfAnotherMessageIsCopiedAsBytes() {
        Element other = data("{\"x\": {\"y\" :  1}}");
        Element body = made();
        body.add("Data").addLast(other.child("x").copy());
        assertThat(write(body)).isEqualTo("{\"x\":{\"y\" :  1}}");
    }

    @Test
    void treesOfAProgramAreWritten() {
        Element body = made();
        Element data = body.add("Data");
        data.add("text", Value.of("a\"\\\n\u0001\u00FC\uD83D\uDE00\uD800"));
        data.add("number", Value.of(12));
        data.add("truth", Value.of(false));
        data.add("nothing", (Value) null);
        data.add("folder");
        data.add("blob", Value.of(Bytes.of(new byte[] {10})));
        Element array = data.addLast(Element.of(ARRAY, "list"));
        array.add("Item", Value.of(1));
        array.add("Item").add("a", Value.of(2));
        data.addLast(Element.of(ARRAY, "empty"));
        assertThat(write(body))
                .isEqualTo(
                        """
                        {"text":"a\\"\\\\\\n\
                        \\u0001\u00FC\uD83D\uDE00\\uD800","number":12,\
                        "truth":false,"nothing":null,"folder":{},"blob":"0A","list":[1,{"a":2}],"empty":[]}\
                        """);
    }

    @Test
    void repeatedElementsOfOtherTreesBecomeArrays() {
        Element body = made();
        Element order = body.add("Data").add("order");
        order.add("item", Value.of(1));
        order.add("name", Value.of("x"));
        order.add("item", Value.of(2));
        assertThat(write(body)).isEqualTo("{\"order\":{\"item\":[1,2],\"name\":\"x\"}}");
    }

    @Test
    void aValueBesideChildrenBecomesAMember() {
        Element body = made();
        body.add("Data").add("price", Value.of(10)).add("currency", Value.of("EUR"));
        Element mixed = body.child("Data").add("mixed");
        mixed.addLast(Element.of(ElementType.VALUE, "", Value.of("text")));
        assertThat(write(body))
                .isEqualTo("{\"price\":{\"#text\":10,\"currency\":\"EUR\"},\"mixed\":\"text\"}");
    }

    @Test
    void anXmlTreeIsWrittenAsItsFields() {
        String xml =
                """
                <o xmlns:p='urn:p' id='7'><!-- note --><p:item>a</p:item><p:item>b</p:item> \
                <t>x<b/>y</t></o>\
                """;
        Element root = Messages.read(new Mqmd(), utf8(xml), "XMLNS");
        Element body = made();
        body.add("Data").take(root.lastChild());
        assertThat(write(body))
                .isEqualTo(
                        "{\"o\":{\"id\":\"7\",\"item\":[\"a\",\"b\"],\"t\":{\"#text\":\"xy\",\"b\":\"\"}}}");
    }

    @Test
    void whatIsNoJsonIsRefused() {
        Element body = made();
        assertThatThrownBy(() -> write(body)).hasMessageContaining("has no child Data");
        body.add("Data").add("x", new FloatValue(Double.NaN));
        assertThatThrownBy(() -> write(body))
                .hasMessage("JSON.Data.x: found NaN, which is not a JSON number");
    }

    @Test
    void otherCharsetsAreReadAndWritten() {
        String text = "{\"n\u00E4me\":\"\u00FC\"}";
        for (int ccsid : new int[] {819, 500, 1200, 1252, 37}) {
            Charset charset = charset(ccsid);
            Bytes bytes = Bytes.of(text.getBytes(charset));
            Element body = parser.parse(bytes, ParseOptions.of(JSON, ccsid, 273));
            assertThat(body.at("Data", "n\u00E4me").text()).isEqualTo("\u00FC");
            assertThat(parser.write(body, WriteOptions.of(JSON, ccsid, 273)).array())
                    .isSameAs(bytes.array());
            assertThat(write(body)).isEqualTo(text);
            body.child("Data").child("n\u00E4me").value(Value.of("\u00DF"));
            Bytes changed = parser.write(body, WriteOptions.of(JSON, ccsid, 273));
            assertThat(changed.text(charset)).isEqualTo("{\"n\u00E4me\":\"\u00DF\"}");
        }
    }

    @Test
    void bothLineEndsOfEbcdicAreWhiteSpace() {
        for (String hex : new String[] {"15", "25"}) {
            String text = "C0" + hex + "7F817F7A7FC1157F" + hex + "D0";
            Bytes bytes = Bytes.of(HexFormat.of().parseHex(text));
            Element body = parser.parse(bytes, ParseOptions.of(JSON, 500, 273));
            assertThat(body.at("Data", "a").text()).isEqualTo("A\u0085");
            body.child("Data").child("a").value(Value.of("B\u0085\n"));
            assertThat(parser.write(body, WriteOptions.of(JSON, 500, 273)).text(charset(500)))
                    .isEqualTo("{\"a\":\"B\u0085\\n\"}");
            assertThat(parser.write(read("{\n\"a\":1}"), WriteOptions.of(JSON, 500, 273)).hex())
                    .isEqualTo("C0157F817F7AF1D0");
        }
    }

    @Test
    void charactersThatTheOutputDoesNotHaveAreEscaped() {
        Element body = read("{\"a\":\"\u20AC\uD83D\uDE00\"}");
        Bytes latin = parser.write(body, WriteOptions.of(JSON, 819, 273));
        assertThat(latin.text(ISO_8859_1)).isEqualTo("{\"a\":\"\\u20AC\\uD83D\\uDE00\"}");
    }

    @Test
    void bytesThatDoNotBelongToTheirCharsetAreRefused() {
        Bytes bytes = Bytes.of(new byte[] {'{', (byte) 0x81, '}'});
        Element body = parser.parse(bytes, ParseOptions.of(JSON, 367, 273));
        assertThatThrownBy(() -> body.child("Data")).satisfies(code(BAD_CCSID));
        assertThatThrownBy(() -> parser.parse(bytes, ParseOptions.of(JSON, 64_999, 273)))
                .satisfies(code(BAD_CCSID));
    }

    @Test
    void limitsHold() {
        Limits limits = Limits.builder().treeDepth(10).treeElements(100).nameLength(20).build();
        ParseOptions options = new ParseOptions(JSON, 1208, 273, COMPLETE, Set.of(), limits);
        for (String text :
                new String[] {
                    "[".repeat(11) + "]".repeat(11),
                    "[" + "1,".repeat(100) + "1]",
                    "{\"" + "n".repeat(21) + "\":1}"
                }) {
            assertThatThrownBy(() -> parser.parse(utf8(text), options))
                    .satisfies(code(PARSE_LIMIT));
        }
    }

    @Test
    void depthWithoutEndIsNoStackOverflow() {
        String deep = "[".repeat(500_000) + "]".repeat(500_000);
        assertThat(read(deep).child("Data").close()).isEqualTo(1_000_000);
        ParseOptions complete =
                new ParseOptions(JSON, 1208, 273, COMPLETE, Set.of(), Limits.DEFAULTS);
        assertThatThrownBy(() -> parser.parse(utf8(deep), complete)).satisfies(code(PARSE_LIMIT));
    }

    @Test
    void lookingForAnEarlyFieldDoesNotOpenWhatComesBehind() {
        Element data = data("{\"a\":1,\"big\":[" + "[1],".repeat(1000) + "[1]]}");
        assertThat(data.valueOf("a")).isEqualTo(Value.of(1));
        assertThat(data.isComplete()).isFalse();
        assertThat(data.child("big").lastKnown()).isNull();
    }

    @Test
    void theElementAskedForIsWrittenInFolderMode() {
        WriteOptions folder =
                new WriteOptions(JSON, 1208, 273, WriteOptions.Mode.FOLDER, Limits.DEFAULTS);
        Element data = data("{\"a\": {\"b\" : 1}}");
        assertThat(parser.write(data.child("a"), folder)).isEqualTo(utf8("{\"b\" : 1}"));
        assertThat(parser.write(data.at("a", "b"), folder)).isEqualTo(utf8("1"));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void anyTreeSurvivesBeingWrittenAndRead(@ForAll("trees") Element data) {
        Element body = made();
        body.addLast(data);
        String text = write(body);
        Element again = read(text);
        again.child("Data").finish();
        assertThat(write(again.deepCopy())).isEqualTo(text);
    }

    @Provide
    Arbitrary<Element> trees() {
        Arbitrary<Value> values =
                Arbitraries.oneOf(
                        Arbitraries.strings().ofMaxLength(12).map(s -> new CharacterValue(s)),
                        Arbitraries.longs().map(Value::of),
                        Arbitraries.bigDecimals()
                                .between(TEN.pow(20).negate(), TEN.pow(20))
                                .ofScale(9)
                                .map(DecimalValue::new),
                        Arbitraries.doubles().map(FloatValue::new),
                        Arbitraries.of(true, false).map(Value::of));
        Arbitrary<Element> leaves = values.map(v -> Element.of(ElementType.NAME_VALUE, "Data", v));
        return Arbitraries.recursive(
                () -> leaves,
                inner ->
                        Arbitraries.of(ARRAY, OBJECT)
                                .flatMap(
                                        type ->
                                                inner.list()
                                                        .ofMaxSize(3)
                                                        .map(list -> folder(type, list))),
                0,
                4);
    }

    private static Element folder(int type, Iterable<Element> children) {
        Element made = Element.of(type, "Data");
        int i = 0;
        for (Element child : children) {
            Element copy = child.deepCopy();
            copy.name(type == ARRAY ? "Item" : "n\u00E4me" + i++);
            made.addLast(copy);
        }
        return made;
    }
}
