package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

class XSLTransformTest {

    private static final String SHEET =
            """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
            <xsl:output omit-xml-declaration="yes"/>%s</xsl:stylesheet>
            """;

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    private void file(String path, String templates) {
        run.files.put(path, SHEET.formatted(templates).getBytes(StandardCharsets.UTF_8));
    }

    private static String template(String content) {
        return "<xsl:template match=\"/\">" + content + "</xsl:template>";
    }

    /** Transforms a message with the properties; {@code prepare} can set the LocalEnvironment. */
    private Outcome transform(String body, Consumer<Element> prepare, String... properties) {
        run.node("in", "MQInput", "queue=IN", "domain=XMLNSC", "backoutThreshold=5")
                .test("prepare", m -> prepare.accept(m.localEnvironment()))
                .node("xsl", "XSLTransform", properties)
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> prepare", "prepare.out -> xsl", "xsl.out -> out");
        return run.run(body);
    }

    private Outcome transform(String body, String... properties) {
        return transform(body, environment -> {}, properties);
    }

    @Test
    void theBodyIsTransformedAndParsed() {
        file("a.xsl", template("<bill><xsl:value-of select=\"order/id + 1\"/></bill>"));
        run.node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                .node("xsl", "XSLTransform", "stylesheet=a.xsl", "domain=XMLNSC")
                .sink("sink")
                .connect("in.out -> xsl", "xsl.out -> sink");
        run.run("<order><id>6</id></order>");
        assertThat(run.seen.getFirst().body().owningDomain()).isEqualTo("XMLNSC");
        assertThat(run.seen.getFirst().body().at("bill").text()).isEqualTo("7");
    }

    @Test
    void theResultHasTheRequestedCharacterSet() {
        file("a.xsl", template("<b>\u00e4</b>"));
        transform("<order/>", "stylesheet=a.xsl", "outputCharSet=819");
        assertThat(run.descriptor("OUT").codedCharSetId()).isEqualTo(819);
        assertThat(
                        run.queues
                                .browse("OUT", 1)
                                .getFirst()
                                .body()
                                .text(Charset.forName("ISO-8859-1")))
                .isEqualTo("<b>\u00e4</b>");
    }

    @Test
    void aMessageInAnotherCharacterSetIsRead() {
        file("a.xsl", template("<b><xsl:value-of select=\"a\"/></b>"));
        run.node("in", "MQInput", "queue=IN", "domain=BLOB")
                .node("xsl", "XSLTransform", "stylesheet=a.xsl")
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> xsl", "xsl.out -> out");
        run.run(
                new QueueMessage(
                        new Mqmd().codedCharSetId(819),
                        Bytes.of("<a>\u00e4</a>".getBytes(StandardCharsets.ISO_8859_1))));
        assertThat(run.texts("OUT")).containsExactly("<b>\u00e4</b>");
    }

    @Test
    void theLocalEnvironmentHasTheStylesheetAndItsParameters() {
        file(
                "sheets/b.xsl",
                "<xsl:param name=\"n\"/><xsl:param name=\"t\"/>"
                        + template("<b><xsl:value-of select=\"concat($t, $n + 1)\"/></b>"));
        Outcome outcome =
                transform(
                        "<order/>",
                        environment -> {
                            Element xsl = environment.add("XSL");
                            xsl.add("StyleSheetName", "b.xsl");
                            Element parameters = xsl.add("Parameters");
                            parameters.add("n", Value.of(6));
                            parameters.add("t", "x");
                        },
                        "stylesheetDirectory=sheets");
        assertThat(outcome.result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("<b>x7</b>");
    }

    @Test
    void theInstructionInTheMessageHasPriority() {
        file("a.xsl", template("<a/>"));
        file("b.xsl", template("<b/>"));
        transform(
                "<?xml-stylesheet type=\"text/xsl\" href=\"b.xsl\"?><order/>", "stylesheet=a.xsl");
        assertThat(run.texts("OUT")).containsExactly("<b/>");
    }

    @Test
    void aStylesheetIncludesAndReadsFilesOfTheApplication() {
        file("x/a.xsl", "<xsl:include href=\"../y/b.xsl\"/>");
        file("y/b.xsl", template("<b><xsl:value-of select=\"document('codes.xml')/c\"/></b>"));
        run.files.put("y/codes.xml", "<c>5</c>".getBytes(StandardCharsets.UTF_8));
        transform("<order/>", "stylesheet=x/a.xsl");
        assertThat(run.texts("OUT")).containsExactly("<b>5</b>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "document('file:///etc/hostname')",
                "document('../../etc/hostname')",
                "document('http://localhost:1/x')",
                "rt:exec(rt:getRuntime(), 'id')",
            })
    void aStylesheetHasNoAccessOutsideTheApplication(String expression) {
        file(
                "a.xsl",
                template(
                        "<b xmlns:rt=\"http://xml.apache.org/xalan/java/java.lang.Runtime\">"
                                + "<xsl:value-of select=\""
                                + expression
                                + "\"/></b>"));
        var type = FlowRun.TYPES.type("XSLTransform").orElseThrow();
        var node = new FlowRun.Definition("x", type.description(), "stylesheet=a.xsl");
        if (type.compile(node, run.new Deployment()) == null) {
            assertThat(run.problems.all().getFirst().code()).isEqualTo(ErrorCode.STYLESHEET);
            return;
        }
        var failure = transform("<order/>", "stylesheet=a.xsl").failure();
        assertThat(failure.root().code()).isEqualTo(ErrorCode.TRANSFORMATION_FAILED);
        assertThat(run.texts("OUT")).isEmpty();
    }

    @Test
    void theEntitiesOfAMessageAreLimited() {
        file("a.xsl", template("<b><xsl:value-of select=\".\"/></b>"));
        StringBuilder bomb = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 \"0123456789\">");
        for (int i = 1; i < 12; i++) {
            bomb.append("<!ENTITY e" + i + " \"" + ("&e" + (i - 1) + ";").repeat(10) + "\">");
        }
        bomb.append("]><a>&e11;</a>");
        run.node("in", "MQInput", "queue=IN", "domain=BLOB", "backoutThreshold=5")
                .node("xsl", "XSLTransform", "stylesheet=a.xsl")
                .connect("in.out -> xsl");
        assertThat(run.run(bomb.toString()).failure().root().code())
                .isEqualTo(ErrorCode.PARSE_FAILED);
    }

