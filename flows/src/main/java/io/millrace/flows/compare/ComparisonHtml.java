package io.millrace.flows.compare;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A writer of a comparison as an HTML page without scripts and external files. The page lists the
 * compared messages, the ignored fields, the differences of each output, both trees, and lines for
 * signatures.
 */
public final class ComparisonHtml {

    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Comparison</title>
            <style>
            body { font-family: sans-serif; margin: 2em; }
            table { border-collapse: collapse; margin: 0.5em 0; }
            td, th { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
            pre { margin: 0; white-space: pre-wrap; word-break: break-word; }
            .different { background: #fdd; } .same { background: #dfd; } .note { color: #555; }
            .signature td { width: 16em; height: 2.5em; }
            @media print { details { display: none; } }
            </style></head><body>
            """;

    private final StringBuilder out = new StringBuilder(HEAD);

    private ComparisonHtml() {}

    /**
     * Returns the page.
     *
     * @param release release of Millrace that compared the versions
     * @param time time of the comparison
     */
    public static String of(Comparison comparison, String release, Instant time) {
        return new ComparisonHtml().page(comparison, release, time);
    }

    private String page(Comparison comparison, String release, Instant time) {
        element("h1", "Comparison of two versions");
        out.append("<table>\n");
        cells("", "Old version", comparison.older());
        cells("", "New version", comparison.newer());
        cells("", "Compared by", "Millrace " + release);
        cells("", "Compared at", time.truncatedTo(ChronoUnit.SECONDS).toString());
        cells(
                "",
                "Fields that are not compared",
                comparison.ignored().stream()
                        .map(FieldPattern::toString)
                        .collect(Collectors.joining(", ")));
        long different = comparison.different();
        long same = comparison.messages().size() - different;
        cells(
                different == 0 ? "same" : "different",
                "Result",
                same + " messages with the same results, " + different + " with differences");
        out.append("</table>\n");
        element("h2", "Messages");
        out.append("<table><tr><th>Message</th><th>Flow</th><th>Result</th></tr>\n");
        for (MessageComparison message : comparison.messages()) {
            cells(
                    message.isSame() ? "same" : "different",
                    message.name(),
                    message.flow(),
                    message.isSame() ? "same" : "different");
        }
        out.append("</table>\n");
        comparison.messages().forEach(this::message);
        element("h2", "Approval");
        out.append("<table class=\"signature\"><tr><th>Name</th><th>Decision</th><th>Date</th>");
        out.append("<th>Signature</th></tr>\n");
        out.append("<tr><td></td><td></td><td></td><td></td></tr>\n".repeat(3));
        return out.append("</table>\n</body></html>\n").toString();
    }

    private void message(MessageComparison message) {
        element("h2", message.name());
        if (message.outputs().isEmpty() && message.endings().isEmpty()) {
            element("p", "Both versions have no output.");
        }
        if (!message.endings().isEmpty()) {
            differences(message.endings());
        }
        for (OutputComparison output : message.outputs()) {
            element("h3", output.name() + (output.isSame() ? ": same" : ": different"));
            if (!output.differences().isEmpty()) {
                differences(output.differences());
            }
            int more = output.count() - output.differences().size();
            if (more > 0) {
                element("p", more + " more differences are not listed.");
            }
            for (String note : output.notes()) {
                out.append("<p class=\"note\">").append(escaped(note)).append("</p>\n");
            }
            trees(output);
        }
    }

    private void differences(List<Difference> differences) {
        out.append("<table><tr><th>Field</th><th>Old</th><th>New</th></tr>\n");
        differences.forEach(d -> cells("different", d.path(), d.older(), d.newer()));
        out.append("</table>\n");
    }

    /** Writes both trees side by side. Lines that only one of them contains are marked. */
    private void trees(OutputComparison output) {
        out.append("<details><summary>Trees</summary><table><tr><th>Old</th><th>New</th></tr>\n");
        out.append("<tr><td>");
        tree(output.older(), output.newer());
        out.append("</td><td>");
        tree(output.newer(), output.older());
        out.append("</td></tr></table></details>\n");
    }

    private void tree(@Nullable String tree, @Nullable String other) {
        if (tree == null) {
            out.append("no message");
            return;
        }
        Set<String> others = new HashSet<>();
        if (other != null) {
            other.lines().forEach(others::add);
        }
        List<String> lines = new ArrayList<>();
        for (String line : tree.lines().toList()) {
            String text = escaped(line);
            lines.add(
                    others.contains(line) ? text : "<span class=\"different\">" + text + "</span>");
        }
        out.append("<pre>").append(String.join("\n", lines)).append("</pre>");
    }

    private void element(String name, String text) {
        out.append('<').append(name).append('>').append(escaped(text));
        out.append("</").append(name).append(">\n");
    }

    private void cells(String kind, String... texts) {
        out.append(kind.isEmpty() ? "<tr>" : "<tr class=\"" + kind + "\">");
        for (String text : texts) {
            out.append("<td>").append(escaped(text)).append("</td>");
        }
        out.append("</tr>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
