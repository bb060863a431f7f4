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
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.parser.Validation;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.MessagePut;
import io.millrace.nodes.common.PutOptions;
import io.millrace.nodes.common.ValidationProperties;

import java.util.LinkedHashSet;
import java.util.Set;

/** Publishes the message (WMQI: "Publication node"). */
public final class Publication implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "Publication",
                            "Publish/Subscribe",
                            Promise.TRANSACTIONAL,
                            """
                            Publishes the message to the subscribers of its topics. The topics \
                            are those of Properties.Topic or, if there are none, of \
                            MQRFH2.psc.Topic. Subscribers are the queues with subscriptions in \
                            the broker, each once, and clients with subscriptions in the queue \
                            store.\
                            """)
                    .in("in", "Message to publish.")
                    .failure()
                    .out(
                            "noMatch",
                            "The message if no subscription of the broker matches its topics.")
                    .out("out", "The message after it was published.")
                    .property(
                            PropertyDescription.optional(
                                    "subscriptionPoint",
                                    PropertyKind.TEXT,
                                    "",
                                    """
                                    Subscription point. Only subscriptions of this point match. \
                                    If empty, the default subscription point.\
                                    """),
                            PutOptions.TRANSACTION_MODE,
                            PutOptions.PERSISTENCE_MODE,
                            ValidationProperties.OF_OUTPUT,
                            ValidationProperties.FAILURE_ACTION)
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String point = node.text("subscriptionPoint");
        // Each copy has an id of its own, as a publication is a new message.
        PutOptions options =
                new PutOptions(
                        node.text("transactionMode"),
                        node.text("persistenceMode"),
                        true,
                        false,
                        false,
                        "",
                        "");
        Validation validation = ValidationProperties.of(node);
        NodePlan plan = c -> new Publisher(c, point, options, validation);
        return NodePlan.of(plan, options.outsideUnit(node));
    }

    private static final class Publisher implements Node {
        private final NodeContext context;
        private final String point;
        private final PutOptions options;
        private final Validation validation;
        private final MessagePut put;
        private final Terminal out;
        private final Terminal noMatch;

        Publisher(NodeContext context, String point, PutOptions options, Validation validation) {
            this.context = context;
            this.point = point;
            this.options = options;
            this.validation = validation;
            put = new MessagePut(context);
            out = context.terminal("out");
            noMatch = context.terminal("noMatch");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Set<String> topics = topics(message.root());
            Set<String> queues = new LinkedHashSet<>();
            topics.forEach(t -> queues.addAll(context.subscriptions().matches(t, point)));
            Written written = context.assembler().write(message.root(), validation);
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
                        "the message has no topic, neither in Properties.Topic nor in"
                                + " MQRFH2.psc.Topic");
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
