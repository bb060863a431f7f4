package io.millrace.parsers.text;

import java.util.Set;

/** A writer of strings as YAML scalars. */
public final class YamlText {

    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

    private YamlText() {}

    /** Returns a scalar on one line, in quotes if it would not be read as the same string. */
    public static String scalar(String text) {
        boolean plain =
                !NULLS.contains(text)
                        && text.matches("[A-Za-z0-9_(./+][A-Za-z0-9_()./+* -]*")
                        && !text.endsWith(" ");
        return plain ? text : quoted(text);
    }

    /** Returns a scalar in quotes on one line, which can contain any characters. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 16).append('"');
        text.codePoints().forEach(c -> quoted.append(quoted(c)));
        return quoted.append('"').toString();
    }

    private static String quoted(int c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default ->
                    c >= ' ' && c < 0x7F || Character.isLetterOrDigit(c)
                            ? Character.toString(c)
                            : "\\U%08X".formatted(c);
        };
    }
}
