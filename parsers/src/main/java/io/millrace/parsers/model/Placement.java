package io.millrace.parsers.model;

/**
 * Position of a field relative to the previous field, and its number of occurrences.
 *
 * @param byteAlignment alignment of the field, relative to the first byte of the message: 1, 2, 4,
 *     8 or 16
 * @param leadingSkipCount number of unused bytes before the first occurrence
 * @param trailingSkipCount number of unused bytes after each occurrence
 * @param repeatReference name of an earlier integer that contains the number of occurrences, or its
 *     path with dots if it is in another folder; null if the field has the maximum number of
 *     occurrences
 */
public record Placement(
        int byteAlignment,
        @Key(max = 999_999) int leadingSkipCount,
        @Key(max = 999_999) int trailingSkipCount,
        String repeatReference) {

    public static final Placement DEFAULTS = new Placement(1, 0, 0, null);
}
