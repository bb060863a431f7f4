package io.millrace.benchmarks.page;

import java.util.Locale;

/** The text of a picture, whose colours are classes of the page's style. */
final class Svg {

    private final StringBuilder out = new StringBuilder();

    /** Begins a picture that is as wide as its place and is read out as its title. */
    Svg(int width, int height, String title) {
        out.append("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"".formatted(width, height))
                .append(Xml.escaped(title))
                .append("\">\n");
    }

    Svg line(String style, double x1, double y1, double x2, double y2) {
        return put(
                "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
                        .formatted(style, n(x1), n(y1), n(x2), n(y2)));
    }

    /** A bar; the note is shown where the pointer rests. */
    Svg bar(String style, double x, double y, double width, double height, String note) {
        return put(
                "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"2\">%s</rect>\n"
                        .formatted(style, n(x), n(y), n(width), n(height), note(note)));
    }

    Svg dot(String style, double x, double y, String note) {
        return put(
                "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"4\">%s</circle>\n"
                        .formatted(style, n(x), n(y), note(note)));
    }

    /** Lines from point to point: {@code x,y x,y ...}. */
    Svg path(String style, String points) {
        return put("<polyline class=\"%s\" points=\"%s\"/>\n".formatted(style, points));
    }

    /** Words; {@code anchor} is start, middle or end. */
    Svg words(String style, double x, double y, String anchor, String words) {
        return put(
                "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
                        .formatted(style, n(x), n(y), anchor, Xml.escaped(words)));
    }

    String end() {
        return out.append("</svg>\n").toString();
    }

    /** A coordinate in the form that pictures have. */
    static String n(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private Svg put(String element) {
        out.append(element);
        return this;
    }

    private static String note(String note) {
        return "<title>" + Xml.escaped(note) + "</title>";
    }
}
