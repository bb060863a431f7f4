package io.millrace.nodes.pubsub;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.parser.Validation;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.MessagePut;
import io.millrace.nodes.common.PutOptions;
import io.millrace.nodes.common.ValidationProperties;

import java.util.LinkedHashSet;
import java.util.Set;

/** A node that publishes the message (WMQI: "Publication node"). */
public final class Publication extends DescribedNode {

    public Publication() {
        super(
                """
                Publication, Publish/Subscribe, transactional
                Publishes the message to the subscribers of its topics. The topics are in
                Properties.Topic or, if that field is missing, in MQRFH2.psc.Topic. Subscribers
                are queues with subscriptions in the broker, which receive the message once, and
                clients with subscriptions in the queue store.

                in: Message to publish.
                out failure
                out noMatch: The message if no subscription of the broker matches its topics.
                out out: The message after it was published.
                subscriptionPoint [TEXT]: Subscription point. Only subscriptions of this point
                  match. If empty, the default subscription point is used.
                """,
                PutOptions.MODES,
                ValidationProperties.OF_OUTPUT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String point = node.text("subscriptionPoint");
        // Each copy has a different identifier, because a publication is a new message.
        PutOptions options = PutOptions.modes(node, true);
        Validation validation = ValidationProperties.of(node);
        NodePlan plan =
                c ->
                        new Publisher(
                                c,
                                point,
                                options,
                                validation,
                                new MessagePut(c),
                                c.terminal("out"),
                                c.terminal("noMatch"));
        return NodePlan.of(plan, options.outsideUnit(node));
    }

    private record Publisher(
            NodeContext context,
            String point,
            PutOptions options,
            Validation validation,
            MessagePut put,
            Terminal out,
            Terminal noMatch)
            implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Set<String> topics = topics(message.root());
            Set<String> queues = new LinkedHashSet<>();
            topics.forEach(t -> queues.addAll(context.subscriptions().matches(t, point)));
            Element root = context.sent(message.root(), NodeContext.QUEUE_HEADERS);
            Written written = context.assembler().write(root, validation);
            if (!queues.isEmpty()) {
                put.putToEach(queues, publication(written), written.body(), options);
            }
            for (String topic : topics) {
                put.publish(topic, publication(written), written.body(), options);
            }
            (queues.isEmpty() && noMatch.isWired() ? noMatch : out).propagate(message);
        }

        private static Mqmd publication(Written written) {
            return written.descriptor().copy().msgType(Mqmd.TYPE_DATAGRAM);
        }

        private static Set<String> topics(Element root) {
            Set<String> topics = new LinkedHashSet<>();
            collect(root.child("Properties"), topics);
            if (topics.isEmpty()) {
                collect(root.at("MQRFH2", "psc"), topics);
            }
            if (topics.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.DESTINATION_MISSING,
                        "the message has no topic in Properties.Topic or MQRFH2.psc.Topic");
            }
            return topics;
        }

        private static void collect(Element folder, Set<String> topics) {
            if (folder == null) {
                return;
            }
            for (Element e = folder.firstChild(); e != null; e = e.next()) {
                String topic = e.isNamed("Topic") ? e.text() : null;
                if (topic != null && !topic.isBlank()) {
                    topics.add(topic.strip());
                }
            }
        }
    }
}
