package io.millrace.flows.compare;

/**
 * A difference between the results of two versions.
 *
 * @param path path of the field, or what differs otherwise
 * @param older value of the old version; {@link #NONE} if it has no such field
 * @param newer value of the new version; {@link #NONE} if it has no such field
 */
public record Difference(String path, String older, String newer) {

    /** Text of a missing field. */
    public static final String NONE = "-";
}
