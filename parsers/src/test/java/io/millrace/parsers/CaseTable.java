package io.millrace.parsers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the cases of a collection that others wrote. {@link #end} prints a row for each
 * group of them, with the reasons of those that were left out or end otherwise on purpose, and
 * fails where one failed. Tests that use it carry the tag {@code conformance}; CONTRIBUTING.md has
 * the command that shows all tables.
 */
public final class CaseTable {

    private static final int MAX_SHOWN = 20;

    private static final class Row {
        int passed;
        int failed;
        int different;
        int skipped;
        final Map<String, Integer> reasons = new TreeMap<>();
    }

    private final String title;
    private final Map<String, Row> rows = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();

    /**
     * @param title what was run, for example {@code JSON: JSONTestSuite}
     */
    public CaseTable(String title) {
        this.title = title;
    }

    private Row row(String group) {
        return rows.computeIfAbsent(group, g -> new Row());
    }

    public void passed(String group) {
        row(group).passed++;
    }

    public void failed(String group, String what) {
        row(group).failed++;
        failures.add(group + ": " + what);
    }

    /** A case that does not end as its authors expect, and rightly so. */
    public void different(String group, String reason) {
        row(group).different++;
        row(group).reasons.merge("differs: " + reason, 1, Integer::sum);
    }

    public void skipped(String group, String reason) {
        row(group).skipped++;
        row(group).reasons.merge("left out: " + reason, 1, Integer::sum);
    }

    /** How many cases there were, those left out among them. */
    public int cases() {
        return rows.values().stream()
                .mapToInt(r -> r.passed + r.failed + r.different + r.skipped)
                .sum();
    }

    /** How many cases were not left out. */
    public int ran() {
        return cases() - rows.values().stream().mapToInt(r -> r.skipped).sum();
    }

    /** As Markdown. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("\n### " + title + "\n\n");
        out.append("| group | cases | passed | differ on purpose | failed | left out |\n");
        out.append("|---|---|---|---|---|---|\n");
        Row sum = new Row();
        rows.forEach(
                (group, r) -> {
                    out.append(line(group, r));
                    sum.passed += r.passed;
                    sum.failed += r.failed;
                    sum.different += r.different;
                    sum.skipped += r.skipped;
                });
        if (rows.size() > 1) {
            out.append(line("all", sum));
        }
        rows.forEach(
                (group, r) ->
                        r.reasons.forEach(
                                (reason, n) ->
                                        out.append("- %s, %d %s%n".formatted(group, n, reason))));
        return out.toString();
    }

    private static String line(String group, Row r) {
        int cases = r.passed + r.failed + r.different + r.skipped;
        return "| %s | %d | %d | %d | %d | %d |%n"
                .formatted(group, cases, r.passed, r.different, r.failed, r.skipped);
    }

    /** Prints the table, and fails where a case failed. */
    public void end() {
        System.out.println(this);
        assertThat(failures.stream().limit(MAX_SHOWN).toList()).as(title).isEmpty();
    }
}
