package io.millrace.store.artemis.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.store.artemis.message.ContextProperties;
import io.millrace.store.artemis.message.MessageMapping;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQIllegalStateException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnection;
import org.apache.activemq.artemis.core.server.ServerSession;

/**
 * A filter for messages that an embedded broker receives from outside this process. It sets the
 * authenticated user, removes context fields that the user is not authorized to set, and rejects
 * messages above the size limit.
 */
final class ClientMessageFilter {

    private final String ownUser;
    private final UserRights rights;
    private final int maxMessageBytes;
    private final SimpleString requests;

    ClientMessageFilter(
            String ownUser, UserRights rights, int maxMessageBytes, SimpleString requests) {
        this.ownUser = ownUser;
        this.rights = rights;
        this.maxMessageBytes = maxMessageBytes;
        this.requests = requests;
    }

    void check(ServerSession session, Message message) throws ActiveMQException {
        String user = session.getValidatedUser() == null ? "" : session.getValidatedUser();
        if (ownUser.equals(user)
                && session.getRemotingConnection().getTransportConnection()
                        instanceof InVMConnection) {
            return;
        }
        long size = message.getWholeMessageSize();
        if (size > maxMessageBytes
                && (size > maxMessageBytes + MessageMapping.MAX_HEADER_BYTES
                        || MessageMapping.bodyBytes(message.toCore()) > maxMessageBytes)) {
            throw new ActiveMQIllegalStateException(
                    ErrorCode.MESSAGE_TOO_LARGE.id()
                            + ": a message of "
                            + size
                            + " bytes is larger than the limit messageBytes of "
                            + maxMessageBytes
                            + " bytes; increase limits.messageBytes in broker.yaml, or send smaller"
                            + " messages");
        }
        // Messages from Millrace's own sessions contain the identity in their properties.
        String identity =
                ownUser.equals(user)
                        ? user
                        : ContextProperties.restrict(message, user, rights.context(user));
        message.setBrokerProperty(Message.HDR_VALIDATED_USER, SimpleString.of(identity));
        if (message.getAddressSimpleString().equals(requests)) {
            message.setBrokerProperty(
                    AccessControl.CLIENT_ADDRESS,
                    SimpleString.of(Client.address(session.getRemotingConnection())));
        }
        message.reencode();
    }
}
