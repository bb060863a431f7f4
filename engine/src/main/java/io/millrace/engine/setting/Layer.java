package io.millrace.engine.setting;

import java.util.Locale;

/**
 * A place where a setting can have a value, in the order of precedence: a value of a later layer
 * replaces the values of all earlier layers.
 */
public enum Layer {
    /** Default of the node type, of the setting, or initial value in ESQL. */
    DEFAULT,
    /** Settings of the broker: {@code broker.yaml}. */
    BROKER,
    /**
     * File of a flow or subflow. A value in the flow that uses a subflow replaces the value in the
     * subflow.
     */
    FLOW,
    /** {@code application.yaml}. */
    APPLICATION,
    /** Overrides for all environments, in {@code overrides.yaml}. */
    OVERRIDES,
    /** Overrides for one environment, in {@code overrides.yaml}. */
    ENVIRONMENT,
    /** A change that the operator makes without changing a file. */
    OPERATOR;

    /** Returns the name of the layer for output. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
