package io.millrace.models;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A message set that was imported from a file in another language, and a report of the parts that
 * were changed or dropped.
 *
 * @param set empty if the file has errors
 */
public record ImportResult(Optional<MessageSet> set, ConversionReport report) {

    /**
     * Returns the result of an import.
     *
     * @param report its problems keep the set from being made
     * @param made makes the set
     * @param problems takes those of the report
     */
    public static ImportResult of(
            ConversionReport report, Supplier<MessageSet> made, Problems problems) {
        MessageSet set = report.problems().hasErrors() ? null : made.get();
        problems.addAll(report.problems());
        boolean failed = report.problems().hasErrors();
        return new ImportResult(Optional.ofNullable(failed ? null : set), report);
    }

    /** Returns what was taken over, in words; empty without a set. */
    public String kept() {
        return set.map(ImportResult::kept).orElse("");
    }

    private static String kept(MessageSet set) {
        var parts = new ArrayList<String>();
        count(parts, set.messages().size(), "message");
        count(parts, set.types().size(), "type");
        count(parts, set.groups().size(), "group");
        count(parts, set.elements().size(), "global element");
        count(
                parts,
                (int) ModelMembers.of(set).filter(p -> !(p instanceof GroupReference)).count(),
                "field");
        return "kept: " + String.join(", ", parts);
    }

    private static void count(List<String> parts, int number, String noun) {
        if (number > 0) {
            parts.add(number + " " + noun + (number == 1 ? "" : "s"));
        }
    }
}
