package io.millrace.engine.error;

/** The role that must act on an error. */
public enum Actor {
    /** The author of the flow, program, model or application. */
    FLOW_AUTHOR("flow author"),
    /** Sender of the message. */
    SENDER("sender of the message"),
    /** The author of the flow, or the sender of the message. */
    AUTHOR_OR_SENDER("flow author, or sender of the message"),
    /** Operator of the broker, who manages disks, ports, queues, databases and rights. */
    OPERATOR("operator"),
    /** Developers of Millrace. */
    ENGINE("Millrace developers: please report it");

    private final String label;

    Actor(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
