package io.millrace.engine.error;

import java.util.Objects;

/**
 * A text with positions for problems: a file or the value of a property.
 *
 * @param name name as shown to the user, usually the path of the file as specified
 * @param text complete text; positions count its UTF-16 units
 */
public record Source(String name, String text) {

    /** Source name of settings from the command line: the option that sets them. */
    public static final String OPERATOR = "--set";

    /** Source name of the selected environment: the command option that selects it. */
    public static final String ENVIRONMENT = "--environment";

    /** Returns a source without text. Problems in this source are printed without a source line. */
    public static Source named(String name) {
        return new Source(name, "");
    }

    public Source {
        Objects.requireNonNull(name);
        Objects.requireNonNull(text);
    }

    /** Returns a line, counted from 1, without the line end; empty if the line does not exist. */
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

    /** Returns the place at an offset. An offset after the end represents the end. */
    public Place at(int offset) {
        return at(offset, 1);
    }

    /** Returns the place of {@code length} characters at an offset. */
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
