package io.millrace.projects.report;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.convert.Findings;
import io.millrace.projects.workspace.Project;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A report on an application.
 *
 * @param projects application, followed by the projects to which it refers
 * @param flows flows and subflows
 * @param findings results of the conversion
 * @param problems problems of the check, including problems of ESQL statements
 */
public record ImportReport(
        List<Project> projects,
        List<FlowDefinition> flows,
        Findings findings,
        List<Problem> problems) {

    public ImportReport {
        projects = List.copyOf(projects);
        flows = List.copyOf(flows);
        problems = List.copyOf(problems);
    }

    /** Whether the application can be deployed, and no node or function is missing. */
    public boolean canRun() {
        return problems.stream().noneMatch(p -> p.severity() == Severity.ERROR)
                && results(Level.MISSING).isEmpty();
    }

    /** Returns the results with a level. */
    public List<Finding> results(Level level) {
        return findings.all().stream().filter(f -> f.level() == level).toList();
    }

    /** Returns the numbers of results by level. */
    public Map<Level, Long> counts() {
        Map<Level, Long> counts = new EnumMap<>(Level.class);
        for (Level level : Level.values()) {
            counts.put(level, (long) results(level).size());
        }
        return counts;
    }

    /** Returns the results of each node type by level: its nodes, not their properties. */
    public Map<String, Map<Level, Integer>> nodeTypes() {
        Map<String, Map<Level, Integer>> types = new TreeMap<>();
        for (Finding finding : findings.all()) {
            boolean node = !finding.node().isEmpty() && isType(finding.item());
            if (node) {
                types.computeIfAbsent(finding.item(), t -> new EnumMap<>(Level.class))
                        .merge(finding.level(), 1, Integer::sum);
            }
        }
        return types;
    }

    private static boolean isType(String item) {
        return item.startsWith("Com") || item.contains(".");
    }

    /** Returns the problems that the conversion itself does not list. */
    public List<Problem> otherProblems() {
        List<Problem> others = new ArrayList<>();
        for (Problem problem : problems) {
            boolean listed =
                    findings.all().stream()
                            .anyMatch(
                                    f ->
                                            f.level() != Level.SAME
                                                    && f.place().equals(problem.place()));
            if (!listed) {
                others.add(problem);
            }
        }
        return others;
    }
}
