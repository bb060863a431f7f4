package io.millrace.projects.report;

import io.millrace.engine.error.Problem;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Finding.Level;

import java.util.List;
import java.util.Locale;

/** A writer of reports as an HTML page without scripts and external files. */
public final class ReportHtml {

    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Import report</title>
            <style>
            body { font-family: sans-serif; margin: 2em; }
            table { border-collapse: collapse; }
            td, th { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
            .missing { background: #fdd; } .near { background: #ffd; } .same { background: #dfd; }
            </style></head><body>
            """;

    private final StringBuilder out = new StringBuilder(HEAD);

    private ReportHtml() {}

    /** Returns the page of one or several applications. */
    public static String of(List<ImportReport> reports) {
        ReportHtml page = new ReportHtml();
        reports.forEach(page::application);
        return page.out.append("</body></html>\n").toString();
    }

    private void application(ImportReport report) {
        String name = report.projects().isEmpty() ? "" : report.projects().getFirst().name();
        out.append("<h1>").append(escaped(name)).append("</h1>\n");
        row(
                "p",
                report.canRun()
                        ? "The application can run."
                        : "The application cannot run completely.");
        table("Projects", "Project", "Kind");
        report.projects().forEach(p -> cells("same", p.name(), p.kind().text));
        end();
        table("Node types", "Type", "Same", "Near", "Missing");
        report.nodeTypes()
                .forEach(
                        (type, counts) ->
                                cells(
                                        counts.containsKey(Level.MISSING) ? "missing" : "same",
                                        type,
                                        String.valueOf(counts.getOrDefault(Level.SAME, 0)),
                                        String.valueOf(counts.getOrDefault(Level.NEAR, 0)),
                                        String.valueOf(counts.getOrDefault(Level.MISSING, 0))));
        end();
        for (Level level : List.of(Level.MISSING, Level.NEAR, Level.SAME)) {
            findings(level, report.results(level));
        }
        table("Problems", "Position", "Code", "Problem");
        for (Problem problem : report.otherProblems()) {
            cells("", problem.place().toString(), problem.code().id(), problem.text());
        }
        end();
        table("Names that can need a value", "Kind", "Name", "Uses");
        report.findings()
                .names()
                .forEach(
                        (kind, names) ->
                                names.forEach(
                                        (given, places) ->
                                                cells("", kind, given, places.toString())));
        end();
    }

    private void findings(Level level, List<Finding> findings) {
        String title = level.name().charAt(0) + level.name().substring(1).toLowerCase(Locale.ROOT);
        table(title, "Position", "Flow", "Node", "Item", "Value", "Millrace");
        for (Finding finding : findings) {
            cells(
                    level.name().toLowerCase(Locale.ROOT),
                    finding.place().toString(),
                    finding.flow(),
                    finding.node(),
                    finding.item(),
                    finding.value(),
                    finding.text());
        }
        end();
    }

    private void table(String title, String... columns) {
        row("h2", title);
        out.append("<table><tr>");
        for (String column : columns) {
            out.append("<th>").append(column).append("</th>");
        }
        out.append("</tr>\n");
    }

    private void cells(String kind, String... texts) {
        out.append("<tr class=\"").append(kind).append("\">");
        for (String text : texts) {
            out.append("<td>").append(escaped(text)).append("</td>");
        }
        out.append("</tr>\n");
    }

    private void end() {
        out.append("</table>\n");
    }

    private void row(String element, String text) {
        out.append('<').append(element).append('>').append(escaped(text));
        out.append("</").append(element).append(">\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
