package io.millrace.nodes.mq;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;

import java.util.List;

/**
 * A recorder of puts in LocalEnvironment.WrittenDestination.MQ.DestinationData for nodes
 * downstream.
 */
final class WrittenDestination {

    /** A message that was put. */
    record Entry(String queue, String queueManager, Mqmd descriptor) {}

    private WrittenDestination() {}

    /**
     * Returns the message with a LocalEnvironment that contains the puts. The original
     * LocalEnvironment is not changed.
     */
    static MessageAssembly in(MessageAssembly message, List<Entry> entries, String broker) {
        Element tree = message.localEnvironment().copy();
        Element written = folder(tree, "WrittenDestination");
        Element before = written.child("MQ");
        if (before != null) {
            before.remove();
        }
        Element mq = written.add("MQ");
        for (Entry entry : entries) {
            Mqmd md = entry.descriptor();
            Element data = mq.add("DestinationData");
            data.add("queueName", entry.queue());
            data.add(
                    "queueManagerName",
                    entry.queueManager().isEmpty() ? broker : entry.queueManager());
            data.add("replyIdentifier", Value.of(md.correlId()));
            data.add("msgId", Value.of(md.msgId()));
            data.add("correlId", Value.of(md.correlId()));
            data.add("GroupId", Value.of(md.groupId()));
        }
        return message.withLocalEnvironment(tree);
    }

    private static Element folder(Element parent, String name) {
        Element found = parent.child(name);
        return found == null ? parent.add(name) : found;
    }
}
