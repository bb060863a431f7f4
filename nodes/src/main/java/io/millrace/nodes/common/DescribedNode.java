package io.millrace.nodes.common;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodeType;

/** A node type whose description is a text block in the form of {@link NodeDescription#of}. */
public abstract class DescribedNode implements NodeType {

    private final NodeDescription description;

    /** Creates the type from the parts of its description, in order. */
    protected DescribedNode(String... parts) {
        description = NodeDescription.of(parts);
    }

    @Override
    public final NodeDescription description() {
        return description;
    }
}
