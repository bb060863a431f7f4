package io.millrace.store.artemis.units;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.UnresolvedUnits.Report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The text format for unresolved units between two processes: one line per unit or error, which
 * begins with a letter for its kind.
 */
final class UnresolvedUnitsFormat {

    private static final String SEPARATOR = "\t";
    private static final String NODE = "N";
    private static final String BRANCH = "B";
    private static final String DAMAGED = "D";
    private static final String UNREACHABLE = "U";
    private static final String ERROR = "E";

    private UnresolvedUnitsFormat() {}

    static String write(Report report) {
        StringBuilder text = new StringBuilder();
        line(text, NODE, report.node());
        for (InDoubtBranch b : report.inDoubt()) {
            String since = b.since() == null ? "" : b.since().toString();
            line(text, BRANCH, b.resource(), b.id(), b.unit(), b.coordinator(), since);
        }
        for (DamagedUnit d : report.damaged()) {
            List<String> parts = new ArrayList<>();
            parts.addAll(List.of(DAMAGED, d.unit(), d.began().toString(), d.outcome()));
            parts.addAll(d.resources());
            line(text, parts.toArray(String[]::new));
        }
        report.unreachable().forEach(u -> line(text, UNREACHABLE, u));
        return text.toString();
    }

    static String write(MillraceException failure) {
        StringBuilder text = new StringBuilder();
        line(text, ERROR, failure.code().name(), failure.getMessage());
        return text.toString();
    }

    private static void line(StringBuilder text, String... parts) {
        for (String part : parts) {
            text.append(part.replaceAll("\\p{Cntrl}", " ")).append(SEPARATOR);
        }
        text.append('\n');
    }

    /** Parses a report. If the text contains an error instead, throws the error. */
    static Report read(String text) {
        String node = "";
        List<InDoubtBranch> branches = new ArrayList<>();
        List<DamagedUnit> damaged = new ArrayList<>();
        List<String> unreachable = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] p = line.split(SEPARATOR, -1);
            switch (p[0]) {
                case NODE -> node = p[1];
                case BRANCH ->
                        branches.add(
                                new InDoubtBranch(
                                        p[1],
                                        p[2],
                                        p[3],
                                        p[4],
                                        p[5].isEmpty() ? null : Instant.parse(p[5])));
                case DAMAGED ->
                        damaged.add(
                                new DamagedUnit(
                                        p[1],
                                        Instant.parse(p[2]),
                                        p[3],
                                        Arrays.asList(p).subList(4, p.length - 1)));
                case UNREACHABLE -> unreachable.add(p[1]);
                case ERROR -> throw new MillraceException(ErrorCode.valueOf(p[1]), p[2]);
                default -> {
                    // Lines of later versions are ignored.
                }
            }
        }
        return new Report(node, branches, damaged, unreachable);
    }
}
