package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

class RoutingTest {

    private final FlowRun run = new FlowRun();

    @AfterEach
    void close() {
        run.close();
    }

    @ParameterizedTest
    @CsvSource({"true", "false", "unknown"})
    void aFilterGivesTheMessageToTheTerminalOfItsAnswer(String answer) {
        run.module(
                        "cond",
                        ModuleKind.FILTER,
                        e -> answer.equals("unknown") ? null : Value.of(answer.equals("true")))
                .node("in", "MQInput", "queue=IN")
                .node("filter", "Filter", "expression=cond")
                .sink("sink")
                .connect("in.out -> filter", "filter." + answer + " -> sink");
        run.run("order");
        assertThat(run.seen).map(FlowRun::body).containsExactly("order");
    }

    @Test
    void aFilterWhoseAnswerIsNoBooleanFails() {
        run.module("cond", ModuleKind.FILTER, e -> Value.of(7))
                .node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("filter", "Filter", "module=cond")
                .connect("in.out -> filter");
        assertThat(run.run("order").failure().root())
                .hasMessageContaining("the result of the condition must be BOOLEAN (found INTEGER")
                .hasMessageContaining("write a comparison, for example with = or >");
    }

    @Test
    void aFilterNeedsEitherAnExpressionOrAModule() {
        var type = FlowRun.TYPES.type("Filter").orElseThrow();
        assertThat(
                        type.compile(
                                new FlowRun.Definition("f", type.description()),
                                run.new Deployment()))
                .isNull();
        assertThat(run.problems.all().getFirst().code()).isEqualTo(ErrorCode.MISSING_KEY);
    }

    @ParameterizedTest
    @CsvSource({
        "all, 'a;b', 'yes', 'a;b'",
        "first, 'a;b', 'yes', 'a'",
        "all, 'a;b', 'no', 'default'",
        "all, 'a;a', 'yes', 'a'"
    })
    void aRouteSendsTheMessageToTheTerminalsOfTheConditionsThatAreTrue(
            String mode, String terminals, String answer, String expected) {
        List<String> way = new ArrayList<>();
        run.module("yes", ModuleKind.FILTER, e -> Value.of(true))
                .module("no", ModuleKind.FILTER, e -> null)
                .node("in", "MQInput", "queue=IN")
                .node(
                        "route",
                        "Route",
                        "distributionMode",
                        mode,
                        "filters",
                        terminals.replaceAll("([ab])", "$1 = " + answer).replace(';', ','))
                .test("a", m -> way.add("a"))
                .test("b", m -> way.add("b"))
                .test("other", m -> way.add("default"))
                .connect("in.out -> route", "route.a -> a", "route.default -> other");
        if (terminals.contains("b")) {
            run.connect("route.b -> b");
        }
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(String.join(";", way)).isEqualTo(expected);
    }

    @Test
    void aConditionOfARouteMustBeABoolean() {
        run.module("seven", ModuleKind.FILTER, e -> Value.of(7))
                .node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("route", "Route", "filters", "large = seven")
                .connect("in.out -> route");
        assertThat(run.run("order").failure().root())
                .hasMessageContaining("the result of the condition must be BOOLEAN (found INTEGER");
    }

    private static void list(MessageAssembly message, String... labels) {
        Element router = message.localEnvironment().add("Destination").add("RouterList");
        for (String label : labels) {
            router.add("DestinationData").add("labelName", Value.of(label));
        }
    }

    private static List<String> left(MessageAssembly message) {
        List<String> labels = new ArrayList<>();
        Element router = message.localEnvironment().at("Destination", "RouterList");
        for (Element e = router.firstChild(); e != null; e = e.next()) {
            labels.add(e.textOf("labelName"));
        }
        return labels;
    }

    @ParameterizedTest
    @CsvSource({"first, a, 'b,c'", "last, c, 'a,b'"})
    void routeToLabelTakesOneEntryOfTheListAndRemovesItForThoseBehind(
            String mode, String taken, String rest) {
        List<List<String>> after = new ArrayList<>();
        List<List<String>> afterwards = new ArrayList<>();
        run.node("in", "MQInput", "queue=IN")
                .test("list", m -> list(m, "a", "b", "c"))
                .node("both", "FlowOrder")
                .node("route", "RouteToLabel", "mode", mode)
                .node("label", "Label", "labelName", taken)
                .test("see", m -> after.add(left(m)))
                .test("after", m -> afterwards.add(left(m)))
                .connect(
                        "in.out -> list",
                        "list.out -> both",
                        "both.first -> route",
                        "both.second -> after",
                        "label.out -> see");
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(after).containsExactly(List.of(rest.split(",")));
        assertThat(afterwards)
                .as("what those upstream see")
                .containsExactly(List.of("a", "b", "c"));
    }

    @Test
    void theLabelsOfALoopAreWorkedThroughOneAfterTheOther() {
        List<String> way = new ArrayList<>();
        run.node("in", "MQInput", "queue=IN")
                .test("list", m -> list(m, "end", "b", "a"))
                .node("route", "RouteToLabel")
                .node("la", "Label", "labelName=a")
                .test("a", m -> way.add("a"))
                .node("lb", "Label", "labelName=b")
                .test("b", m -> way.add("b"))
                .node("lend", "Label", "labelName=end")
                .test("end", m -> way.add("end"))
                .connect(
                        "in.out -> list",
                        "list.out -> route",
                        "la.out -> a",
                        "a.out -> route",
                        "lb.out -> b",
                        "b.out -> route",
                        "lend.out -> end");
        assertThat(run.run("order").result()).isEqualTo(Result.DONE);
        assertThat(way).containsExactly("a", "b", "end");
    }

    @Test
    void aLabelThatTheFlowDoesNotHaveIsAnErrorOfTheNode() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .test("list", m -> list(m, "nowhere"))
                .node("route", "RouteToLabel")
                .connect("in.out -> list", "list.out -> route");
        assertThat(run.run("order").failure().root().code()).isEqualTo(ErrorCode.LABEL_NOT_FOUND);
    }

    @Test
    void aMessageWithoutAListHasNoDestination() {
        run.node("in", "MQInput", "queue=IN", "backoutThreshold=2")
                .node("route", "RouteToLabel")
                .connect("in.out -> route");
        assertThat(run.run("order").failure().root().code())
                .isEqualTo(ErrorCode.DESTINATION_MISSING);
    }
}
