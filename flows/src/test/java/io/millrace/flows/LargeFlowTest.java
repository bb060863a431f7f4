package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Flows as large as nobody draws them, with default settings. */
class LargeFlowTest {

    private static final int NODES = 2_000;

    private static String chain() {
        StringBuilder nodes =
                new StringBuilder("flow: chain\nnodes:\n  in: {type: MQInput, queue: IN}\n");
        StringBuilder connections = new StringBuilder("connections:\n  in.out: n1\n");
        for (int i = 1; i <= NODES; i++) {
            nodes.append("  n").append(i).append(": {type: Passthrough}\n");
            connections
                    .append("  n")
                    .append(i)
                    .append(".out: ")
                    .append(i == NODES ? "out" : "n" + (i + 1))
                    .append('\n');
        }
        return nodes + "  out: {type: MQOutput, queue: OUT}\n" + connections;
    }

    @Test
    void aChainOfTwoThousandNodesRuns() {
        try (Flow flow = Flow.parse(chain())) {
            FlowResult result = flow.process("x");

            assertThat(result.outputs("OUT")).hasSize(1);
            assertThat(result.path()).hasSize(NODES + 2);
        }
    }

    @Test
    void aChainOfTwoThousandNodesIsDeployed() {
        try (Broker broker = Broker.builder().start()) {
            broker.deploy(Application.of("app", Map.of("chain.flow.yaml", chain())));
            broker.put("IN", "x");

            assertThat(broker.get("OUT", Duration.ofSeconds(240))).isPresent();
        }
    }

    @Test
    void twoThousandNodesBehindOneTerminalAreServedInOrder() {
        StringBuilder text =
                new StringBuilder("flow: fan\nnodes:\n  in: {type: MQInput, queue: IN}\n");
        StringBuilder targets = new StringBuilder();
        for (int i = 1; i <= NODES; i++) {
            text.append("  n").append(i).append(": {type: Passthrough}\n");
            targets.append(i == 1 ? "" : ", ").append('n').append(i);
        }
        text.append("connections:\n  in.out: [").append(targets).append("]\n");
        try (Flow flow = Flow.parse(text.toString())) {
            assertThat(flow.process("x").path()).hasSize(NODES + 1).startsWith("in", "n1", "n2");
        }
    }

    @Test
    void subflowsNestTwoThousandDeep() {
        Map<String, String> files = new HashMap<>();
        for (int i = 1; i <= NODES; i++) {
            String inner =
                    i == NODES ? "{type: Passthrough}" : "{type: Subflow, flow: s" + (i + 1) + "}";
            files.put(
                    "s" + i + ".subflow.yaml",
                    """
                    subflow: s%d
                    nodes:
                      in:  {type: Input}
                      x:   %s
                      out: {type: Output}
                    connections:
                      in.out: x
                      x.out: out
                    """
                            .formatted(i, inner));
        }
        files.put(
                "main.flow.yaml",
                """
                flow: main
                nodes:
                  in:  {type: MQInput, queue: IN}
                  s:   {type: Subflow, flow: s1}
                  out: {type: MQOutput, queue: OUT}
                connections:
                  in.out: s
                  s.out: out
                """);
        try (Flow flow = Flow.of(Application.of("app", files), "")) {
            assertThat(flow.process("x").path()).hasSize(3);
        }
    }

    @Test
    void subflowsThatDoubleThirtyTimesAreRefused() {
        Map<String, String> files = new HashMap<>();
        for (int i = 1; i <= 30; i++) {
            String inner =
                    i == 30 ? "{type: Passthrough}" : "{type: Subflow, flow: s" + (i + 1) + "}";
            files.put(
                    "s" + i + ".subflow.yaml",
                    "subflow: s%d\nnodes:\n  in: {type: Input}\n  a: %s\n  b: %s\nconnections:\n  in.out: [a, b]\n"
                            .formatted(i, inner, inner));
        }
        files.put(
                "main.flow.yaml",
                """
                flow: main
                nodes:
                  in: {type: MQInput, queue: IN}
                  s: {type: Subflow, flow: s1}
                connections: {in.out: s}
                """);

        assertThatThrownBy(() -> Application.of("app", files))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("more than 100000 nodes");
    }

    @Test
    void terminalsThatDoubleThirtyTimesAreRefused() {
        Map<String, String> files = new HashMap<>();
        files.put(
                "split.subflow.yaml",
                """
                subflow: split
                nodes:
                  in: {type: Input}
                  a: {type: Output}
                  b: {type: Output}
                connections:
                  in.out: [a, b]
                """);
        StringBuilder nodes =
                new StringBuilder("flow: main\nnodes:\n  in: {type: MQInput, queue: IN}\n");
        StringBuilder connections = new StringBuilder("connections:\n  in.out: s1\n");
        for (int i = 1; i <= 30; i++) {
            nodes.append("  s").append(i).append(": {type: Subflow, flow: split}\n");
            String next = i == 30 ? "out" : "s" + (i + 1);
            connections.append("  s%d.a: %s\n  s%d.b: %s\n".formatted(i, next, i, next));
        }
        files.put("main.flow.yaml", nodes + "  out: {type: MQOutput, queue: OUT}\n" + connections);

        assertThatThrownBy(() -> Application.of("app", files))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("more than 1000000 connections");
    }
}
