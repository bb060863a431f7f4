package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Errors of programs that embed Millrace. */
class LibraryErrorsTest {

    private static final String FLOW =
            """
            flow: f
            nodes:
              in: {type: MQInput, queue: IN, domain: XMLNSC}
              out: {type: MQOutput, queue: OUT}
            connections: {in.out: out}
            """;

    private static void assertNull(String name, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(NullPointerException.class)
                .hasMessage(name + " must not be null");
    }

    @Test
    void nullArgumentsAreNamed() {
        assertNull("name", () -> Flow.load(Path.of("x"), null));
        assertNull("folder", () -> Application.load(null));
        assertNull("brokerYaml", () -> Broker.builder().configuration(null));
        assertNull("home", () -> Broker.builder().home(null));
        try (Broker broker = Broker.builder().start()) {
            assertNull("queue", () -> broker.put(null, "x"));
            assertNull("text", () -> broker.put("Q", (String) null));
            assertNull("message", () -> broker.put("Q", (QueueMessage) null));
            assertNull("timeout", () -> broker.get("Q", null));
            assertNull("folder", () -> broker.deploy((Path) null));
        }
    }

    @Test
    void aClosedBrokerIsNamed() {
        Broker broker = Broker.builder().start();
        broker.createQueue(QueueDefinition.named("Q"));
        broker.close();
        assertThatThrownBy(() -> broker.get("Q", Duration.ZERO))
                .hasMessage("the queues in memory are closed, because their broker is closed")
                .extracting(e -> ((MillraceException) e).code())
                .isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
    }

    @Test
    void aClosedBrokerRejectsDeployments() {
        Broker broker = Broker.builder().start();
        Application application = Application.of("f", Map.of("f.flow.yaml", FLOW));
        broker.deploy(application);
        broker.close();
        List<ThrowingCallable> calls =
                List.of(
                        () -> broker.deploy(application),
                        () -> broker.connect(application),
                        () -> broker.undeploy("f"));
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call)
                    .hasMessage("the broker %s is closed; start a new broker", broker.name())
                    .extracting(e -> ((MillraceException) e).code())
                    .isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
        }
    }

    @Test
    void anUnknownDomainAndAReaderWithoutAFolderAreReported() {
        try (Flow flow = Flow.parse(FLOW)) {
            FlowResult.Output output =
                    flow.process("<order><count>2</count></order>").outputs("OUT").getFirst();
            assertThatThrownBy(() -> output.root(MessageTemplate.domain("XMLNS2")))
                    .hasMessageContaining("the domain 'XMLNS2' has no parser; did you mean XMLNS");
            FieldReader reader = FieldReader.of("count");
            assertThatThrownBy(() -> reader.text(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "the reader has no folder; call at(folder) before the first value is"
                                    + " read");
            Element order = output.root(MessageTemplate.domain("XMLNSC")).lastChild().firstChild();
            assertThat(reader.at(order).text(0)).isEqualTo("2");
        }
    }
}
