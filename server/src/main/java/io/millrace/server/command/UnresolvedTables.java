package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.UnresolvedUnits.Report;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A printer of the tables of {@code uow} for coordinated units that have not ended or that ended
 * with different outcomes in their resources.
 */
record UnresolvedTables(Console console) {

    private static final int WIDTH = "coordinator  ".length();

    /** Prints all entries; nothing if there are none. */
    void print(Report report) {
        if (!report.inDoubt().isEmpty()) {
            console.println("");
            Table table = new Table("in doubt", "resource", "seconds", "coordinator");
            for (InDoubtBranch b : report.inDoubt()) {
                table.row(b.id(), b.resource(), seconds(b.since()), owner(report, b));
            }
            table.print(console);
        }
        if (!report.damaged().isEmpty()) {
            console.println("");
            Table table = new Table("damaged", "resources", "seconds", "outcome");
            for (DamagedUnit d : report.damaged()) {
                table.row(
                        d.unit(),
                        String.join(", ", d.resources()),
                        seconds(d.began()),
                        d.outcome());
            }
            table.print(console);
        }
        report.unreachable().forEach(u -> console.report("not queried: " + PrintableText.line(u)));
    }

    /**
     * Prints a unit or branch and the consequences of ending it. Returns false if the unit or
     * branch does not exist.
     */
    boolean show(Report report, String id) {
        List<InDoubtBranch> branches =
                report.inDoubt().stream()
                        .filter(b -> b.id().equals(id) || b.unit().equals(id))
                        .toList();
        List<DamagedUnit> damaged =
                report.damaged().stream().filter(d -> d.unit().equals(id)).toList();
        branches.forEach(b -> show(report, b));
        damaged.forEach(this::show);
        report.unreachable().forEach(u -> console.report("not queried: " + PrintableText.line(u)));
        return !branches.isEmpty() || !damaged.isEmpty();
    }

    private void show(Report report, InDoubtBranch branch) {
        console.fields(
                WIDTH,
                "branch",
                branch.id(),
                "unit",
                branch.unit(),
                "resource",
                branch.resource(),
                "coordinator",
                owner(report, branch),
                "seconds",
                seconds(branch.since()));
        console.println(
                report.isOwn(branch)
                        ? """
                        It is prepared. The recovery of this broker ends it as decided; it cannot \
                        be ended here.\
                        """
                        : """
                        It is prepared, and holds its locks until its coordinator ends it. End it \
                        here only if the coordinator no longer exists, and in the same way as the \
                        unit ended in its other resources: commit keeps the work, rollback undoes \
                        it. Neither can be undone.\
                        """);
    }

    private void show(DamagedUnit unit) {
        console.fields(
                WIDTH,
                "unit",
                unit.unit(),
                "resources",
                String.join(", ", unit.resources()),
                "outcome",
                unit.outcome(),
                "seconds",
                seconds(unit.began()));
        console.println(
                """
                The decision was to commit the unit, but these resources did not commit it or \
                their outcome is unknown. Compare them with the other resources of the unit and \
                correct the differences. Then use forget, which removes the unit from the log and \
                changes no data.\
                """);
    }

    private static String owner(Report report, InDoubtBranch branch) {
        if (branch.coordinator().isEmpty()) {
            return "unknown";
        }
        return report.isOwn(branch) ? "this broker" : branch.coordinator();
    }

    private static String seconds(Instant since) {
        return since == null
                ? "unknown"
                : Long.toString(Math.max(0, Duration.between(since, Instant.now()).toSeconds()));
    }
}
