package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.JavaCode;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class JavaComputeTest {

    private static int closed;

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    /** Adds a field; a message without a body goes to alternate unchanged. */
    public static final class Adding implements JavaCode {
        @Override
        public void evaluate(MessageAssembly message, Outputs outputs) {
            MessageAssembly changed = message.withRoot(message.root().copy());
            changed.body().child("order").add("checked", Value.of(true));
            outputs.out(changed);
            outputs.alternate(message);
        }

        @Override
        public void close() {
            closed++;
        }
    }

    public static final class Failing implements JavaCode {
        @Override
        public void evaluate(MessageAssembly message, Outputs outputs) throws Exception {
            throw new IOException("no disk");
        }
    }

    /** Catches what it must not catch. */
    public static final class Catching implements JavaCode {
        @Override
        public void evaluate(MessageAssembly message, Outputs outputs) {
            try {
                outputs.out(message);
            } catch (RuntimeException e) {
                outputs.note("caught");
            }
        }
    }

    static final class Hidden implements JavaCode {
        @Override
        public void evaluate(MessageAssembly message, Outputs outputs) {}
    }

    public static final class WithParameter implements JavaCode {
        public WithParameter(String text) {}

        @Override
        public void evaluate(MessageAssembly message, Outputs outputs) {}
    }

    private static String name(Class<?> type) {
        return "javaClass=" + type.getName();
    }

    @Test
    void theClassChangesACopyAndSelectsTheTerminals() {
        List<String> other = new ArrayList<>();
        run.node("in", "MQInput", "queue=IN", "domain=XMLNSC")
                .node("java", "JavaCompute", name(Adding.class))
                .sink("sink")
                .test("other", m -> other.add(FlowRun.body(m)))
                .connect("in.out -> java", "java.out -> sink", "java.alternate -> other");
        assertThat(run.run("<order><id>1</id></order>").result()).isEqualTo(Result.DONE);
        assertThat(FlowRun.body(run.seen.getFirst()))
                .isEqualTo("<order><id>1</id><checked>true</checked></order>");
        assertThat(other).containsExactly("<order><id>1</id></order>");
        int before = closed;
        run.close();
        assertThat(closed).isEqualTo(before + 1);
    }

    @Test
    void anExceptionOfTheClassGoesToFailure() {
        run.node("in", "MQInput", "queue=IN")
                .node("java", "JavaCompute", name(Failing.class))
                .sink("sink")
                .connect("in.out -> java", "java.failure -> sink");
        run.run("order");
        assertThat(run.seen).hasSize(1);
        assertThat(run.seen.getFirst().exceptionList().firstChild()).isNotNull();
    }

    @Test
    void anExceptionAfterTheNodeCannotBeCaughtByTheClass() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=5")
                .node("java", "JavaCompute", name(Catching.class))
                .test(
                        "bad",
                        m -> {
                            throw new IllegalStateException("after");
                        })
                .connect("in.out -> java", "java.out -> bad");
        assertThat(run.run("order").failure().node()).isEqualTo("flow.bad");
    }

    @ParameterizedTest
    @ValueSource(classes = {Hidden.class, WithParameter.class, JavaCode.class, String.class})
    void otherClassesAreProblems(Class<?> type) {
        var node = FlowRun.TYPES.type("JavaCompute").orElseThrow();
        var definition = new FlowRun.Definition("java", node.description(), name(type));
        assertThat(node.compile(definition, run.new Deployment())).isNull();
        assertThat(run.problems.all().getFirst().text()).contains("must be public, implement");
    }
}
