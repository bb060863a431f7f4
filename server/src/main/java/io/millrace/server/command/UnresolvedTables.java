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
 * The tables that {@code uow} prints of coordinated units that did not end, or did not end the same
 * way in all resources.
 */
record UnresolvedTables(Console console) {

    /** Prints all entries; nothing if there are none. */
    void print(Report report) {
        if (!report.inDoubt().isEmpty()) {
            console.out().println();
            Table table = new Table("in doubt", "resource", "seconds", "coordinator");
            for (InDoubtBranch b : report.inDoubt()) {
                table.row(b.id(), b.resource(), seconds(b.since()), owner(report, b));
            }
            table.print(console);
        }
        if (!report.damaged().isEmpty()) {
            console.out().println();
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
        report.unreachable()
                .forEach(u -> console.err().println("not asked: " + PrintableText.line(u)));
    }

    /**
     * Prints a unit or branch, and the consequences of ending it. Returns false if it does not
     * exist.
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
        report.unreachable()
                .forEach(u -> console.err().println("not asked: " + PrintableText.line(u)));
        return !branches.isEmpty() || !damaged.isEmpty();
    }

    private void show(Report report, InDoubtBranch branch) {
        console.out().println("branch       " + PrintableText.line(branch.id()));
        console.out().println("unit         " + PrintableText.line(branch.unit()));
        console.out().println("resource     " + PrintableText.line(branch.resource()));
        console.out().println("coordinator  " + PrintableText.line(owner(report, branch)));
        console.out().println("seconds      " + seconds(branch.since()));
        console.out()
                .println(
                        report.isOwn(branch)
                                ? "It is prepared. This broker's recovery ends it by itself, as"
                                        + " was decided; it cannot be ended here."
                                : "It is prepared, and holds its locks until its coordinator ends"
                                        + " it. End it here only if that one is gone for good, and"
                                        + " as the unit ended in its other resources: commit keeps"
                                        + " the work, rollback undoes it, and neither can be taken"
                                        + " back.");
    }

    private void show(DamagedUnit unit) {
        console.out().println("unit         " + PrintableText.line(unit.unit()));
        console.out()
                .println("resources    " + PrintableText.line(String.join(", ", unit.resources())));
        console.out().println("outcome      " + PrintableText.line(unit.outcome()));
        console.out().println("seconds      " + seconds(unit.began()));
        console.out()
                .println(
                        "These resources did not end the unit as it was decided, which was to"
                                + " commit, or it is not known what they did. Compare them with the"
                                + " others of the unit and set right what differs; then forget it:"
                                + " that strikes it off the log and changes no data.");
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
