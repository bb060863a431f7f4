package io.millrace.engine.error;

/**
 * An escaper of text from messages, clients and files before it is printed. Escaped text can
 * neither forge a line of a log nor control a terminal.
 *
 * <p>Escaped are control characters, format characters (including the bidirectional controls), line
 * and paragraph separators, and unpaired surrogates. The escape sequences are also valid in JSON,
 * for example {@code \n} and {@code \u202E}. Escaping a string again has no further effect.
 */
public final class PrintableText {

    /** Indentation of a line that continues a log entry. */
    public static final String INDENT = "    ";

    private PrintableText() {}

    /** Escapes a string that is part of one line. */
    public static String line(String text) {
        return escape(text, false);
    }

    /** Escapes a string of several lines. Line ends and tabs are kept. */
    public static String lines(String text) {
        return escape(text, true);
    }

    /** Escapes a log entry of several lines. Each line after the first is indented. */
    public static String entry(String text) {
        return lines(text).replaceAll("\r?\n", "\n" + INDENT);
    }

    private static String escape(String text, boolean multiline) {
        int first = firstEscaped(text, multiline);
        if (first == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); ) {
            int c = text.codePointAt(i);
            int length = Character.charCount(c);
            if (isEscaped(text, i, c, multiline)) {
                escape(out, text.substring(i, i + length));
            } else {
                out.appendCodePoint(c);
            }
            i += length;
        }
        return out.toString();
    }

    private static void escape(StringBuilder out, String units) {
        switch (units) {
            case "\n" -> out.append("\\n");
            case "\r" -> out.append("\\r");
            case "\t" -> out.append("\\t");
            default -> units.chars().forEach(c -> out.append("\\u%04X".formatted(c)));
        }
    }

    private static int firstEscaped(String text, boolean multiline) {
        int i = 0;
        while (i < text.length()) {
            char unit = text.charAt(i);
            if (unit >= ' ' && unit < 0x7F) {
                i++;
                continue;
            }
            int c = text.codePointAt(i);
            if (isEscaped(text, i, c, multiline)) {
                return i;
            }
            i += Character.charCount(c);
        }
        return i;
    }

    private static boolean isEscaped(String text, int at, int c, boolean multiline) {
        if (multiline && (c == '\n' || c == '\t' || c == '\r' && text.startsWith("\n", at + 1))) {
            return false;
        }
        return isControl(c);
    }

    /** Whether a character controls the output device, or is not a valid character. */
    static boolean isControl(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> false;
        };
    }
}
