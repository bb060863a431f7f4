package io.millrace.benchmarks.page;

/** Text for HTML and SVG. */
final class Xml {

    private Xml() {}

    /** Text in which nothing is markup, for content and for attributes in double quotes. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(allowed(c) ? c : '\uFFFD');
            }
        }
        return safe.toString();
    }

    private static boolean allowed(char c) {
        return c >= ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
