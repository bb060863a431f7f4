package io.millrace.parsers.mrm.dfdl;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts of DFDL with entities, and the markers of message sets that say the same. */
final class Literal {

    private static final List<String> CONTROLS =
            List.of(
                    """
                    NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 \
                    DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP\
                    """
                            .split(" "));

    private static final Pattern ENTITY =
            Pattern.compile(
                    "%(?:#x([0-9A-Fa-f]+)|#([0-9]+)|#r([0-9A-Fa-f]{2})|([A-Z]+[0-9]?[+*]?));|%%");

    private Literal() {}

    /** The characters of a text; classes of characters and raw bytes are left out. */
    static String characters(String text) {
        return translate(text, false);
    }

    /** A marker of the message set. */
    static String marker(String text) {
        String stripped = text.strip();
        if (stripped.startsWith("{") && !stripped.startsWith("{{")) {
            throw new LeftOut("expressions");
        }
        if (stripped.matches("(?s).*\\s.*")) {
            throw new LeftOut("several texts that mean the same (delimiters, NULL)");
        }
        return translate(stripped.startsWith("{{") ? stripped.substring(1) : stripped, true);
    }

    private static String translate(String text, boolean marker) {
        Matcher m = ENTITY.matcher(text);
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (m.find()) {
            plain(text.substring(from, m.start()), marker, out);
            entity(m, marker, out);
            from = m.end();
        }
        plain(text.substring(from), marker, out);
        return out.toString();
    }

    private static void plain(String text, boolean marker, StringBuilder out) {
        out.append(marker ? text.replace("<", "<U+003C>") : text);
    }

    private static void entity(Matcher m, boolean marker, StringBuilder out) {
        if (m.group().equals("%%")) {
            out.append('%');
        } else if (m.group(3) != null) {
            raw(Integer.parseInt(m.group(3), 16), marker, out);
        } else if (m.group(4) != null) {
            named(m.group(4), marker, out);
        } else {
            code(
                    m.group(1) != null
                            ? Integer.parseInt(m.group(1), 16)
                            : Integer.parseInt(m.group(2)),
                    marker,
                    out);
        }
    }

    private static void raw(int value, boolean marker, StringBuilder out) {
        if (!marker) {
            throw new LeftOut("bytes in texts");
        }
        out.append("<0x%02X>".formatted(value));
    }

    private static void code(int c, boolean marker, StringBuilder out) {
        if (marker) {
            out.append("<U+%04X>".formatted(c));
        } else {
            out.appendCodePoint(c);
        }
    }

    private static void named(String name, boolean marker, StringBuilder out) {
        int control = CONTROLS.indexOf(name.toUpperCase(Locale.ROOT));
        switch (name) {
            case "NL" -> {
                if (!marker) {
                    throw new LeftOut("classes of characters (%WSP*; and its like)");
                }
                out.append("<EOL>");
            }
            case "ES" -> {
                // The empty text.
            }
            case "DEL" -> code(0x7F, marker, out);
            case "NBSP" -> code(0xA0, marker, out);
            case "NEL" -> code(0x85, marker, out);
            case "LS" -> code(0x2028, marker, out);
            default -> {
                if (control < 0) {
                    throw new LeftOut("classes of characters (%WSP*; and its like)");
                }
                code(control, marker, out);
            }
        }
    }
}
