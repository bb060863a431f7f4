package io.millrace.engine.error;

import java.util.Objects;

/**
 * A stretch of a source.
 *
 * @param source where
 * @param line counted from 1; 0 for the source as a whole
 * @param column counted from 1 in UTF-16 units; 0 where only the line is known
 * @param length how many characters the stretch has on its line, at least 1
 */
public record Place(Source source, int line, int column, int length) {

    public Place {
        Objects.requireNonNull(source);
    }

    /** A whole file. */
    public static Place of(String file) {
        return new Place(Source.named(file), 0, 0, 1);
    }

    /** {@code file:line:column}, as compilers write it. */
    @Override
    public String toString() {
        if (line == 0) {
            return source.name();
        }
        return column == 0 ? source.name() + ":" + line : source.name() + ":" + line + ":" + column;
    }
}
