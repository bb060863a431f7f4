package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.nodes.common.PutOptions;

import java.util.ArrayList;
import java.util.List;

/**
 * A queue on which a message is put.
 *
 * @param queue name of the queue
 * @param queueManager queue manager in the destination; empty for none. It is recorded, but the
 *     queue is always a queue of this broker
 * @param options options of the put
 */
record Destination(String queue, String queueManager, PutOptions options) {

    private static final String ENTRY = "DestinationData";

    /** Returns the reply queue of an MQMD. */
    static Destination reply(Mqmd descriptor, PutOptions options) {
        if (descriptor.replyToQ().isEmpty()) {
            throw missing("the MQMD of the message has no ReplyToQ");
        }
        return new Destination(descriptor.replyToQ(), descriptor.replyToQMgr(), options);
    }

    /**
     * Returns the queues of a LocalEnvironment, in order (WMQI: "Data types for elements in the
     * DestinationData").
     */
    static List<Destination> list(
            Element localEnvironment, String defaultQueue, PutOptions properties) {
        Element destination = localEnvironment.child("Destination");
        Element mq = destination == null ? null : folder(destination);
        List<Destination> found = new ArrayList<>();
        if (mq != null) {
            Element defaults = mq.child("Defaults");
            PutOptions common = properties.overriddenBy(defaults);
            for (Element e = mq.firstChild(); e != null; e = e.next()) {
                if (e.isNamed(ENTRY)) {
                    found.add(one(e, defaults, defaultQueue, common));
                }
            }
        }
        if (found.isEmpty()) {
            throw missing("LocalEnvironment.Destination.MQ has no DestinationData");
        }
        return found;
    }

    /**
     * Returns the folder MQDestinationList (WMQI) or MQ (later products). Some flows nest one
     * folder in the other.
     */
    private static Element folder(Element destination) {
        Element mq = destination.child("MQ");
        Element old = (mq == null ? destination : mq).child("MQDestinationList");
        return old == null ? mq : old;
    }

    private static Destination one(
            Element entry, Element defaults, String defaultQueue, PutOptions common) {
        String queue = text(entry, defaults, "queueName");
        if (queue.isEmpty()) {
            queue = defaultQueue;
        }
        if (queue.isEmpty()) {
            throw missing("a DestinationData of LocalEnvironment.Destination.MQ has no queueName");
        }
        return new Destination(
                queue, text(entry, defaults, "queueManagerName"), common.overriddenBy(entry));
    }

    private static String text(Element entry, Element defaults, String name) {
        String own = entry.textOf(name);
        String text = own == null && defaults != null ? defaults.textOf(name) : own;
        return text == null ? "" : text.strip();
    }

    private static MillraceException missing(String text) {
        return new MillraceException(
                ErrorCode.DESTINATION_MISSING, text + "; the message has no destination");
    }
}
