package io.millrace.engine.esql.syntax;

/**
 * A token.
 *
 * @param text meaning of the token: names and strings without their quotes
 * @param key key that the parser compares: words in upper case, symbols unchanged, empty for other
 *     tokens
 * @param firstOnLine whether only white space precedes the token on the line
 */
record Token(TokenKind kind, int from, int to, String text, String key, boolean firstOnLine) {

    boolean is(String keywordOrSymbol) {
        return key.equals(keywordOrSymbol);
    }

    boolean isName() {
        return kind == TokenKind.WORD || kind == TokenKind.QUOTED;
    }

    Span span() {
        return new Span(from, to);
    }

    /** Returns the token as shown in messages. */
    String described() {
        return switch (kind) {
            case END -> "the end of the text";
            case WORD, SYMBOL, INTEGER, DECIMAL, FLOAT -> shortened(text);
            case QUOTED -> "\"" + shortened(text) + "\"";
            case STRING -> "'" + shortened(text) + "'";
            case HEX_STRING -> "X'" + shortened(text) + "'";
            case BIT_STRING -> "B'" + shortened(text) + "'";
        };
    }

    static String shortened(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= 40 && line.length() == text.length()
                ? text
                : line.substring(0, Math.min(40, line.length())) + "...";
    }
}
