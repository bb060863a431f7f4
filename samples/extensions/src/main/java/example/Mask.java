package example;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.Terminal;

/** A node that masks the value of a field. */
public final class Mask implements NodeType {

    private static final NodeDescription DESCRIPTION =
            NodeDescription.of(
                    """
                    Mask, Transformation, none
                    Replaces the characters of a field with asterisks, except the last ones.

                    in: Input message.
                    out failure
                    out out: The message with the masked field.
                    field [required TEXT]: Path of the field in the body, for example order/card.
                    visible [INTEGER 0.. = 4]: Number of characters that are not replaced.
                    """);

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String[] path = node.text("field").split("/");
        int visible = node.integer("visible");
        return NodePlan.inUnit(c -> new Masking(path, visible, c.terminal("out")));
    }

    private record Masking(String[] path, int visible, Terminal out) implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            // The trees of the input must not be changed. A copy shares all unchanged parts.
            MessageAssembly changed = message.withRoot(message.root().copy());
            Element body = changed.body();
            Element field = body == null ? null : body.at(path);
            if (field != null && field.value() != null) {
                field.value(Value.of(masked(field.value().text())));
            }
            out.propagate(changed);
        }

        private String masked(String text) {
            int hidden = Math.max(0, text.length() - visible);
            return "*".repeat(hidden) + text.substring(hidden);
        }
    }
}
