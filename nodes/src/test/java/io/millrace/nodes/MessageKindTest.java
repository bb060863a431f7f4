package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.function.Consumer;

/** Nodes that look at what a message is, and that change it. */
class MessageKindTest {

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    @ParameterizedTest
    @CsvSource({
        "domain=XMLNSC checkDomain=true, match",
        """
        domain=MRM checkDomain=true, found a message with the domain XMLNSC; expected the domain \
        MRM\
        """,
        "domain=MRM checkDomain=false, match",
        "checkDomain=true, found a message with the domain XMLNSC; expected no domain",
        "checkMessageSet=true checkMessageType=true, match",
        """
        messageSet=x checkMessageSet=true, found a message with no message set; expected the \
        message set x\
        """,
        "messageType=x checkType=true, found a message with no type; expected the type x",
    })
    void aMessageIsLookedAtAsFarAsTheNodeSays(String properties, String expected) {
        String[] given = properties.replace("checkType", "checkMessageType").split("[ =]");
        run.node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                .node("look", "Validate", given)
                .sink("match")
                .sink("failed")
                .connect("in.out -> look", "look.match -> match", "look.failure -> failed");
        run.run("<a/>");
        MessageAssembly seen = run.seen.getFirst();
        Element failure = seen.exceptionList().firstChild();
        if (expected.equals("match")) {
            assertThat(failure).isNull();
        } else {
            assertThat(shown(failure)).contains(expected.replace(';', ','));
            assertThat(FlowRun.body(seen)).isEqualTo("<a/>");
        }
    }

    /** All texts in a tree. */
    private static String shown(Element e) {
        StringBuilder all = new StringBuilder();
        for (Element c = e.firstChild(); c != null; c = c.next()) {
            all.append(c.value() == null ? shown(c) : c.text()).append('\n');
        }
        return all.toString();
    }

    @Test
    void aMessageThatIsNotExpectedIsAnErrorWhereNobodyTakesIt() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("look", "Validate", "domain=XMLNSC", "checkDomain=true")
                .connect("in.out -> look");
        assertThat(run.run("<a/>").failure().root())
                .hasMessage("found a message with the domain BLOB, expected the domain XMLNSC")
                .extracting("code")
                .isEqualTo(ErrorCode.UNEXPECTED_MESSAGE);
    }

    @Test
    void aDomainWithoutItsResetIsRejected() {
        var reset = FlowRun.TYPES.type("ResetContentDescriptor").orElseThrow();
        assertThat(
                        reset.compile(
                                new FlowRun.Definition("r", reset.description(), "domain", "JSON"),
                                run.new Deployment()))
                .isNull();
    }

    private void reset(Consumer<Element> change, String... properties) {
        run.node("in", "MQInput", "queue=IN", "domain=JSON")
                .test("change", m -> change.accept(m.root()))
                .node("reset", "ResetContentDescriptor", properties)
                .sink("sink")
                .connect("in.out -> change", "change.out -> reset", "reset.out -> sink");
    }

    @Test
    void anotherParserReadsTheBytesThatCameIn() {
        reset(root -> {}, "domain", "XMLNSC", "resetDomain", "true", "messageSet", "ignored");
        run.run("<a><b>1</b></a>");
        Element root = run.seen.getFirst().root();
        assertThat(root.lastChild().name()).isEqualTo("XMLNSC");
        assertThat(root.child("JSON")).isNull();
        assertThat(root.at("XMLNSC", "a", "b").text()).isEqualTo("1");
        assertThat(root.at("Properties", "MessageSet").text()).isEmpty();
        assertThat(FlowRun.body(run.seen.getFirst())).isEqualTo("<a><b>1</b></a>");
    }

    @Test
    void aBodyThatWasChangedIsWrittenByItsOwnParserFirst() {
        reset(
                root -> root.at("JSON", "Data", "b").value(Value.of(2)),
                "resetDomain",
                "true",
                "messageFormat",
                "f",
                "resetMessageFormat",
                "true");
        run.run("{\"b\":1}");
        Element root = run.seen.getFirst().root();
        assertThat(root.at("BLOB", "BLOB").value().text())
                .isEqualTo(Value.of(Bytes.utf8("{\"b\":2}")).text());
        assertThat(root.at("Properties", "MessageFormat").text()).isEqualTo("f");
    }

    @Test
    void theHeaderThatTellsTheDomainTellsTheNewOne() {
        Element[] came = new Element[1];
        run.node("in", "MQInput", "queue=IN", "domain=BLOB")
                .test(
                        "header",
                        m -> {
                            Element body = m.root().lastChild();
                            Element rfh2 =
                                    body.addBefore(
                                            Element.of(ElementType.NAME, "MQRFH2")
                                                    .domain("MQRFH2"));
                            Element mcd = rfh2.add("mcd");
                            mcd.add("Msd", Value.of("none"));
                            came[0] = m.root();
                        })
                .node("reset", "ResetContentDescriptor", "domain=JSON", "resetDomain=true")
                .sink("sink")
                .connect("in.out -> header", "header.out -> reset", "reset.out -> sink");
        run.run(FlowRun.message("{\"b\":1}", new Mqmd().format("MQSTR")));
        Element root = run.seen.getFirst().root();
        assertThat(root.at("MQRFH2", "mcd", "Msd").text()).isEqualTo("JSON");
        assertThat(root.at("JSON", "Data", "b").value()).isEqualTo(Value.of(1));
        assertThat(came[0].at("MQRFH2", "mcd", "Msd").text()).isEqualTo("none");
        assertThat(came[0].lastChild().name()).isEqualTo("BLOB");
    }

    @Test
    void aBodyThatItsOwnParserCannotWriteIsAnError() {
        run.node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                .test("change", m -> m.root().at("XMLNSC", "a").add("1 x", Value.of("y")))
                .node("reset", "ResetContentDescriptor", "domain=BLOB", "resetDomain=true")
                .sink("failed")
                .connect("in.out -> change", "change.out -> reset", "reset.failure -> failed");
        run.run("<a/>");
        assertThat(shown(run.seen.getFirst().exceptionList())).contains("1 x");
    }
}
