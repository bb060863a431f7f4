package io.millrace.models.cobol;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * A token of a copybook: a word, a literal, a picture, or the full stop that ends an entry.
 *
 * @param text text in the source; for a literal, the text between the quotation marks
 * @param from offset in the source
 * @param length length in the source
 */
record Word(Kind kind, String text, Source source, int from, int length) {

    enum Kind {
        NAME,
        LITERAL,
        /** A literal of hexadecimal digits. */
        HEXADECIMAL,
        PICTURE,
        STOP
    }

    /**
     * Returns the position. The call counts lines from the start of the file, so use it only to
     * report problems.
     */
    Place place() {
        return source.at(from, length);
    }

    boolean is(String keyword) {
        return kind == Kind.NAME && text.equalsIgnoreCase(keyword);
    }

    boolean isOneOf(String... keywords) {
        return Stream.of(keywords).anyMatch(this::is);
    }

    /** Returns an integer without a sign of at most nine digits; negative for any other word. */
    int number() {
        return kind == Kind.NAME && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    }

    String upper() {
        return text.toUpperCase(Locale.ROOT);
    }
}
