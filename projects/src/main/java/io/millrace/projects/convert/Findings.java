package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.SensitiveText;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.xml.Secrets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A collector of the results of the conversion of a project. Only for one thread. */
public final class Findings {

    private final List<Finding> all = new ArrayList<>();
    private final Map<String, Map<String, List<Place>>> names = new LinkedHashMap<>();
    private final Map<String, String> proposals = new HashMap<>();
    private final Map<Place, String> comments = new HashMap<>();
    private final Problems problems;

    /**
     * @param problems receiver of the differences that a user must know before a flow runs
     */
    public Findings(Problems problems) {
        this.problems = problems;
    }

    public List<Finding> all() {
        return List.copyOf(all);
    }

    Problems problems() {
        return problems;
    }

    /** Returns a value for output. Values of properties that are named like secrets are masked. */
    public static String shown(String name, String value) {
        return Secrets.isSecret(name) && !value.isEmpty() ? SensitiveText.masked(value) : value;
    }

    /** Whether a file of the projects has an error. */
    public boolean hasErrors() {
        return problems.hasErrors();
    }

    void add(Finding finding) {
        all.add(finding);
    }

    /** Records a difference, and reports it as a warning. */
    void difference(Finding finding) {
        add(finding);
        String node = finding.node().isEmpty() ? "" : " of node " + finding.node();
        String value = finding.value().isEmpty() ? "" : "=" + finding.value();
        problems.warning(
                ErrorCode.PROJECT_DIFFERENCE,
                finding.place(),
                "%s%s%s: %s".formatted(finding.item(), value, node, finding.text()),
                finding.level() == Finding.Level.MISSING
                        ? "change the flow if it needs the function"
                        : "check that the difference does not affect the flow");
    }

    /** Records a name that needs a value in {@code environment.yaml}. */
    void name(String kind, String name, Place place) {
        List<Place> places =
                names.computeIfAbsent(kind, k -> new TreeMap<>())
                        .computeIfAbsent(name, n -> new ArrayList<>());
        if (!places.contains(place)) {
            places.add(place);
        }
    }

    /** Records a name and a proposed value, which the generated environment.yaml contains. */
    void proposal(String kind, String name, String value, Place place) {
        name(kind, name, place);
        proposals.put(kind + "." + name, value);
    }

    /** Returns the value that the project proposes for a name; empty if it proposes no value. */
    public String proposal(String kind, String name) {
        return proposals.getOrDefault(kind + "." + name, "");
    }

    /** Records the author's comment on a node and the position of the node in the editor. */
    void comment(FlowNode node) {
        String text = (node.location() + "\n" + node.description()).strip();
        if (!text.isEmpty()) {
            comments.put(node.place(), text);
        }
    }

    /** Returns positions in the editor and descriptions of nodes, by the places of the nodes. */
    public Map<Place, String> comments() {
        return comments;
    }

    /** Adds the names and proposals of another application. */
    public void addNames(Findings other) {
        other.names.forEach(
                (kind, uses) ->
                        uses.forEach((name, places) -> places.forEach(p -> name(kind, name, p))));
        proposals.putAll(other.proposals);
    }

    /** Returns the names that need values in {@code environment.yaml}, with their uses, by kind. */
    public Map<String, Map<String, List<Place>>> names() {
        return names;
    }
}
