package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class ConstructionTest {

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    private void tried(String... thrown) {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("guard", "TryCatch")
                .test(
                        "change",
                        m -> {
                            m.environment().add("Left", Value.of("stays"));
                            m.localEnvironment().add("Left", Value.of("goes"));
                            m.root()
                                    .child("Properties")
                                    .child("MessageSet")
                                    .value(Value.of("goes"));
                        })
                .node("put", "MQOutput", "queue=OUT")
                .node("bad", "Throw", thrown)
                .sink("sink")
                .connect(
                        "in.out -> guard",
                        "guard.try -> change",
                        "change.out -> put",
                        "put.out -> bad");
    }

    @Test
    void tryCatchGivesTheMessageAsItCameWithTheExceptionAndKeepsWhatWasDone() {
        tried("messageText", "no stock", "messageNumber", "2951", "messageCatalog", "shop");
        run.connect("guard.catch -> sink");
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        MessageAssembly caught = run.seen.getFirst();
        assertThat(FlowRun.body(caught)).isEqualTo("order");
        assertThat(caught.root().child("Properties").textOf("MessageSet")).isEmpty();
        assertThat(caught.localEnvironment().child("Left")).isNull();
        assertThat(caught.environment().textOf("Left")).isEqualTo("stays");
        Element user = caught.exceptionList().firstChild().lastChild();
        assertThat(user.name()).isEqualTo("UserException");
        assertThat(user.textOf("Text")).isEqualTo("no stock");
        assertThat(user.textOf("Number")).isEqualTo("2951");
        assertThat(user.textOf("Catalog")).isEqualTo("shop");
        assertThat(run.texts("OUT")).containsExactly("order");
    }

    @Test
    void anExceptionOnTheCatchPathGoesToTheNextCatcher() {
        tried();
        run.node("again", "Throw", "messageText=on the catch path")
                .connect("guard.catch -> again", "guard.failure -> sink");
        var outcome = run.run("order");
        assertThat(outcome.result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(outcome.failure().root()).hasMessage("on the catch path");
        assertThat(run.seen).isEmpty();
    }

    @Test
    void theMessageEndsWhereCatchIsNotWired() {
        tried();
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OUT")).containsExactly("order");
    }

    @Test
    void flowOrderRunsTheSecondPathWhenTheFirstHasEnded() {
        List<String> way = new ArrayList<>();
        run.node("in", "MQInput", "queue=IN")
                .node("order", "FlowOrder")
                .test("one", m -> way.add("one"))
                .test("two", m -> way.add("two"))
                .test("three", m -> way.add("three"))
                .connect(
                        "in.out -> order",
                        "order.second -> three",
                        "order.first -> one",
                        "one.out -> two");
        run.run("order");
        assertThat(way).containsExactly("one", "two", "three");
    }

    @Test
    void anErrorOnTheFirstPathKeepsTheSecondFromRunning() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("order", "FlowOrder")
                .node("bad", "Throw")
                .sink("sink")
                .connect("in.out -> order", "order.first -> bad", "order.second -> sink");
        assertThat(run.run("order").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(run.seen).isEmpty();
    }

    @Test
    void traceAppendsToItsFileAndPassesTheMessageOn(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("trace.txt");
        run.node("in", "MQInput", "queue=IN")
                .node(
                        "trace",
                        "Trace",
                        "destination=file",
                        "filePath",
                        file.toString(),
                        "pattern=äöü")
                .sink("sink")
                .connect("in.out -> trace", "trace.out -> sink");
        run.run("order");
        run.run("order");
        assertThat(Files.readAllLines(file)).containsExactly("äöü", "äöü");
        assertThat(run.seen).hasSize(2);
    }

    @Test
    void aTraceFileThatCannotBeWrittenIsAnErrorThatSaysWhich(@TempDir Path folder) {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("trace", "Trace", "destination=file", "filePath", folder.toString())
                .connect("in.out -> trace");
        assertThat(run.run("order").failure().root()).hasMessageContaining(folder.toString());
    }

    @Test
    void traceIsSeenByWhoFollowsTheMessage() {
        run.node("in", "MQInput", "queue=IN")
                .node("trace", "Trace", "pattern=here it is")
                .connect("in.out -> trace");
        var recorder = new io.millrace.engine.observe.PathRecorder(false);
        run.instance().observer(recorder);
        run.run("order");
        assertThat(recorder.steps()).map(Object::toString).contains("NOTE flow.trace: here it is");
    }
}
