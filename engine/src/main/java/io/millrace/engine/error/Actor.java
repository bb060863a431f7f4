package io.millrace.engine.error;

/** Who must act on an error. */
public enum Actor {
    /** The author of the flow, program, model or application. */
    FLOW_AUTHOR("flow author"),
    /** Who sent the message. */
    SENDER("sender of the message"),
    /** Who runs the broker: disks, ports, queues, databases, rights. */
    OPERATOR("operator"),
    /** The makers of Millrace. */
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
