package io.millrace.projects.workspace;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import org.jspecify.annotations.Nullable;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The projects of a folder or archive, and the projects in parent folders to which they refer. */
public final class Workspace {

    /** Number of parent folders in which references are searched. */
    private static final int MAX_PARENTS = 2;

    private final @Nullable Path folder;
    private final List<Project> projects;
    private final Problems problems;

    /** Projects in parent folders that were searched, by folder. */
    private final Map<Path, List<Project>> parents = new HashMap<>();

    private Workspace(@Nullable Path folder, List<Project> projects, Problems problems) {
        this.folder = folder;
        this.projects = List.copyOf(projects);
        this.problems = problems;
    }

    /**
     * Reads the projects of a folder.
     *
     * @param problems receiver of all errors, including errors that are found later
     */
    public static Workspace ofFolder(Path folder, Problems problems) {
        return new Workspace(folder, FolderScan.projects(folder, problems), problems);
    }

    /** Creates a workspace of the projects in an archive. */
    static Workspace of(List<Project> projects, Problems problems) {
        return new Workspace(null, projects, problems);
    }

    /**
     * Returns the projects that can be deployed. If the folder is an application, this is the
     * folder itself. Otherwise, these are all applications, and the message flow projects that
     * contain flows and to which no other project refers. If there are none, these are the
     * libraries. Empty if the archive cannot be read.
     */
    public List<Project> roots() {
        if (projects.isEmpty()) {
            return List.of();
        }
        Project first = projects.getFirst();
        boolean own = folder != null && folder.equals(first.folder());
        if (own && (first.kind().isApplication() || projects.size() == 1)) {
            return List.of(first);
        }
        Set<String> referred = new TreeSet<>();
        projects.forEach(p -> referred.addAll(p.references().keySet()));
        List<Project> roots = projects.stream().filter(p -> isRoot(p, referred)).toList();
        return roots.isEmpty()
                ? projects.stream().filter(Workspace::hasDefinitions).toList()
                : roots;
    }

    private static boolean isRoot(Project project, Set<String> referred) {
        boolean flows = !project.withSuffix(".msgflow").isEmpty();
        return project.kind().isApplication()
                || project.kind() == ProjectKind.MESSAGE_FLOW_PROJECT
                        && flows
                        && !referred.contains(project.name());
    }

    private static boolean hasDefinitions(Project project) {
        return project.files().values().stream()
                .anyMatch(
                        f ->
                                f.hasSuffix(".subflow")
                                        || f.hasSuffix(".msgflow")
                                        || f.hasSuffix(".esql"));
    }

    /**
     * Returns a project and all projects to which it refers, directly or through others, the
     * nearest first. Reports references that do not exist.
     */
    public List<Project> closure(Project root) {
        Map<String, Project> found = new LinkedHashMap<>();
        found.put(root.name(), root);
        Deque<Project> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Project from = open.poll();
            from.references()
                    .forEach(
                            (name, place) -> {
                                Project target =
                                        found.containsKey(name) ? null : find(name, place, from);
                                if (target != null) {
                                    found.put(name, target);
                                    open.add(target);
                                }
                            });
        }
        return List.copyOf(found.values());
    }

    /**
     * Returns a project by its name. If the project does not exist, reports the problem and returns
     * null.
     */
    private @Nullable Project find(String name, Place place, Project from) {
        List<Project> here = named(name, projects);
        if (here.size() > 1) {
            Project nearest = nearest(here, from);
            problems.warning(
                    ErrorCode.DUPLICATE_NAME,
                    place,
                    "%d projects are called %s; the one in %s is used"
                            .formatted(here.size(), name, nearest.place()),
                    "specify a folder that contains only one of them");
            return nearest;
        }
        if (!here.isEmpty()) {
            return here.getFirst();
        }
        Project around = around(name);
        if (around != null) {
            return around;
        }
        missing(name, place, from);
        return null;
    }

    /**
     * Returns a project by its name, including projects in parent folders; null if the project does
     * not exist.
     */
    public @Nullable Project named(String name) {
        List<Project> here = named(name, projects);
        return here.isEmpty() ? around(name) : here.getFirst();
    }

    /** Returns the policy projects, including policy projects in parent folders. */
    public List<Project> policyProjects() {
        List<Project> all = new ArrayList<>(projects);
        parents().forEach(parent -> all.addAll(in(parent)));
        return all.stream().filter(p -> p.kind() == ProjectKind.POLICY_PROJECT).toList();
    }

    /** Returns a project in the parent folders; null if the project does not exist. */
    private @Nullable Project around(String name) {
        return parents().flatMap(parent -> in(parent, name).stream()).findFirst().orElse(null);
    }

    /**
     * Returns a project in a parent folder. Tries the folder with the name of the project first.
     * Most projects are found there, so the other folders of a large workspace are not read.
     */
    private Optional<Project> in(Path parent, String name) {
        if (!parents.containsKey(parent) && isFileName(name)) {
            Path ofName = parent.resolve(name);
            if (FolderScan.isProject(ofName)) {
                List<Project> there = FolderScan.projects(ofName, new Problems());
                if (there.getFirst().name().equals(name)) {
                    return Optional.of(there.getFirst());
                }
            }
        }
        return named(name, in(parent)).stream().findFirst();
    }

    private static boolean isFileName(String name) {
        try {
            Path path = Path.of(name);
            return !path.isAbsolute() && path.getNameCount() == 1 && !name.startsWith(".");
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns the projects in a parent folder. */
    private List<Project> in(Path parent) {
        return parents.computeIfAbsent(parent, p -> FolderScan.directlyIn(p, new Problems()));
    }

    /** Returns the parent folders in which references are searched, the nearest first. */
    private Stream<Path> parents() {
        return folder == null
                ? Stream.empty()
                : Stream.iterate(
                                folder.toAbsolutePath().normalize().getParent(),
                                Objects::nonNull,
                                Path::getParent)
                        .limit(MAX_PARENTS);
    }

    private void missing(String name, Place place, Project from) {
        List<String> names = new ArrayList<>();
        projects.forEach(p -> names.add(p.name()));
        parents.values().forEach(all -> all.forEach(p -> names.add(p.name())));
        String advice = Problems.didYouMean(name, names, "put the project next to " + from.name());
        problems.warning(
                ErrorCode.PROJECT_REFERENCE,
                place,
                "the project %s, to which %s refers, does not exist".formatted(name, from.name()),
                advice);
    }

    private static List<Project> named(String name, List<Project> all) {
        return all.stream().filter(p -> p.name().equals(name)).toList();
    }

    /** Returns the project whose folder has the longest path in common with another project. */
    private static Project nearest(List<Project> all, Project from) {
        Project nearest = all.getFirst();
        for (Project project : all) {
            if (common(project, from) > common(nearest, from)) {
                nearest = project;
            }
        }
        return nearest;
    }

    private static int common(Project one, Project other) {
        Path a = one.folder();
        Path b = other.folder();
        int count = 0;
        while (a != null
                && b != null
                && count < Math.min(a.getNameCount(), b.getNameCount())
                && a.getName(count).equals(b.getName(count))) {
            count++;
        }
        return count;
    }
}
