package io.millrace.projects.report;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.workspace.Project;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A writer of reports as text. */
public final class ReportText {

    private final StringBuilder out = new StringBuilder();
    private final ImportReport report;

    private ReportText(ImportReport report) {
        this.report = report;
    }

    /** Returns the text of one or several applications, which ends with a line end. */
    public static String of(List<ImportReport> reports) {
        if (reports.size() == 1) {
            return new ReportText(reports.getFirst()).text();
        }
        StringBuilder all = new StringBuilder();
        for (ImportReport report : reports) {
            if (!report.projects().isEmpty()) {
                Project first = report.projects().getFirst();
                all.append(
                        "application %s (%s)\n"
                                .formatted(first.name(), first.place().source().name()));
            }
            new ReportText(report)
                    .text()
                    .lines()
                    .forEach(l -> all.append("  ").append(l).append('\n'));
        }
        long running = reports.stream().filter(ImportReport::canRun).count();
        return all.append("%d of %d applications can run\n".formatted(running, reports.size()))
                .toString();
    }

    private String text() {
        section(
                "projects",
                report.projects().stream()
                        .map(
                                p ->
                                        "%s: %s, %d files"
                                                .formatted(
                                                        p.name(), p.kind().text, p.files().size()))
                        .toList());
        section(
                "flows",
                report.flows().stream()
                        .map(
                                f ->
                                        "%s %s: %d nodes, %d connections"
                                                .formatted(
                                                        f.kind(),
                                                        f.name(),
                                                        f.nodes().size(),
                                                        f.connections().size()))
                        .toList());
        section(
                "node types",
                report.nodeTypes().entrySet().stream()
                        .map(e -> e.getKey() + ": " + counts(e.getValue()))
                        .toList());
        findings(Level.MISSING);
        findings(Level.NEAR);
        problems();
        names();
        line(
                "%d same, %d near, %d missing: %s"
                        .formatted(
                                report.counts().get(Level.SAME),
                                report.counts().get(Level.NEAR),
                                report.counts().get(Level.MISSING),
                                report.canRun()
                                        ? "the application can run"
                                        : "the application cannot run completely"));
        return out.toString();
    }

    private void section(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            line(title);
        }
        lines.forEach(l -> line("  " + l));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String counts(Map<Level, Integer> counts) {
        StringBuilder text = new StringBuilder();
        counts.forEach(
                (level, count) ->
                        text.append(text.isEmpty() ? "" : ", ")
                                .append(count)
                                .append(' ')
                                .append(level.name().toLowerCase(Locale.ROOT)));
        return text.toString();
    }

    private void findings(Level level) {
        List<Finding> all = report.results(level);
        if (!all.isEmpty()) {
            line(level.name().toLowerCase(Locale.ROOT));
        }
        for (Finding finding : all) {
            String node = finding.node().isEmpty() ? "" : finding.node() + ": ";
            String value = finding.value().isEmpty() ? "" : "=" + finding.value();
            line("  " + finding.place() + " " + node + finding.item() + value);
            line("    " + finding.text());
        }
    }

    private void problems() {
        List<Problem> others = report.otherProblems();
        if (!others.isEmpty()) {
            line("problems");
        }
        for (Problem problem : others) {
            line(
                    "  %s: %s %s: %s"
                            .formatted(
                                    problem.place(),
                                    problem.severity().name().toLowerCase(Locale.ROOT),
                                    problem.code().id(),
                                    problem.text()));
        }
    }

    private void names() {
        report.findings()
                .names()
                .forEach(
                        (kind, names) -> {
                            line("names that can need a value: " + kind);
                            names.forEach(
                                    (name, places) -> {
                                        line("  " + name);
                                        places.stream()
                                                .map(Place::toString)
                                                .forEach(p -> line("    " + p));
                                    });
                        });
    }
}
