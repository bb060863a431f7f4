package io.millrace.parsers;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_DOMAIN;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_MESSAGE_SET;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.parsers.Messages.PARSERS;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.Messages.dlh;
import static io.millrace.parsers.Messages.join;
import static io.millrace.parsers.Messages.rfh2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.WriteOptions;
import io.millrace.parsers.mrm.MrmParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A test per row of docs/parser-choice.md, over parsers of which only the names matter. */
class ParserChoiceTest {

    private static final Bytes DATA = utf8("data");

    private final ParserRegistry parsers =
            ParserRegistry.of(
                    List.of(
                            named("XML"),
                            named("XMLNS"),
                            named("XMLNSC"),
                            named("MRM"),
                            named("JSON"),
                            named("BLOB")),
                    PARSERS.headers());
    private final MessageAssembler assembler = new MessageAssembler(parsers, Limits.DEFAULTS);
    private final List<String> trace = new ArrayList<>();

    private Element root(String format, Bytes bytes, MessageTemplate node) {
        Defaults defaults = new Defaults(node, ON_DEMAND, Set.of());
        return assembler.assemble(new Mqmd().format(format), bytes, defaults, trace::add);
    }

    private Element withMcd(String mcd, MessageTemplate node) {
        return root("MQHRF2", join(rfh2("MQSTR", "<mcd>" + mcd + "</mcd>"), DATA), node);
    }

    private static MessageTemplate domain(String name) {
        return MessageTemplate.domain(name);
    }

    private static String bodyOf(Element root) {
        return root.lastChild().name();
    }

    @Test
    void headersAreChosenByFormatWhateverTheNodeSays() {
        Bytes bytes = join(dlh("MQHRF2", 1208, 273), rfh2("", "<usr/>"), DATA);
        Element root = root("MQDEAD", bytes, domain("XML"));
        assertThat(root.child("MQDLH")).isNotNull();
        assertThat(root.child("MQRFH2")).isNotNull();
        assertThat(bodyOf(root)).isEqualTo("XML");
    }

    @Test
    void aFormatOfNoHeaderEndsTheChain() {
        Element root = root("MQSTR", join(rfh2("", "<usr/>"), DATA), domain("XML"));
        assertThat(root.child("MQRFH2")).isNull();
        assertThat(bodyOf(root)).isEqualTo("XML");
    }

    @Test
    void aHeaderWithoutAParserStaysInTheBodyAndTheTraceSaysSo() {
        assertThat(bodyOf(root("MQXMIT", DATA, domain("MRM")))).isEqualTo("MRM");
        assertThat(trace)
                .singleElement()
                .asString()
                .contains("'MQXMIT' announces a header that has no parser");
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    xml, XML
                    XML, XML
                    xmlns, XMLNS
                    XMLNS, XMLNS
                    xmlnsc, XMLNSC
                    XMLNSC, XMLNSC
                    mrm, MRM
                    MRM, MRM
                    json, JSON
                    JSON, JSON
                    none, BLOB
                    BLOB, BLOB
                    jms_map, XML
                    jms_stream, XML
                    """)
    void msdNamesTheDomainAndBeatsTheNode(String msd, String domain) {
        String other = domain.equals("MRM") ? "XML" : "MRM";
        assertThat(bodyOf(withMcd("<Msd>" + msd + "</Msd>", domain(other)))).isEqualTo(domain);
        assertThat(trace).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    jms_text
                    jms_bytes
                    jms_none
                    jms_object
                    """)
    void aKindOfJmsMessageLeavesTheFormatToTheNode(String msd) {
        assertThat(bodyOf(withMcd("<Msd>" + msd + "</Msd>", domain("JSON")))).isEqualTo("JSON");
        assertThat(bodyOf(withMcd("<Msd>" + msd + "</Msd>", MessageTemplate.NONE)))
                .isEqualTo("BLOB");
        assertThat(trace)
                .singleElement()
                .asString()
                .contains("Msd '" + msd + "' does not identify a format");
    }

    @Test
    void setTypeAndFormatComeWithTheDomainFromMcd() {
        Element root =
                withMcd(
                        "<Msd>mrm</Msd><Set>PAYROLL</Set><Type>msg</Type><Fmt>CWF1</Fmt>",
                        new MessageTemplate("MRM", "OTHER", "other", "TDS1"));
        assertThat(root.at("Properties", "MessageSet").text()).isEqualTo("PAYROLL");
        assertThat(root.at("Properties", "MessageType").text()).isEqualTo("msg");
        assertThat(root.at("Properties", "MessageFormat").text()).isEqualTo("CWF1");
    }

    @Test
    void whatMcdLeavesOutIsNotTakenFromTheNode() {
        Element root =
                withMcd("<Msd>xml</Msd>", new MessageTemplate("MRM", "PAYROLL", "msg", "CWF1"));
        assertThat(root.at("Properties", "MessageSet").text()).isEmpty();
    }

    @Test
    void theMcdNearestToTheBodyCounts() {
        Bytes bytes =
                join(
                        rfh2("MQHRF2", "<mcd><Msd>xml</Msd></mcd>"),
                        rfh2("MQHRF2", "<mcd><Msd>json</Msd></mcd>"),
                        rfh2("MQSTR", "<usr/>"),
                        DATA);
        assertThat(bodyOf(root("MQHRF2", bytes, MessageTemplate.NONE))).isEqualTo("JSON");
    }

