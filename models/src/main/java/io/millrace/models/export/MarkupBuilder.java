package io.millrace.models.export;

/** Builds documents of tags, an indented line each. */
final class MarkupBuilder {

    private final StringBuilder out = new StringBuilder();
    private int level;

    /**
     * Returns a tag with attributes as names and values; those whose value is null are left out.
     */
    MarkupBuilder open(String tag, Object... attributes) {
        begin(tag, attributes);
        out.append(">\n");
        level++;
        return this;
    }

    MarkupBuilder close(String tag) {
        level--;
        out.repeat(' ', 2 * level).append("</").append(tag).append(">\n");
        return this;
    }

    /** Writes a tag without content. */
    MarkupBuilder empty(String tag, Object... attributes) {
        begin(tag, attributes);
        out.append("/>\n");
        return this;
    }

    /** Writes a tag with text. */
    MarkupBuilder text(String tag, String text, Object... attributes) {
        begin(tag, attributes);
        out.append('>').append(escaped(text)).append("</").append(tag).append(">\n");
        return this;
    }

    /** Writes markup without escapes, on its own line. */
    MarkupBuilder raw(String markup) {
        out.repeat(' ', 2 * level).append(markup).append('\n');
        return this;
    }

    private void begin(String tag, Object... attributes) {
        out.repeat(' ', 2 * level).append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            if (attributes[i + 1] != null) {
                out.append(' ').append(attributes[i]).append("=\"");
                out.append(escaped(attributes[i + 1].toString())).append('"');
            }
        }
    }

    /**
     * Returns a string for markup: markup characters, and characters that a document cannot
     * contain, are escaped.
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
