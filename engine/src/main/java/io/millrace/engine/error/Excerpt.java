package io.millrace.engine.error;

/**
 * A line of a source with carets below a range, for a terminal of fixed width.
 *
 * <p>Secrets in YAML files and ESQL are masked. Tabs and control characters are shown as blanks;
 * characters that reorder text are omitted. Wide characters (East Asian characters, emoji) take two
 * columns, so the carets are aligned. Of a very long line, only the part around the range is shown.
 */
final class Excerpt {

    private static final int BEFORE = 100;
    private static final int AFTER = 100;
    private static final String CUT = "...";

    private Excerpt() {}

    /** Returns the line and the carets, each after the margin; empty if the line does not exist. */
    static String of(Place place, String margin) {
        String line = place.line() > 0 ? place.source().line(place.line()) : "";
        if (line.isBlank()) {
            return "";
        }
        line = SensitiveText.maskedLine(place.source(), line);
        int column = Math.min(Math.max(place.column(), 1), line.length() + 1);
        int from = column - 1 > BEFORE ? boundary(line, column - 1 - BEFORE) : 0;
        int to = line.length() - column > AFTER ? boundary(line, column + AFTER) : line.length();
        String lead = from > 0 ? CUT : "";
        StringBuilder out = new StringBuilder(margin).append(lead);
        out.append(shown(line.substring(from, to)).stripTrailing())
                .append(to < line.length() ? CUT : "");
        if (place.column() > 0) {
            int indent = lead.length() + width(line.substring(from, column - 1));
            int end = Math.min(column - 1 + Math.max(1, place.length()), to);
            int carets = Math.max(1, width(line.substring(column - 1, Math.max(end, column - 1))));
            out.append('\n').append(margin).repeat(' ', indent).repeat('^', carets);
        }
        return out.toString();
    }

    private static int boundary(String line, int at) {
        return Character.isLowSurrogate(line.charAt(at)) ? at - 1 : at;
    }

    private static String shown(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .forEach(c -> out.appendCodePoint(PrintableText.isControl(c) ? ' ' : c));
        return out.toString();
    }

    private static int width(String text) {
        return text.codePoints().map(Excerpt::width).sum();
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT) {
            return 0;
        }
        return isWide(c) ? 2 : 1;
    }

    /**
     * Whether a character belongs to a Unicode block of wide characters (annex 11) that most
     * terminals show as wide.
     */
    private static boolean isWide(int c) {
        return c >= 0x1100
                && (c <= 0x115F
                        || c >= 0x2E80 && c <= 0xA4CF && c != 0x303F
                        || c >= 0xAC00 && c <= 0xD7A3
                        || c >= 0xF900 && c <= 0xFAFF
                        || c >= 0xFE30 && c <= 0xFE6F
                        || c >= 0xFF00 && c <= 0xFF60
                        || c >= 0xFFE0 && c <= 0xFFE6
                        || c >= 0x1F300 && c <= 0x1F64F
                        || c >= 0x1F680 && c <= 0x1F6FF
                        || c >= 0x1F900 && c <= 0x1F9FF
                        || c >= 0x20000 && c <= 0x3FFFD);
    }
}
