package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.RoutineTree;
import io.millrace.engine.esql.syntax.Span;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The positions of errors in files. Modules and routines with an error are not run, even if the
 * parser recovered from the error.
 */
final class ErrorRegions {

    private final Map<EsqlFile, List<Integer>> lines = new IdentityHashMap<>();

    void add(EsqlFile file, Problems found) {
        for (Problem problem : found.all()) {
            if (problem.severity() == Severity.ERROR) {
                add(file, problem.place().line());
            }
        }
    }

    private void add(EsqlFile file, int line) {
        lines.computeIfAbsent(file, f -> new ArrayList<>()).add(line);
    }

    void add(EsqlFile file, Span span) {
        add(file, file.lines().line(span.from()));
    }

    boolean isAnywhere(EsqlFile file) {
        return lines.containsKey(file);
    }

    boolean isIn(EsqlFile file, Span span) {
        return lines.getOrDefault(file, List.of()).stream()
                .anyMatch(line -> contains(file, span, line));
    }

    private static boolean contains(EsqlFile file, Span span, int line) {
        return file.lines().line(span.from()) <= line && line <= file.lines().line(span.to());
    }

    /**
     * Whether there is an error outside modules and routines. The definition that such an error
     * affects is unknown.
     */
    boolean isOutside(EsqlFile file) {
        return lines.getOrDefault(file, List.of()).stream()
                .anyMatch(
                        line ->
                                file.modules().stream()
                                                .map(ModuleTree::span)
                                                .noneMatch(s -> contains(file, s, line))
                                        && file.routines().stream()
                                                .map(RoutineTree::span)
                                                .noneMatch(s -> contains(file, s, line)));
    }
}
