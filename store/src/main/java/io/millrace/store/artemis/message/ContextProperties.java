package io.millrace.store.artemis.message;

import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Rights;

import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;

import java.util.List;

/**
 * The mapping of MQMD context fields to properties of clients' messages. The property names are
 * those of IBM MQ classes for JMS. Sessions of Millrace use the names of {@link MqmdProperties}.
 */
public final class ContextProperties {

    private static final String JMS = "JMS_IBM_MQMD_";
    private static final SimpleString USER = SimpleString.of(JMS + "UserIdentifier");
    private static final SimpleString IDENTITY = SimpleString.of(JMS + "ApplIdentityData");
    private static final SimpleString APPL_TYPE = SimpleString.of(JMS + "PutApplType");
    private static final SimpleString APPL_NAME = SimpleString.of(JMS + "PutApplName");
    private static final SimpleString ORIGIN = SimpleString.of(JMS + "ApplOriginData");

    private static final List<SimpleString> OF_IDENTITY =
            List.of(
                    MqmdProperties.USER,
                    MqmdProperties.IDENTITY,
                    MqmdProperties.TOKEN,
                    USER,
                    IDENTITY);
    private static final List<SimpleString> OF_ORIGIN =
            List.of(
                    MqmdProperties.APPL_TYPE,
                    MqmdProperties.APPL_NAME,
                    MqmdProperties.ORIGIN,
                    APPL_TYPE,
                    APPL_NAME,
                    ORIGIN);

    private ContextProperties() {}

    /**
     * Removes the fields that a user is not authorized to set, and returns the UserIdentifier of
     * the message.
     */
    public static String restrict(Message message, String user, Rights.Context right) {
        if (right != Rights.Context.ALL) {
            OF_ORIGIN.forEach(name -> remove(message, name));
        }
        if (right == Rights.Context.NONE) {
            OF_IDENTITY.forEach(name -> remove(message, name));
            return user;
        }
        Object given = message.getObjectProperty(MqmdProperties.USER);
        Object foreign = given == null ? message.getObjectProperty(USER) : given;
        return foreign == null ? user : foreign.toString();
    }

    private static void remove(Message message, SimpleString name) {
        if (message.containsProperty(name)) {
            message.removeProperty(name);
        }
    }

    /** Reads the fields set by a client other than Millrace. */
    static void read(ICoreMessage message, Mqmd md) {
        md.applIdentityData(text(message, IDENTITY))
                .putApplName(text(message, APPL_NAME))
                .applOriginData(text(message, ORIGIN));
        if (message.getObjectProperty(APPL_TYPE) instanceof Integer type) {
            md.putApplType(type);
        }
    }

    private static String text(ICoreMessage message, SimpleString name) {
        Object value = message.getObjectProperty(name);
        return value == null ? "" : value.toString();
    }
}
