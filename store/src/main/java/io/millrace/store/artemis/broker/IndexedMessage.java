package io.millrace.store.artemis.broker;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;

/**
 * A message that a session has removed from a queue with an index. The session must acknowledge it
 * or give it back. Only the thread of the session can use it.
 */
public interface IndexedMessage {

    ICoreMessage message();

    /** Acknowledges the message, effective at the commit of the session. */
    void acknowledge() throws ActiveMQException;

    /** Returns the message to its position on the queue. */
    void giveBack() throws ActiveMQException;
}
