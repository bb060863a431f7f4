package io.millrace.parsers.header;

import static io.millrace.parsers.Messages.ASSEMBLER;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.HeaderParser.Following;
import io.millrace.parsers.HeaderBytes;
import io.millrace.parsers.Messages;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;

class StructureHeaderTest {

    private static Element read(String domain) {
        return parser(domain)
                .parse(HeaderBytes.ALL.get(domain), 819, 273, Limits.DEFAULTS)
                .folder();
    }

    private static HeaderParser parser(String domain) {
        return Messages.PARSERS.headerForDomain(domain).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    MQCIH, ReturnCode, 1
                    MQCIH, Facility, X'a0a1a2a3a4a5a6a7'
                    MQCIH, TransactionId, PAY1
                    MQCIH, InputItem, 30
                    MQIIH, LTermOverride, 'LTERM   '
                    MQIIH, TranInstanceId, X'0102030405060708090a0b0c0d0e0f10'
                    MQIIH, CommitMode, 1
                    MQIIH, SecurityScope, C
                    MQMDE, MsgSeqNumber, 3
                    MQMDE, OriginalLength, 500
                    MQRFH, OPT_APP_GRP, orders
                    MQRFH, a name, say "no"
                    MQRFH, none, ''
                    MQRMH, ObjectType, 'FILE    '
                    MQRMH, SrcEnv, ''
                    MQRMH, SrcName, IN.DATA
                    MQRMH, DestName, OUT.DATA
                    MQRMH, DataLogicalLength, 4096
                    MQSAPH, Client, 800
                    MQSAPH, SystemNumber, 00
                    MQWIH, ServiceStep, 'STEP    '
                    MQWIH, MsgToken, X'0102030405060708090a0b0c0d0e0f10'
                    """)
    void theFieldsAreThoseOfTheStructure(String domain, String field, String expected) {
        Value value = read(domain).valueOf(field);
        assertThat(value instanceof BlobValue(Bytes b) ? b.toString() : value.text())
                .isEqualToIgnoringCase(expected);
    }

    @Test
    void theFirstVersionOfACicsHeaderEndsBeforeTheCursor() {
        byte[] bytes = HeaderBytes.ALL.get("MQCIH").slice(0, 164).toArray().clone();
        bytes[7] = 1;
        bytes[11] = (byte) 164;
        HeaderParser.Section section =
                parser("MQCIH").parse(Bytes.of(bytes), 819, 273, Limits.DEFAULTS);
        assertThat(section.length()).isEqualTo(164);
        assertThat(section.folder().child("Reserved3")).isNotNull();
        assertThat(section.folder().child("CursorPosition")).isNull();
        Bytes again =
                parser("MQCIH").write(section.folder().deepCopy(), 819, 273, null, Limits.DEFAULTS);
        assertThat(again).isEqualTo(Bytes.of(bytes));
    }

    @Test
    void namesOfAnRfhMayStandMoreThanOnceAndKeepTheirOrder() {
        var found = new ArrayList<String>();
        for (Element c = read("MQRFH").child("a"); c != null; c = c.next()) {
            found.add(c.name() + "=" + c.value().text());
        }
        assertThat(found).containsExactly("a=1", "a=2", "none=");
    }

    @Test
    void oneMadeByAProgramHasTheInitialValuesOfTheStructure() {
        Element header = Element.of(ElementType.NAME, "MQCIH");
        header.add("TransactionId", Value.of("PAY1"));
        Bytes written =
                parser("MQCIH")
                        .write(header, 500, 785, new Following("MQSTR", 500, 785), Limits.DEFAULTS);
        assertThat(written.length()).isEqualTo(180);
        Element again = parser("MQCIH").parse(written, 500, 785, Limits.DEFAULTS).folder();
        assertThat(again.valueOf("Version")).isEqualTo(Value.of(2));
        assertThat(again.valueOf("UOWControl")).isEqualTo(Value.of(273));
        assertThat(again.valueOf("GetWaitInterval")).isEqualTo(Value.of(-2));
        assertThat(again.textOf("TransactionId")).isEqualTo("PAY1");
    }

    @Test
    void pairsOfAProgramAreQuotedWhereTheyMust() {
        Element header = Element.of(ElementType.NAME, "MQRFH");
        header.add("MQPSCommand", Value.of("Publish"));
        header.add("MQPSTopic", Value.of("a \"quoted\" topic"));
        header.add("Empty", Value.of(""));
        Bytes written =
                parser("MQRFH")
                        .write(header, 819, 273, new Following("", 819, 273), Limits.DEFAULTS);
        assertThat(written.slice(32, written.length()).text(US_ASCII))
                .isEqualTo("MQPSCommand Publish MQPSTopic \"a \"\"quoted\"\" topic\" Empty \"\" ");
        assertThat(written.length() % 4).isZero();
    }

    @Test
    void whatFollowsHasTheLayoutOfTheHeaderWhereItHasNoneOfItsOwn() {
        Element header = Element.of(ElementType.NAME, "MQDLH");
        Bytes written =
                parser("MQDLH")
                        .write(header, 500, 785, new Following("MQSTR", 0, 0), Limits.DEFAULTS);
        Element again = parser("MQDLH").parse(written, 500, 785, Limits.DEFAULTS).folder();
        assertThat(again.valueOf("CodedCharSetId")).isEqualTo(Value.of(500));
        assertThat(again.valueOf("Encoding")).isEqualTo(Value.of(785));
        assertThat(parser("MQDLH").following(header)).isEqualTo(new Following("", 0, 0));
    }

    @Test
    void namesOfAnObjectAreWrittenWithTheirPlaces() {
        Element header = Element.of(ElementType.NAME, "MQRMH");
        header.add("SrcName", Value.of("IN.DATA"));
        header.add("DestName", Value.of("OUT"));
        Bytes written =
                parser("MQRMH")
                        .write(header, 819, 273, new Following("", 819, 273), Limits.DEFAULTS);
        assertThat(written.slice(108, written.length()).text(US_ASCII)).isEqualTo("IN.DATAOUT  ");
        Element again = parser("MQRMH").parse(written, 819, 273, Limits.DEFAULTS).folder();
        assertThat(again.textOf("SrcEnv")).isEmpty();
        assertThat(again.textOf("SrcName")).isEqualTo("IN.DATA");
        assertThat(again.textOf("DestName")).isEqualTo("OUT");
    }

    @Test
    void aHeaderThatCannotBeWrittenIsAnError() {
        Element version = Element.of(ElementType.NAME, "MQCIH");
        version.add("Version", Value.of(9));
        assertThatThrownBy(() -> parser("MQCIH").write(version, 819, 273, null, Limits.DEFAULTS))
                .hasMessageContaining("one of the versions [1, 2]");
        Element unnamed = Element.of(ElementType.NAME, "MQRFH");
        unnamed.addLast(Element.of(ElementType.VALUE, "", Value.of("x")));
        assertThatThrownBy(() -> parser("MQRFH").write(unnamed, 819, 273, null, Limits.DEFAULTS))
                .hasMessageContaining("found a field without a name");
    }

    @Test
    void aChainOfHeadersIsReadAndWrittenByFormat() {
        ByteSink body = new ByteSink();
        byte[] first = HeaderBytes.ALL.get("MQWIH").toArray().clone();
        System.arraycopy("MQHRF   ".getBytes(US_ASCII), 0, first, 20, 8);
        body.write(first);
        body.write(HeaderBytes.ALL.get("MQRFH"));
        body.ascii("text");
        Mqmd descriptor = new Mqmd().format("MQHWIH").codedCharSetId(819).encoding(273);
        Element root = Messages.read(descriptor, body.bytes(), "");
        assertThat(root.child("MQRFH").textOf("OPT_APP_GRP")).isEqualTo("orders");
        assertThat(root.lastChild().name()).isEqualTo("BLOB");
        assertThat(ASSEMBLER.write(root).body()).isEqualTo(body.bytes());
        root.child("MQWIH").child("ServiceStep").value(Value.of("NEXT"));
        Bytes written = ASSEMBLER.write(root).body();
        assertThat(written.length()).isEqualTo(body.length());
        assertThat(written.slice(64, 72).text(US_ASCII)).isEqualTo("NEXT    ");
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    MQCIH, 4, 9, 'MQCIH, byte 4: found Version 9, expected 1 or 2'
                    MQIIH, 8, 100, 'MQIIH, byte 8: found StrucLength 100, expected 84'
                    MQRFH, 8, 31, 'MQRFH, byte 8: found StrucLength 31, expected at least 32'
                    MQRFH, 8, 2147483647, 'the 2147483647 bytes of the header'
                    MQRMH, 72, 1000, 'SrcName specifies'
                    MQRMH, 76, 4, 'expected a range between 108 and StrucLength 124'
                    MQRMH, 76, -1, 'SrcName specifies'
                    """)
    void damageIsReportedWithItsPlace(String domain, int offset, int value, String expected) {
        byte[] bytes = HeaderBytes.ALL.get(domain).toArray().clone();
        ByteSink number = new ByteSink();
        number.int32(value, false);
        System.arraycopy(number.bytes().toArray(), 0, bytes, offset, 4);
        assertThatThrownBy(
                        () -> {
                            Element folder =
                                    parser(domain)
                                            .parse(Bytes.of(bytes), 819, 273, Limits.DEFAULTS)
                                            .folder();
                            for (Element c = folder.firstChild(); c != null; c = c.next()) {
                                c.value();
                            }
                        })
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    'name', 'found the end after the name ''name'', expected a value'
                    'a "open', 'a quote that is not closed'
                    '"" b', 'an empty name'
                    """)
    void damagedPairsAreReported(String pairs, String expected) {
        Bytes whole = HeaderBytes.ALL.get("MQRFH");
        ByteSink bytes = new ByteSink();
        bytes.write(whole.slice(0, 32));
        bytes.ascii(("%-" + (whole.length() - 32) + "s").formatted(pairs));
        Element folder = parser("MQRFH").parse(bytes.bytes(), 819, 273, Limits.DEFAULTS).folder();
        assertThatThrownBy(folder::lastChild)
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(expected);
    }
}
