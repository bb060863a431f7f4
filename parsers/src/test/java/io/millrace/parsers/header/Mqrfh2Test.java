package io.millrace.parsers.header;

import static io.millrace.engine.error.ErrorCode.BAD_HEADER;
import static io.millrace.engine.error.ErrorCode.PARSE_CUT_OFF;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.Messages.rfh2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.parser.HeaderParser.Following;
import io.millrace.engine.parser.HeaderParser.Section;

import org.junit.jupiter.api.Test;

import java.nio.charset.Charset;

class Mqrfh2Test {

    private final Mqrfh2 parser = new Mqrfh2();

    private Section read(Bytes bytes) {
        return parser.parse(bytes, 1208, 273, Limits.DEFAULTS);
    }

    private Bytes write(Element header) {
        return parser.write(header, 1208, 273, null, Limits.DEFAULTS);
    }

    private static String texts(Bytes bytes) {
        return bytes.text(ISO_8859_1).substring(36);
    }

    @Test
    void theFixedPartIsFields() {
        Element header = read(rfh2("MQSTR")).folder();
        assertThat(header.valueOf("Version")).isEqualTo(Value.of(2));
        assertThat(header.textOf("Format")).isEqualTo("MQSTR   ");
        assertThat(header.valueOf("Encoding")).isEqualTo(Value.of(273));
        assertThat(header.valueOf("CodedCharSetId")).isEqualTo(Value.of(1208));
        assertThat(header.valueOf("Flags")).isEqualTo(Value.of(0));
        assertThat(header.valueOf("NameValueCCSID")).isEqualTo(Value.of(1208));
        assertThat(header.size()).isEqualTo(6);
    }

    @Test
    void whatFollowsIsSaidWithoutPadding() {
        Section section = read(rfh2("MQSTR", "<usr/>"));
        assertThat(section.following()).isEqualTo(new Following("MQSTR", 1208, 273));
        assertThat(section.length()).isEqualTo(36 + 4 + 8);
    }

    @Test
    void littleEndianAndEbcdicHeadersAreRead() {
        Bytes bytes =
                rfh2(
                        true,
                        Charset.forName("Cp500"),
                        "MQSTR",
                        500,
                        546,
                        1208,
                        "<usr><a>x</a></usr>");
        Section section = parser.parse(bytes, 500, 546, Limits.DEFAULTS);
        assertThat(section.following()).isEqualTo(new Following("MQSTR", 500, 546));
        assertThat(section.folder().at("usr", "a").text()).isEqualTo("x");
        assertThat(parser.write(section.folder(), 500, 546, null, Limits.DEFAULTS))
                .isEqualTo(bytes);
    }

    @Test
    void aHeaderIsWrittenAnewForAnotherLayout() {
        Bytes bytes =
                rfh2(
                        true,
                        Charset.forName("Cp500"),
                        "MQSTR",
                        1208,
                        273,
                        1208,
                        "<usr><a>x</a></usr>");
        Element header = parser.parse(bytes, 500, 546, Limits.DEFAULTS).folder();
        assertThat(write(header)).isEqualTo(rfh2("MQSTR", "<usr><a>x</a></usr>"));
    }

    @Test
    void foldersMayBeInUtf16() {
        Bytes bytes =
                rfh2(false, ISO_8859_1, "", 1208, 273, 1200, "<usr><a>\u00E9\u20AC</a></usr>");
        Element header = read(bytes).folder();
        assertThat(header.at("usr", "a").text()).isEqualTo("\u00E9\u20AC");
        header.child("usr").add("b", Value.of("\u00FC"));
        Element again = read(write(header)).folder();
        assertThat(again.at("usr", "a").text()).isEqualTo("\u00E9\u20AC");
        assertThat(again.at("usr", "b").text()).isEqualTo("\u00FC");
    }

    @Test
    void valuesHaveTheTypesThatDtSays() {
        Element usr =
                read(rfh2(
                                "",
                                """
                                <usr><i dt="i4">-5</i><l dt='i8'>5000000000</l><f \
                                dt='r8'>1.5</f><b dt='boolean'>1</b><x \
                                dt='bin.hex'>0A0b</x><s dt='string'>7</s><n \
                                xsi:nil='true'></n><t>7</t></usr>\
                                """))
                        .folder()
                        .child("usr");
        assertThat(usr.valueOf("i")).isEqualTo(Value.of(-5));
        assertThat(usr.valueOf("l")).isEqualTo(Value.of(5_000_000_000L));
        assertThat(usr.valueOf("f")).isEqualTo(new FloatValue(1.5));
        assertThat(usr.valueOf("b")).isEqualTo(Value.of(true));
        assertThat(usr.valueOf("x")).isEqualTo(Value.of(Bytes.of(new byte[] {10, 11})));
        assertThat(usr.valueOf("s")).isEqualTo(Value.of("7"));
        assertThat(usr.valueOf("n")).isNull();
        assertThat(usr.valueOf("t")).isEqualTo(Value.of("7"));
    }

    @Test
    void typesAreWrittenBack() {
        Element usr =
                read(rfh2(
                                "",
                                """
                                <usr><i dt="i2">-5</i><s dt='string'>7</s><n \
                                xsi:nil='true'></n></usr>\
                                """))
                        .folder()
                        .child("usr");
        usr.add("l", Value.of(5_000_000_000L));
        usr.add("b", Value.of(false));
        usr.add("x", Value.of(Bytes.of(new byte[] {10})));
        usr.add("t", Value.of("a<b>&c"));
        assertThat(texts(write(usr.parent())).substring(4).strip())
                .isEqualTo(
                        """
                        <usr><i dt="i2">-5</i><s dt="string">7</s><n xsi:nil="true"></n><l \
                        dt="i8">5000000000</l><b dt="boolean">0</b><x \
                        dt="bin.hex">0A</x><t>a&lt;b&gt;&amp;c</t></usr>\
                        """);
    }

