package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

/** A utility that locates a part of a YAML value, so that a caret can point at it. */
public final class ValuePosition {

    private ValuePosition() {}

    /**
     * Returns the position of a part of a value.
     *
     * @param place position of the whole value
     * @param value value as it was read
     * @param from index of the start of the part in the value
     * @param length length of the part
     * @return position of the part; position of the whole value if the file writes the value in
     *     another form (escapes, several lines)
     */
    public static Place of(Place place, String value, int from, int length) {
        if (place.line() == 0 || place.column() == 0) {
            return place;
        }
        String line = place.source().line(place.line());
        int begin = place.column() - 1;
        boolean quoted =
                begin < line.length() && (line.charAt(begin) == '"' || line.charAt(begin) == '\'');
        int start = quoted ? begin + 1 : begin;
        return line.startsWith(value, start)
                ? new Place(place.source(), place.line(), start + from + 1, Math.max(1, length))
                : place;
    }
}