    @Test
    void anExternalEntityOfAMessageIsEmpty() {
        file("a.xsl", template("<b><xsl:value-of select=\".\"/></b>"));
        run.node("in", "MQInput", "queue=IN", "domain=BLOB")
                .node("xsl", "XSLTransform", "stylesheet=a.xsl")
                .node("out", "MQOutput", "queue=OUT")
                .connect("in.out -> xsl", "xsl.out -> out");
        run.run("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><a>x&e;y</a>");
        assertThat(run.texts("OUT")).containsExactly("<b>xy</b>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<xsl:message terminate=\"yes\">no id</xsl:message> | no id",
                "<xsl:call-template name=\"loop\"/> | too deeply",
                "<xsl:value-of select=\"document('file:///etc/passwd')\"/> |"
                        + " is not an .xsl, .xslt or .xml file of the application",
                "<xsl:value-of select=\"document('http://127.0.0.1/a.xml')\"/> |"
                        + " is not an .xsl, .xslt or .xml file",
            })
    void anErrorOfTheStylesheetIsAnErrorOfTheNode(String content, String text) {
        file(
                "a.xsl",
                template("<b>" + content + "</b>")
                        + "<xsl:template name=\"loop\"><c><xsl:call-template name=\"loop\"/></c>"
                        + "</xsl:template>");
        var failure = transform("<order/>", "stylesheet=a.xsl").failure().root();
        assertThat(failure.code()).isEqualTo(ErrorCode.TRANSFORMATION_FAILED);
        assertThat(failure).hasMessageContaining(text);
    }

    @Test
    void aMessageThatIsNotXmlIsAnErrorOfTheNode() {
        file("a.xsl", template("<b/>"));
        run.node("in", "MQInput", "queue=IN", "domain=BLOB", "backoutThreshold=5")
                .node("xsl", "XSLTransform", "stylesheet=a.xsl")
                .connect("in.out -> xsl");
        var failure = run.run("{}").failure().root();
        assertThat(failure.code()).isEqualTo(ErrorCode.PARSE_FAILED);
        assertThat(failure).hasMessageContaining("the message is not well-formed XML");
        assertThat(failure).hasMessageContaining("line 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stylesheet=../a.xsl | is not in the folder of the application",
                "stylesheet=/etc/a.xsl | is not in the folder of the application",
                "stylesheet=C:\\a.xsl | is not in the folder of the application",
                "stylesheet=x/../../a.xsl | is not in the folder of the application",
                "stylesheet=b.xsl | the stylesheet b.xsl does not exist in the application; did"
                        + " you",
                "stylesheet=two.xsl | has the version 2.0, which needs an XSLT 2.0 processor",
                "stylesheet=broken.xsl | the stylesheet broken.xsl cannot be compiled: line 2,"
                        + " column",
                "stylesheet=xpath.xsl | the stylesheet xpath.xsl cannot be compiled: line 2:"
                        + " Syntax error in 'id/'",
                "stylesheet=a.xsl;outputCharSet=99999 | unknown CCSID 99999",
            })
    void unusableStylesheetsAreProblems(String properties, String text) {
        file("a.xsl", template("<a/>"));
        file("broken.xsl", template("<a>"));
        file("xpath.xsl", template("<xsl:value-of select=\"id/\"/>"));
        run.files.put(
                "two.xsl",
                SHEET.formatted("").replace("1.0", "2.0").getBytes(StandardCharsets.UTF_8));
        var type = FlowRun.TYPES.type("XSLTransform").orElseThrow();
        var node = new FlowRun.Definition("x", type.description(), properties.split(";"));
        assertThat(type.compile(node, run.new Deployment())).isNull();
        assertThat(run.problems.all()).hasSize(1);
        assertThat(run.problems.all().getFirst().text()).contains(text);
    }

    @Test
    void aMessageWithoutAStylesheetIsAnErrorOfTheNode() {
        assertThat(transform("<order/>").failure().root().code()).isEqualTo(ErrorCode.STYLESHEET);
    }
}
