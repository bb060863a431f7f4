package io.millrace.flows.test;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.flows.check.CheckedNode;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.compile.FlowPlan;

import java.util.Collection;
import java.util.List;

/** A check of the names of flows and nodes in tests. */
public final class TestNames {

    private TestNames() {}

    /** Reports names that the application does not have. */
    public static void check(
            List<FlowTest> tests, CompiledApplication application, Problems problems) {
        for (FlowTest test : tests) {
            FlowPlan plan = plan(test, application);
            if (test.outputs() != null) {
                test.outputs()
                        .values()
                        .forEach(
                                messages ->
                                        messages.forEach(m -> fields(m, application, problems)));
            }
            if (plan != null) {
                nodes(test, plan, problems);
            } else {
                flow(test, application.flows().keySet(), problems);
            }
        }
    }

    /** Returns the flow of a test; null if the application does not have it. */
    private static FlowPlan plan(FlowTest test, CompiledApplication application) {
        boolean single = test.flow().isEmpty() && application.flows().size() == 1;
        return single
                ? application.flows().values().iterator().next()
                : application.flows().get(test.flow());
    }

    /** Returns advice for the name of a node; empty if the flow of the test has the node. */
    static String nodeAdvice(String name, FlowTest test, CompiledApplication application) {
        FlowPlan plan = plan(test, application);
        List<String> nodes = plan == null ? List.of(name) : nodes(plan);
        return nodes.contains(name)
                ? ""
                : "the flow has no node %s; ".formatted(name) + advice(name, nodes);
    }

    private static List<String> nodes(FlowPlan plan) {
        return plan.checked().nodes().stream().map(CheckedNode::name).toList();
    }

    private static String advice(String name, List<String> nodes) {
        return Problems.didYouMean(name, nodes, "its nodes are " + String.join(", ", nodes));
    }

    /** Reports expressions of expected fields that are not ESQL. */
    private static void fields(
            ExpectedOutput output, CompiledApplication application, Problems problems) {
        for (Expected expression : output.fields().keySet()) {
            Problems syntax = new Problems();
            Source source = new Source(expression.place().toString(), expression.text());
            if (application.esql().expression(source, ModuleKind.FILTER, syntax) == null) {
                Problem first = syntax.all().getFirst();
                problems.error(first.code(), expression.place(), first.text(), first.hint());
            }
        }
    }

    private static void flow(FlowTest test, Collection<String> flows, Problems problems) {
        String all = String.join(", ", flows);
        if (test.flow().isEmpty()) {
            problems.error(
                    ErrorCode.UNKNOWN_FLOW,
                    test.place(),
                    "the test has no flow, but the application has several",
                    "add 'flow: NAME' with one of " + all);
        } else {
            problems.error(
                    ErrorCode.UNKNOWN_FLOW,
                    test.flowPlace(),
                    "the application has no flow " + test.flow(),
                    Problems.didYouMean(test.flow(), flows, "its flows are " + all));
        }
    }

    private static void nodes(FlowTest test, FlowPlan plan, Problems problems) {
        if (!test.input().isEmpty()) {
            node(test.input(), test.inputPlace(), plan, problems);
        }
        if (test.path() != null) {
            test.path().stream()
                    .filter(step -> step.text() != null)
                    .forEach(step -> node(step.text(), step.place(), plan, problems));
        }
        if (test.failure() != null && !test.failure().node().isEmpty()) {
            node(test.failure().node(), test.failure().place(), plan, problems);
        }
    }

    private static void node(String name, Place place, FlowPlan plan, Problems problems) {
        List<String> nodes = nodes(plan);
        if (!nodes.contains(name)) {
            problems.error(
                    ErrorCode.UNKNOWN_NODE,
                    place,
                    "the flow " + plan.name() + " has no node " + name,
                    advice(name, nodes));
        }
    }
}