    @Test
    void anMqrfh2WithoutMsdLeavesTheChoiceToTheNode() {
        assertThat(bodyOf(withMcd("<Set>S</Set>", domain("XMLNSC")))).isEqualTo("XMLNSC");
        assertThat(bodyOf(root("MQHRF2", join(rfh2("", "<usr/>"), DATA), domain("XMLNSC"))))
                .isEqualTo("XMLNSC");
    }

    @Test
    void theNodesPropertiesAreUsedWhereNoHeaderSays() {
        Element root = root("MQSTR", DATA, new MessageTemplate("MRM", "PAYROLL", "msg", "CWF1"));
        assertThat(bodyOf(root)).isEqualTo("MRM");
        assertThat(root.at("Properties", "MessageSet").text()).isEqualTo("PAYROLL");
    }

    @Test
    void withNothingSaidTheBodyIsBlobAndTheTraceSaysWhatWasLookedFor() {
        assertThat(bodyOf(root("MQSTR", DATA, MessageTemplate.NONE))).isEqualTo("BLOB");
        assertThat(trace)
                .containsExactly(
                        """
                        the body is parsed as BLOB: Format 'MQSTR' does not identify a parser, no MQRFH2 has \
                        an mcd folder with Msd, and the messageDomain of the node is not set\
                        """);
    }

    @Test
    void anUnknownDomainInMcdIsAnErrorWithTheNearestName() {
        assertThatThrownBy(() -> withMcd("<Msd>XMLNSCC</Msd>", domain("XML")))
                .hasMessage(
                        """
                        the domain 'XMLNSCC' (mcd folder of the MQRFH2) has no parser; did you \
                        mean XMLNSC?\
                        """)
                .satisfies(code(UNKNOWN_DOMAIN));
    }

    @Test
    void namesAreCaseSensitive() {
        assertThatThrownBy(() -> withMcd("<Msd>Xml</Msd>", domain("XML")))
                .satisfies(code(UNKNOWN_DOMAIN));
    }

    @Test
    void anUnknownDomainOfTheNodeIsAnErrorWithTheNearestName() {
        assertThatThrownBy(() -> root("", DATA, domain("XMLC")))
                .hasMessageContaining("the domain 'XMLC' has no parser; did you mean XML?");
    }

    @Test
    void anUnknownSetIsAnErrorThatNamesItsSource() {
        assertThatThrownBy(() -> withMcd("<Msd>mrm</Msd><Set>NONE</Set>", MessageTemplate.NONE))
                .hasMessage("the message set 'NONE' is not deployed (mcd folder of the MQRFH2)")
                .satisfies(code(UNKNOWN_MESSAGE_SET));
        assertThatThrownBy(() -> root("", DATA, new MessageTemplate("MRM", "NONE", "", "")))
                .hasMessage("the message set 'NONE' is not deployed (node property)");
    }

    private static MessageTemplate mrm(String set, String type, String format) {
        return new MessageTemplate("MRM", set, type, format);
    }

    private static Optional<String> refused(MessageTemplate template) {
        return PARSERS.domain("MRM").orElseThrow().checkTemplate(template);
    }

    @Test
    void whatIsLeftOutOfAnMrmTemplateIsTheOnlyOneThereIs() {
        assertThat(refused(mrm("samples", "order", "cwf"))).isEmpty();
        assertThat(refused(mrm("", "", ""))).isEmpty();
        assertThat(refused(mrm("", "order", ""))).isEmpty();
        assertThat(new MrmParser().checkTemplate(mrm("", "", "")))
                .hasValue(
                        "the application has no message set; add a file *.model.yaml that begins"
                                + " with 'messageSet: NAME'");
    }

    @Test
    void namesThatAnMrmTemplateGetsWrongAreErrorsWithTheNearestOne() {
        assertThat(refused(mrm("sample", "", "")))
                .hasValue("the application has no message set 'sample'; did you mean samples?");
        assertThat(refused(mrm("samples", "Ordr", "")))
                .hasValue("the message set samples has no message 'Ordr'; did you mean order?");
        assertThat(refused(mrm("samples", "order", "TDS1")))
                .hasValue("the message set samples has no physical format 'TDS1'; it has cwf");
        Bytes bytes = join(rfh2("", "<mcd><Msd>mrm</Msd><Set>sample</Set></mcd>"), DATA);
        assertThatThrownBy(
                        () ->
                                Messages.ASSEMBLER.assemble(
                                        new Mqmd().format("MQHRF2"),
                                        bytes,
                                        Messages.domain(""),
                                        null))
                .hasMessageContaining("did you mean samples? (mcd folder of the MQRFH2)");
    }

    private static Parser named(String name) {
        return new Parser() {
            @Override
            public String domain() {
                return name;
            }

            @Override
            public Element parse(Bytes body, ParseOptions options) {
                return Element.of(ElementType.NAME, name).domain(name);
            }

            @Override
            public Bytes write(Element body, WriteOptions options) {
                return DATA;
            }

            @Override
            public Map<String, Integer> fieldTypes() {
                return Map.of();
            }

            @Override
            public Optional<String> checkTemplate(MessageTemplate template) {
                return template.set().equals("NONE")
                        ? Optional.of("the message set 'NONE' is not deployed")
                        : Optional.empty();
            }
        };
    }
}
