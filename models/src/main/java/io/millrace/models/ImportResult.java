package io.millrace.models;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.MrmParser;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A message set that was imported from a file in another language, and a report of the parts that
 * were changed or dropped.
 *
 * @param set imported message set; empty if the file has errors
 */
public record ImportResult(Optional<MessageSet> set, ConversionReport report) {

    /**
     * Returns the result of an import.
     *
     * @param report report of the import; if it contains problems, no set is created
     * @param made factory that creates the set
     * @param problems receives the problems of the report
     */
    public static ImportResult of(
            ConversionReport report, Supplier<MessageSet> made, Problems problems) {
        MessageSet set = report.problems().hasErrors() ? null : made.get();
        problems.addAll(report.problems());
        boolean failed = report.problems().hasErrors();
        if (set != null && !failed) {
            reportMissing(set, report);
        }
        return new ImportResult(Optional.ofNullable(failed ? null : set), report);
    }

    /**
     * Reports the parts of the model file that must be completed before a flow can use the model.
     */
    private static void reportMissing(MessageSet set, ConversionReport report) {
        Problems found = new Problems();
        Source model = new Source(set.name() + ".model.yaml", ModelYaml.write(set));
        var _ = new MrmParser().with(List.of(model), found);
        for (Problem problem : found.all()) {
            report.incomplete(problem);
        }
    }

    /** Returns a summary of the imported parts; empty if there is no set. */
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
