package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlEnvironment.Propagation;
import io.millrace.engine.message.Element;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.Validation;

import java.util.HashMap;
import java.util.Map;

/** Targets of the PROPAGATE statement, and the validation of messages sent to them. */
final class ComputeTerminals {

    private final NodeContext context;
    private final Map<String, Terminal> byName = new HashMap<>();
    private final Terminal out;
    private final Validation validation;

    ComputeTerminals(NodeContext context, NodeDescription type, Validation validation) {
        this.context = context;
        this.validation = validation;
        type.outputs().forEach(t -> byName.put(t.name(), context.terminal(t.name())));
        out = byName.get("out");
    }

    Terminal out() {
        return out;
    }

    /** Validates an output message against its model if the node requires it. */
    void validate(Element root) {
        context.assembler().validate(root, validation);
    }

    Terminal of(Propagation propagation) {
        String label = propagation.label();
        if (!label.isEmpty()) {
            Terminal target = context.label(label);
            if (target == null) {
                throw new MillraceException(
                        ErrorCode.LABEL_NOT_FOUND,
                        "unknown label '" + label + "'",
                        Insert.of(label));
            }
            return target;
        }
        String name = propagation.terminal().isEmpty() ? "out" : propagation.terminal();
        Terminal target = byName.get(name);
        if (target == null) {
            throw new MillraceException(
                    ErrorCode.ESQL_PROPAGATE,
                    "node "
                            + context.label()
                            + " has no terminal '"
                            + name
                            + "'; it has "
                            + byName.keySet(),
                    Insert.of(name));
        }
        return target;
    }
}
