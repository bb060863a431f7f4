package io.millrace.engine.esql.library;

/**
 * The LIKE predicate: {@code %} matches any number of units, {@code _} matches one unit. After an
 * escape character, both match only themselves.
 */
final class LikePredicate {

    static final char DEFAULT_ESCAPE = '\\';

    private LikePredicate() {}

    /**
     * Whether a string matches a pattern. The run time is at most proportional to the product of
     * the lengths of the two.
     */
    static boolean matches(String text, String pattern, char escape) {
        int t = 0;
        int p = 0;
        int star = -1;
        int retry = 0;
        while (t < text.length()) {
            int width = unit(pattern, p, escape);
            boolean literal = width == 2;
            char c = width == 0 ? 0 : pattern.charAt(p + width - 1);
            if (width > 0 && !literal && c == '%') {
                star = ++p;
                retry = t;
            } else if (width > 0 && (!literal && c == '_' || c == text.charAt(t))) {
                p += width;
                t++;
            } else if (star >= 0) {
                p = star;
                t = ++retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '%') {
            p++;
        }
        return p == pattern.length();
    }

    /**
     * Returns the number of characters of the unit at {@code p}: 2 with an escape character, 0 at
     * the end.
     */
    private static int unit(String pattern, int p, char escape) {
        if (p >= pattern.length()) {
            return 0;
        }
        return pattern.charAt(p) == escape && p + 1 < pattern.length() ? 2 : 1;
    }
}
