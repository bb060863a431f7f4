package io.millrace.models.export;

import java.util.ArrayDeque;
import java.util.Deque;

/** A builder of documents in which each tag is on an indented line. */
final class MarkupBuilder {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Opens a tag. The attributes are alternating names and values; an attribute with the value
     * null is omitted.
     */
    MarkupBuilder open(String tag, Object... attributes) {
        begin(tag, attributes).append(">\n");
        open.push(tag);
        return this;
    }

    /** Closes the tags that were opened last. */
    MarkupBuilder close(int tags) {
        for (int i = 0; i < tags; i++) {
            String tag = open.pop();
            indent().append("</").append(tag).append(">\n");
        }
        return this;
    }

    MarkupBuilder close() {
        return close(1);
    }

    /** Writes an empty tag. */
    MarkupBuilder empty(String tag, Object... attributes) {
        begin(tag, attributes).append("/>\n");
        return this;
    }

    /** Writes a tag with text. */
    MarkupBuilder text(String tag, String text, Object... attributes) {
        begin(tag, attributes)
                .append('>')
                .append(escaped(text))
                .append("</")
                .append(tag)
                .append(">\n");
        return this;
    }

    /** Writes markup without escapes on a separate line. */
    MarkupBuilder raw(String markup) {
        indent().append(markup).append('\n');
        return this;
    }

    private StringBuilder indent() {
        return out.repeat(' ', 2 * open.size());
    }

    private StringBuilder begin(String tag, Object... attributes) {
        indent().append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            if (attributes[i + 1] != null) {
                out.append(' ').append(attributes[i]).append("=\"");
                out.append(escaped(attributes[i + 1].toString())).append('"');
            }
        }
        return out;
    }

    /**
     * Returns a string in which markup characters and characters not allowed in documents are
     * escaped.
     */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '<' -> safe.append("&lt;");
                                case '>' -> safe.append("&gt;");
                                case '&' -> safe.append("&amp;");
                                case '"' -> safe.append("&quot;");
                                case '\'' -> safe.append("&#39;");
                                case '\t', '\n', '\r' -> safe.append("&#").append(c).append(';');
                                default -> safe.appendCodePoint(isCharacter(c) ? c : 0xFFFD);
                            }
                        });
        return safe.toString();
    }

    private static boolean isCharacter(int c) {
        boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        return c >= ' ' && !surrogate && c != 0xFFFE && c != 0xFFFF;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
