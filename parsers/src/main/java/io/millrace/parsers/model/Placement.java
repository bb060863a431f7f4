package io.millrace.parsers.model;

/**
 * Position of a field relative to the one before it, and its number of occurrences.
 *
 * @param byteAlignment 1, 2, 4, 8 or 16: its begin is a multiple of this, counted from the first
 *     byte of the message
 * @param leadingSkipCount number of unused bytes before its first occurrence
 * @param trailingSkipCount number of unused bytes after each of its occurrences
 * @param repeatReference name of an earlier integer that contains the number of occurrences, a path
 *     with dots if it is in another folder; null for the maximum number
 */
public record Placement(
        int byteAlignment,
        @Key(max = 999_999) int leadingSkipCount,
        @Key(max = 999_999) int trailingSkipCount,
        String repeatReference) {

    public static final Placement DEFAULTS = new Placement(1, 0, 0, null);
}
