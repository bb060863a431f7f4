package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.FlowReader;
import io.millrace.projects.flow.MessageFlow;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The flows and subflows of an application, its libraries and references, read on demand. */
final class FlowSet {

    /** A flow in its project. */
    record Entry(Project project, MessageFlow flow, FlowNames names) {}

    private final List<Project> projects;
    private final FlowOverrides overrides;
    private final Policies policies;
    private final Problems problems;
    private final Map<ProjectFile, Entry> read = new HashMap<>();
    private final Map<ProjectFile, Boolean> broken = new HashMap<>();

    /** Names of the subflows. */
    private final Set<String> names = new HashSet<>();

    FlowSet(List<Project> projects, FlowOverrides overrides, Policies policies, Problems problems) {
        this.policies = policies;
        this.projects = projects;
        this.overrides = overrides;
        this.problems = problems;
    }

    /**
     * Returns the flow in a file. If the file is malformed, reports the problem once and returns
     * null.
     */
    @Nullable Entry read(Project project, ProjectFile file) {
        Entry known = read.get(file);
        if (known != null || broken.containsKey(file)) {
            return known;
        }
        MessageFlow flow = FlowReader.read(file, problems);
        if (flow == null) {
            broken.put(file, true);
            return null;
        }
        MessageFlow changed = named(project, policies.apply(overrides.apply(flow)));
        Entry entry = new Entry(project, changed, new FlowNames(changed));
        read.put(file, entry);
        return entry;
    }

    /**
     * Returns a subflow with a unique name. If several libraries have a subflow of the same name,
     * each library uses its own. The names of the other subflows are prefixed with the names of
     * their projects.
     */
    private MessageFlow named(Project project, MessageFlow flow) {
        if (!flow.hasTerminals()) {
            return flow;
        }
        String prefix = FlowNames.ofApplication(project.name());
        String name = flow.name();
        for (int i = 2; !names.add(name); i++) {
            name = prefix + "." + flow.name() + (i == 2 ? "" : "-" + i);
        }
        return flow.withName(name);
    }

    /**
     * Returns the flow that a node represents, from the node's own project or from the first other
     * project that contains the flow. If the flow is missing, reports the problem and returns null.
     */
    @Nullable Entry find(FlowNode node, Project from) {
        Map<Project, ProjectFile> found = files(node, from);
        if (found.isEmpty()) {
            if (!node.type().isEmpty()) {
                missing(node);
            }
            return null;
        }
        Map.Entry<Project, ProjectFile> first = found.entrySet().iterator().next();
        if (found.size() > 1) {
            problems.warning(
                    ErrorCode.DUPLICATE_NAME,
                    node.place(),
                    "%d projects contain %s; that of %s is used"
                            .formatted(found.size(), node.type(), first.getKey().name()),
                    "remove the copies");
        }
        return read(first.getKey(), first.getValue());
    }

    /** Returns the flow that a node represents like {@link #find}, without reports. */
    @Nullable Entry known(FlowNode node, Project from) {
        Map.Entry<Project, ProjectFile> first = files(node, from).firstEntry();
        return first == null ? null : read(first.getKey(), first.getValue());
    }

    /**
     * Returns the file in the own project. If the own project does not contain it, returns the
     * files in all projects.
     */
    private LinkedHashMap<Project, ProjectFile> files(FlowNode node, Project from) {
        LinkedHashMap<Project, ProjectFile> files = new LinkedHashMap<>();
        List<Project> searched = from.files().containsKey(node.type()) ? List.of(from) : projects;
        for (Project project : searched) {
            ProjectFile file = project.files().get(node.type());
            if (file != null) {
                files.put(project, file);
            }
        }
        return files;
    }

    private void missing(FlowNode node) {
        TreeSet<String> paths = new TreeSet<>();
        for (Project project : projects) {
            project.files().values().stream()
                    .filter(FlowReader::isFlow)
                    .forEach(f -> paths.add(f.path()));
        }
        Place place = node.place();
        problems.error(
                ErrorCode.PROJECT_REFERENCE,
                place,
                "the subflow %s of node %s does not exist".formatted(node.type(), node.label()),
                Problems.didYouMean(
                        node.type(), paths, "put the project that contains it next to the others"));
    }
}
