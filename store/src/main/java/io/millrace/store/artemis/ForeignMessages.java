package io.millrace.store.artemis;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQIllegalStateException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnection;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

/**
 * Looks at what comes to an embedded broker from outside this process: writes the authenticated
 * user into their messages, over whatever a client wrote there itself, and refuses those beyond the
 * size limit.
 */
final class ForeignMessages implements ActiveMQServerMessagePlugin {

    private final String ownUser;
    private final int maxMessageBytes;

    ForeignMessages(String ownUser, int maxMessageBytes) {
        this.ownUser = ownUser;
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public void beforeSend(
            ServerSession session,
            Transaction tx,
            Message message,
            boolean direct,
            boolean noAutoCreateQueue)
            throws ActiveMQException {
        String user = session.getValidatedUser();
        if (ownUser.equals(user)
                && session.getRemotingConnection().getTransportConnection()
                        instanceof InVMConnection) {
            return;
        }
        long size = message.getWholeMessageSize();
        if (size > maxMessageBytes + MessageMapping.MOST_HEADER_BYTES) {
            throw new ActiveMQIllegalStateException(
                    "a message of "
                            + size
                            + " bytes is larger than the limit of "
                            + maxMessageBytes
                            + " bytes");
        }
        message.setBrokerProperty(
                Message.HDR_VALIDATED_USER, SimpleString.of(user == null ? "" : user));
        message.reencode();
    }
}
