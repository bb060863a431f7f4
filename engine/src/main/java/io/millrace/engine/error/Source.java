package io.millrace.engine.error;

import java.util.Objects;

/**
 * A text in which problems have places: a file, or a property's value.
 *
 * @param name how the user knows it, usually the file's path as he gave it
 * @param text the whole text; positions count its UTF-16 units
 */
public record Source(String name, String text) {

    /** A source whose text is not known; its places are printed without the line. */
    public static Source named(String name) {
        return new Source(name, "");
    }

    public Source {
        Objects.requireNonNull(name);
        Objects.requireNonNull(text);
    }

    /**
     * The text of a line (counted from 1) without its end, or the empty string where there is no
     * such line.
     */
    public String line(int number) {
        int from = 0;
        for (int i = 1; i < number; i++) {
            int end = text.indexOf('\n', from);
            if (end < 0) {
                return "";
            }
            from = end + 1;
        }
        int end = text.indexOf('\n', from);
        String line = end < 0 ? text.substring(from) : text.substring(from, end);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    /** The place at an offset into the text; an offset beyond the end means the end. */
    public Place at(int offset) {
        return at(offset, 1);
    }

    /** The place of {@code length} characters at an offset into the text. */
    public Place at(int offset, int length) {
        int stop = Math.min(Math.max(offset, 0), text.length());
        int line = 1;
        int lineStart = 0;
        for (int i = text.indexOf('\n'); i >= 0 && i < stop; i = text.indexOf('\n', i + 1)) {
            line++;
            lineStart = i + 1;
        }
        return new Place(this, line, stop - lineStart + 1, Math.max(1, length));
    }
}
