package io.millrace.nodes.routing;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;

/** A node that routes a message to a label in its LocalEnvironment (WMQI: "RouteToLabel node"). */
public final class RouteToLabel extends DescribedNode {

    private static final String ENTRY = "DestinationData";

    public RouteToLabel() {
        super(
                """
                RouteToLabel, Routing, none
                Removes one entry from LocalEnvironment.Destination.RouterList.DestinationData
                and propagates the message to the Label node that labelName of the entry names.

                destination RouterList: DestinationData
                destination RouterList.DestinationData: labelName
                in: Input message.
                out failure
                mode [first|last = last]: Entry of the list that is used.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        boolean first = node.text("mode").equals("first");
        return NodePlan.inUnit(c -> new Router(c, first));
    }

    private record Router(NodeContext context, boolean fromFront) implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element list = message.localEnvironment().at("Destination", "RouterList");
            Element entry =
                    list == null ? null : fromFront ? list.child(null, ENTRY, 1) : last(list);
            String label = entry == null ? null : entry.textOf("labelName");
            if (label == null) {
                throw new MillraceException(
                        ErrorCode.DESTINATION_MISSING,
                        "LocalEnvironment.Destination.RouterList.DestinationData contains no"
                                + " label");
            }
            Terminal target = context.label(label);
            if (target == null) {
                throw new MillraceException(
                        ErrorCode.LABEL_NOT_FOUND,
                        "unknown label '"
                                + label
                                + "'; "
                                + Problems.didYouMean(
                                        label,
                                        context.labels(),
                                        "the flow has "
                                                + (context.labels().isEmpty()
                                                        ? "no labels"
                                                        : String.join(", ", context.labels()))),
                        Insert.of(label));
            }
            // Nodes upstream must still see the entry, so it is put back. A copy of a long list
            // would cost more than the routing.
            Element before = entry.previous();
            entry.detach();
            try {
                target.propagate(message);
            } finally {
                if (entry.parent() == null) {
                    putBack(list, before, entry);
                }
            }
        }

        private static void putBack(Element list, Element before, Element entry) {
            if (before != null && before.parent() == list) {
                before.addAfter(entry);
            } else {
                list.addFirst(entry);
            }
        }

        private static Element last(Element list) {
            Element e = list.lastChild();
            while (e != null && !e.isNamed(ENTRY)) {
                e = e.previous();
            }
            return e;
        }
    }
}
