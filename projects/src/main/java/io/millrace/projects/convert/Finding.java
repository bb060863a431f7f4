package io.millrace.projects.convert;

import io.millrace.engine.error.Place;

/**
 * The result of the conversion of a part of a project.
 *
 * @param level difference between the original and the result
 * @param flow name of the flow; empty for a part outside flows
 * @param node label of the node; empty for the flow itself
 * @param item type of the node, attribute or statement
 * @param value value in the project; masked if its name indicates a secret
 * @param text description of the equivalent or, without one, of the behaviour
 */
public record Finding(
        Level level,
        Place place,
        String flow,
        String node,
        String item,
        String value,
        String text) {

    /** Differences between a part of a project and its equivalent. */
    public enum Level {
        /** The equivalent behaves as the original. */
        SAME,
        /** The equivalent differs as the text describes. */
        NEAR,
        /** There is no equivalent. */
        MISSING
    }
}
