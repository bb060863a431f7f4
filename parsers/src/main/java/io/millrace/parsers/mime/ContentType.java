package io.millrace.parsers.mime;

import static java.lang.Math.max;

import java.util.Locale;

/** The value of a Content-Type header (RFC 2045, 5.1). */
final class ContentType {

    /** Maximum length of a boundary (RFC 2046, 5.1.1). */
    private static final int BOUNDARY_LENGTH = 70;

    private ContentType() {}

    static boolean isMultipart(String value) {
        return value != null && value.strip().toLowerCase(Locale.ROOT).startsWith("multipart/");
    }

    /** Returns the boundary of a multipart; null if the boundary is missing or invalid. */
    static String boundary(String value) {
        int at = value.indexOf(';');
        while (at >= 0) {
            int equals = value.indexOf('=', at);
            if (equals < 0) {
                return null;
            }
            String name = value.substring(at + 1, equals).strip();
            int from = equals + 1;
            while (from < value.length() && value.charAt(from) == ' ') {
                from++;
            }
            boolean quoted = from < value.length() && value.charAt(from) == '"';
            int end = quoted ? closing(value, from) : value.indexOf(';', from);
            String found =
                    quoted
                            ? value.substring(from + 1, max(from + 1, end))
                            : value.substring(from, end < 0 ? value.length() : end).strip();
            if (name.equalsIgnoreCase("boundary")) {
                return isBoundary(found) ? found : null;
            }
            at = end < 0 ? -1 : value.indexOf(';', end);
        }
        return null;
    }

    /** Returns the end of a quoted string; a negative number if the string is not closed. */
    private static int closing(String value, int quote) {
        for (int i = quote + 1; i < value.length(); i++) {
            if (value.charAt(i) == '\\') {
                i++;
            } else if (value.charAt(i) == '"') {
                return i;
            }
        }
        return -1;
    }

    private static boolean isBoundary(String text) {
        return !text.isEmpty()
                && text.length() <= BOUNDARY_LENGTH
                && !text.endsWith(" ")
                && text.chars().allMatch(c -> c >= ' ' && c < 0x7F && c != '\\' && c != '"');
    }
}