    @Test
    void aTypeThatNoLongerFitsTheValueIsReplaced() {
        Element usr = read(rfh2("", "<usr><i dt=\"i2\">-5</i></usr>")).folder().child("usr");
        usr.child("i").value(Value.of(70_000));
        assertThat(texts(write(usr.parent()))).contains("<i dt=\"i4\">70000</i>");
    }

    @Test
    void jmsAndPscHaveNoTypes() {
        Element header = Element.of(ElementType.NAME, "MQRFH2");
        header.add("jms").add("Pri", Value.of(4));
        header.add("psc").add("SeqNum", Value.of(4));
        assertThat(texts(write(header)))
                .contains("<jms><Pri>4</Pri></jms>")
                .contains("<psc><SeqNum>4</SeqNum></psc>");
    }

    @Test
    void foldersThatWereNotChangedAreCopied() {
        Bytes bytes =
                rfh2(
                        "",
                        "<mcd ><Msd>xml</Msd></mcd>",
                        "<usr><a>1</a></usr>",
                        "<psc><Topic>x</Topic><Topic>y</Topic></psc>");
        Element header = read(bytes).folder();
        header.child("usr").child("a").value(Value.of("2"));
        assertThat(write(header))
                .isEqualTo(
                        rfh2(
                                "",
                                "<mcd ><Msd>xml</Msd></mcd>",
                                "<usr><a>2</a></usr>",
                                "<psc><Topic>x</Topic><Topic>y</Topic></psc>"));
    }

    @Test
    void severalFoldersMayShareOneText() {
        Element header = read(rfh2("", "<mcd><Msd>xml</Msd></mcd><usr><a>1</a></usr>")).folder();
        assertThat(header.at("mcd", "Msd").text()).isEqualTo("xml");
        assertThat(header.at("usr", "a").text()).isEqualTo("1");
        header.child("usr").add("b", Value.of("2"));
        Element again = read(write(header)).folder();
        assertThat(again.at("mcd", "Msd").text()).isEqualTo("xml");
        assertThat(again.at("usr", "b").text()).isEqualTo("2");
    }

    @Test
    void groupsMayBeNested() {
        Element header = read(rfh2("", "<usr><g><a>1</a> <b/></g></usr>")).folder();
        assertThat(header.at("usr", "g", "a").text()).isEqualTo("1");
        assertThat(header.at("usr", "g", "b").text()).isEmpty();
        header.at("usr", "g").add("c", Value.of("3"));
        assertThat(texts(write(header))).contains("<usr><g><a>1</a><b></b><c>3</c></g></usr>");
    }

    @Test
    void entitiesAreResolvedAndNoOthersKnown() {
        assertThat(
                        read(rfh2("", "<usr><a>&lt;&#65;&#x42;&amp;</a></usr>"))
                                .folder()
                                .at("usr", "a")
                                .text())
                .isEqualTo("<AB&");
        assertThatThrownBy(() -> read(rfh2("", "<usr><a>&xxe;</a></usr>")).folder().at("usr", "a"))
                .satisfies(code(BAD_HEADER));
    }

    @Test
    void damagedTextIsReportedWhenItIsTouchedAndEachTime() {
        Element header = read(rfh2("", "<usr><a>1</b></usr>")).folder();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> header.child("usr"))
                    .hasMessage("MQRFH2, byte 49: found </b>, expected </a>");
        }
    }

    @Test
    void damagedLengthsAreReportedAtOnceWithOffsetAndWhatWasExpected() {
        byte[] array = rfh2("", "<usr/>").toArray().clone();
        array[39] = 99;
        assertThatThrownBy(() -> read(Bytes.of(array)))
                .hasMessage(
                        """
                        MQRFH2, byte 36: found NameValueLength 99, expected 0 to 8, as StrucLength \
                        says 48\
                        """)
                .satisfies(code(BAD_HEADER));
        byte[] strucLength = rfh2("", "<usr/>").toArray().clone();
        strucLength[11] = 120;
        assertThatThrownBy(() -> read(Bytes.of(strucLength))).satisfies(code(PARSE_CUT_OFF));
        assertThatThrownBy(() -> read(utf8("RFH \0\0\0\2"))).satisfies(code(PARSE_CUT_OFF));
        assertThatThrownBy(() -> read(utf8("XYZ ".repeat(10))))
                .hasMessageContaining("expected the structure identifier");
    }

    @Test
    void aWrongEncodingIsNamedAsTheReason() {
        assertThatThrownBy(() -> parser.parse(rfh2(""), 1208, 546, Limits.DEFAULTS))
                .hasMessageContaining("the Encoding 546 of the header before is wrong");
    }

    @Test
    void depthIsBounded() {
        String deep = "<a>".repeat(2_000) + "</a>".repeat(2_000);
        Element header = read(rfh2("", "<usr>" + deep + "</usr>")).folder();
        assertThatThrownBy(() -> header.child("usr")).hasMessageContaining("levels");
    }

    @Test
    void whatCannotBeWrittenNamesTheElement() {
        Element header = Element.of(ElementType.NAME, "MQRFH2");
        header.add("usr").add("a b", Value.of("x"));
        assertThatThrownBy(() -> write(header))
                .hasMessageContaining("MQRFH2.usr.a b")
                .hasMessageContaining("XML name");
    }
}
