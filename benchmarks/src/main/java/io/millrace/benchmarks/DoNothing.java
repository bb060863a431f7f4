package io.millrace.benchmarks;

import io.millrace.engine.error.Place;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.node.TerminalDescription;

import java.util.List;
import java.util.Set;

/**
 * A node that gives the message on and does nothing else: what is left is the engine's own cost.
 */
final class DoNothing implements NodeType {

    @Override
    public NodeDescription description() {
        return new NodeDescription(
                "DoNothing",
                "Benchmarks",
                "Gives the message on.",
                "transactional",
                false,
                List.of(new TerminalDescription("in", "The message.")),
                List.of(
                        new TerminalDescription("out", "The same message."),
                        new TerminalDescription("failure", "Never used.")),
                List.of());
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        return Pass::new;
    }

    private static final class Pass implements Node {
        private final Terminal out;

        Pass(NodeContext context) {
            out = context.terminal("out");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            out.propagate(message);
        }
    }

    /**
     * A node of a flow.
     *
     * @param text the value of all its properties
     */
    record Definition(String name, String text) implements NodeDefinition {
        Definition(String name) {
            this(name, "");
        }

        @Override
        public String label() {
            return "benchmark." + name;
        }

        @Override
        public Place place() {
            return Place.of("benchmark");
        }

        @Override
        public boolean isGiven(String property) {
            return false;
        }

        @Override
        public String text(String property) {
            return text;
        }

        @Override
        public boolean flag(String property) {
            return false;
        }

        @Override
        public int integer(String property) {
            return 0;
        }

        @Override
        public long millis(String property) {
            return 0;
        }

        @Override
        public List<String> list(String property) {
            return List.of();
        }

        @Override
        public Place place(String property) {
            return place();
        }

        @Override
        public Set<String> wired() {
            return Set.of("out");
        }
    }
}
