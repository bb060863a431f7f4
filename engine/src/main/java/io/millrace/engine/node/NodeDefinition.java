package io.millrace.engine.node;

import io.millrace.engine.error.Place;

import java.math.BigDecimal;
import java.util.List;

/**
 * A node of a flow with properties that were checked against the description of the node type. Each
 * property has a value of the right kind, from the flow or from the default.
 */
public interface NodeDefinition {

    /**
     * Returns the name of the node in the flow, for example {@code price}, or {@code subflow.price}
     * in a subflow.
     */
    String name();

    /**
     * Returns the name of the node in the form {@code flow.node}, as in ExceptionLists and
     * statistics.
     */
    String label();

    /** Returns the position of the node in the flow. */
    Place place();

    /** Whether the flow sets the property. Otherwise the default applies. */
    boolean isGiven(String property);

    /**
     * Returns the value of a property as a string; empty if the property is not set and has no
     * default.
     */
    default String text(String property) {
        List<String> texts = list(property);
        return texts.isEmpty() ? "" : texts.getFirst();
    }

    /** Returns the value of a BOOLEAN property. */
    default boolean flag(String property) {
        String text = text(property);
        return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("yes");
    }

    /** Returns the value of an INTEGER property. */
    default int integer(String property) {
        String text = text(property);
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    /** Returns the value of a SECONDS property, in milliseconds. */
    default long millis(String property) {
        String text = text(property);
        return text.isEmpty() ? 0 : new BigDecimal(text).movePointRight(3).longValue();
    }

    /**
     * Returns the values of a LIST property, or the only value of another property; empty if the
     * property has no value.
     */
    List<String> list(String property);

    /**
     * Returns the position of a property in the flow. If the property is not set, returns the
     * position of the node.
     */
    Place place(String property);

    /**
     * Returns the position of one of the values of a LIST property.
     *
     * @param index index in {@link #list}
     */
    default Place place(String property, int index) {
        return place(property);
    }
}
