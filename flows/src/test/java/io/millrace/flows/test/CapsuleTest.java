package io.millrace.flows.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.flows.FlowTests;
import io.millrace.flows.TestResult;
import io.millrace.flows.library.Registries;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CapsuleTest {

    private static final String FLOW =
            """
            flow: price
            nodes:
              in: {type: MQInput, queue: PRICE.IN, domain: XMLNSC}
              divide: {type: Compute, module: Divide}
              out: {type: MQOutput, queue: PRICE.OUT}
            connections:
              in.out: divide
              divide.out: out
            """;
    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Divide
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                SET OutputRoot.XMLNSC.price = 100 / CAST(InputRoot.XMLNSC.count AS INTEGER);
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path folder;
    private final MessageAssembler assembler =
            new MessageAssembler(Registries.load().parsers(), Limits.DEFAULTS);

    private QueueMessage deadLetter(Application application) {
        try (Flow flow = Flow.of(application, "")) {
            FlowResult result =
                    flow.process(
                            new QueueMessage(
                                    new Mqmd().format("MQSTR").replyToQ("R"),
                                    Bytes.utf8("<count>0</count>")));
            return result.outputs(QueueStore.DEAD_LETTER_QUEUE).getFirst().message();
        }
    }

    private Application application() throws IOException {
        Files.writeString(folder.resolve("price.flow.yaml"), FLOW);
        Files.writeString(folder.resolve("price.esql"), ESQL);
        return Application.load(folder);
    }

    @Test
    void aCapsuleContainsTheMessageAndItsFailure() throws IOException {
        QueueMessage dead = deadLetter(application());
        Path file = folder.resolve("dead" + Capsule.SUFFIX);
        Files.writeString(file, Capsule.of(dead, assembler).write(assembler));
        Capsule read = Capsule.read(file);
        assertThat(read.flow()).isEqualTo("price");
        assertThat(read.input()).isEqualTo("in");
        assertThat(read.failure()).isEqualTo(dead.failure());
        assertThat(read.failure().path()).containsExactly("price.in", "price.divide");
        assertThat(read.failure().code()).isEqualTo("MR2102");
        assertThat(read.failure().exceptionList()).contains("'price.divide'", "price.esql");
        assertThat(read.message().descriptor().format()).isEqualTo("MQSTR");
        assertThat(read.message().descriptor().replyToQ()).isEqualTo("R");
        assertThat(read.message().body()).isEqualTo(Bytes.utf8("<count>0</count>"));
    }

    @Test
    void aTestOfACapsulePassesUntilTheFlowIsCorrected() throws IOException {
        Capsule capsule = Capsule.of(deadLetter(application()), assembler);
        Files.createDirectory(folder.resolve("tests"));
        Files.writeString(folder.resolve("tests/dead.yaml"), capsule.test(assembler));
        assertThat(FlowTests.run(folder)).hasSize(1).allMatch(TestResult::passed);
        Files.writeString(folder.resolve("price.esql"), ESQL.replace("100 /", "100 +"));
        List<TestResult> corrected = FlowTests.run(folder);
        assertThat(corrected.getFirst().differences().getFirst().text())
                .contains("expected a failure");
    }

    @Test
    void onlyMessagesThatAFlowMovedHaveACapsule() {
        QueueMessage message = new QueueMessage(new Mqmd(), Bytes.utf8("x"));
        assertThatThrownBy(() -> Capsule.of(message, assembler))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("has no failure");
    }

    @Test
    void aFileThatIsNotACapsuleIsAnError() throws IOException {
        Path file = Files.writeString(folder.resolve("a.capsule.yaml"), "flow: a\ntests: []\n");
        assertThatThrownBy(() -> Capsule.read(file))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("this is not a capsule: the key capsule is missing");
    }
}
