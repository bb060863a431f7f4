package io.millrace.engine.error;

import java.util.Objects;

/**
 * A range in a source.
 *
 * @param source source of the range
 * @param line line from 1; 0 for the complete source
 * @param column column from 1 in UTF-16 units; 0 if only the line is known
 * @param length number of UTF-16 units of the range on this line, at least 1
 */
public record Place(Source source, int line, int column, int length) {

    public Place {
        Objects.requireNonNull(source);
    }

    /** Returns the place that represents a complete file. */
    public static Place of(String file) {
        return new Place(Source.named(file), 0, 0, 1);
    }

    /**
     * Returns the column in characters (Unicode code points) from 1, as in editors; 0 if only the
     * line is known.
     */
    public int character() {
        String text = column > 1 ? source.line(line) : "";
        int before = Math.min(column - 1, text.length());
        return before <= 0 ? column : column - before + text.codePointCount(0, before);
    }

    /** Returns the length of the range in characters (Unicode code points), at least 1. */
    public int characters() {
        String text = column > 0 && length > 1 ? source.line(line) : "";
        int from = Math.min(Math.max(column - 1, 0), text.length());
        int to = Math.min(from + length, text.length());
        return Math.max(1, from == to ? length : text.codePointCount(from, to));
    }

    /**
     * Returns {@code file:line:column}, with the column in characters. A place in an option of a
     * command is the name of the option.
     */
    @Override
    public String toString() {
        if (line == 0 || source.name().equals(Source.OPERATOR)) {
            return source.name();
        }
        return column == 0
                ? source.name() + ":" + line
                : source.name() + ":" + line + ":" + character();
    }
}
