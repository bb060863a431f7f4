package io.millrace.projects.report;

import io.millrace.projects.convert.Environment;
import io.millrace.projects.convert.Findings;

/** A generator of {@code environment.yaml}, with the uses of each name as comments. */
public final class EnvironmentFile {

    private static final int MAX_USES = 5;

    private EnvironmentFile() {}

    /**
     * Returns the contents of the file. Known values are kept; other values are empty.
     *
     * @param findings names with their uses and proposed values
     * @param known values of an existing file
     */
    public static String of(Findings findings, Environment known) {
        StringBuilder out = new StringBuilder();
        out.append("# Values of names that the projects do not define. An empty value has no")
                .append(" effect.\n");
        findings.names()
                .forEach(
                        (kind, uses) -> {
                            out.append(kind).append(":\n");
                            uses.forEach(
                                    (name, places) -> {
                                        places.stream()
                                                .limit(MAX_USES)
                                                .forEach(
                                                        p ->
                                                                out.append("  # ")
                                                                        .append(p)
                                                                        .append('\n'));
                                        if (places.size() > MAX_USES) {
                                            out.append("  # and ")
                                                    .append(places.size() - MAX_USES)
                                                    .append(" more uses\n");
                                        }
                                        String proposal = findings.proposal(kind, name);
                                        if (!proposal.isEmpty()) {
                                            out.append("  # The projects contain ")
                                                    .append(proposal)
                                                    .append('\n');
                                        }
                                        String value = known.of(kind).getOrDefault(name, "");
                                        out.append("  ")
                                                .append(Environment.quoted(name))
                                                .append(": ")
                                                .append(
                                                        Environment.isMapping(value)
                                                                ? value
                                                                : Environment.quoted(value))
                                                .append('\n');
                                    });
                        });
        return out.toString();
    }
}
