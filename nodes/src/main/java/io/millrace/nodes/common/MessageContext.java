package io.millrace.nodes.common;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.NodeContext;

import java.time.Instant;

/**
 * Source of the identity context (user, accounting token, identity data) and origin context
 * (application, time, origin data) of a message (WMQI: "MQOutput node", Message Context).
 */
public enum MessageContext {
    PASS_ALL("passAll"),
    PASS_IDENTITY("passIdentity"),
    SET_ALL("setAll"),
    SET_IDENTITY("setIdentity"),
    DEFAULT("default"),
    NONE("none");

    private static final Bytes NO_TOKEN = Bytes.of(new byte[32]);

    /** Value of PutApplType for a broker (MQAT_BROKER). */
    private static final int BROKER = 26;

    private final String word;

    MessageContext(String word) {
        this.word = word;
    }

    /** Returns the context with the name of a property value. */
    public static MessageContext of(String word) {
        for (MessageContext c : values()) {
            if (c.word.equals(word)) {
                return c;
            }
        }
        throw new IllegalArgumentException(word);
    }

    /** Sets the context fields of a descriptor that was built from the tree. */
    public void apply(Mqmd descriptor, NodeContext node) {
        Mqmd received = node.received();
        switch (this) {
            case SET_ALL -> {
                // The values of the tree are already set.
            }
            case SET_IDENTITY -> ownOrigin(descriptor, node);
            case PASS_ALL -> {
                if (received != null) {
                    identity(descriptor, received);
                    origin(descriptor, received);
                }
            }
            case PASS_IDENTITY -> {
                if (received != null) {
                    identity(descriptor, received);
                }
                ownOrigin(descriptor, node);
            }
            case DEFAULT -> {
                noIdentity(descriptor);
                ownOrigin(descriptor, node);
            }
            case NONE -> {
                noIdentity(descriptor);
                descriptor.putApplType(0).putApplName("").applOriginData("").putTime(Instant.EPOCH);
            }
        }
    }

    private static void identity(Mqmd to, Mqmd from) {
        to.userIdentifier(from.userIdentifier())
                .accountingToken(from.accountingToken())
                .applIdentityData(from.applIdentityData());
    }

    private static void noIdentity(Mqmd to) {
        to.userIdentifier("").accountingToken(NO_TOKEN).applIdentityData("");
    }

    private static void origin(Mqmd to, Mqmd from) {
        to.putApplType(from.putApplType())
                .putApplName(from.putApplName())
                .putTime(from.putTime())
                .applOriginData(from.applOriginData());
    }

    private static void ownOrigin(Mqmd to, NodeContext node) {
        to.putApplType(BROKER)
                .putApplName(node.broker())
                .putTime(node.clock().instant())
                .applOriginData("");
    }
}
