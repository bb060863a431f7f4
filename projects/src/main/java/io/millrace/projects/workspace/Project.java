package io.millrace.projects.workspace;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.projects.xml.XmlDocument;
import io.millrace.projects.xml.XmlElement;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A project: its name, kind, references and files.
 *
 * @param name name in {@code .project}; without that file, the name of the folder
 * @param kind kind of the project
 * @param folder folder of the project; null in an archive
 * @param place position of the project in problems
 * @param references names of other projects that it uses, with their positions
 * @param files files by path, sorted
 */
public record Project(
        String name,
        ProjectKind kind,
        @Nullable Path folder,
        Place place,
        Map<String, Place> references,
        SortedMap<String, ProjectFile> files) {

    /** Name of the file of each Eclipse project. */
    static final String PROJECT_FILE = ".project";

    private static final String SHARED_NATURE = "sharedLibraryNature";

    public Project {
        references = Collections.unmodifiableMap(new LinkedHashMap<>(references));
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /**
     * Creates a project from its files.
     *
     * @param folderName name that applies without {@code .project}
     * @param problems receiver of errors in {@code .project} and the descriptor
     */
    static Project of(
            String folderName,
            @Nullable Path folder,
            String shown,
            SortedMap<String, ProjectFile> files,
            Problems problems) {
        String name = folderName;
        Map<String, Place> references = new LinkedHashMap<>();
        Set<String> natures = new LinkedHashSet<>();
        XmlElement project = document(files.get(PROJECT_FILE), problems);
        if (project != null) {
            String given = project.textOf("name");
            name = given.isEmpty() ? folderName : given;
            for (XmlElement reference : project.descendants("project")) {
                references.putIfAbsent(reference.text(), reference.place());
            }
            project.descendants("nature").forEach(n -> natures.add(n.text()));
        }
        ProjectKind kind = kind(files, natures);
        for (String descriptor : ProjectKind.DESCRIPTORS) {
            XmlElement root = document(files.get(descriptor), problems);
            if (root != null) {
                root.descendants("libraryName")
                        .forEach(l -> references.putIfAbsent(l.text(), l.place()));
                String type = root.attributeOrEmpty("type");
                if (kind == ProjectKind.STATIC_LIBRARY && type.endsWith(SHARED_NATURE)) {
                    kind = ProjectKind.SHARED_LIBRARY;
                }
            }
        }
        references.remove(name);
        return new Project(name, kind, folder, Place.of(shown), references, files);
    }

    private static @Nullable XmlElement document(@Nullable ProjectFile file, Problems problems) {
        Source source = file == null ? null : file.source(problems);
        return source == null ? null : XmlDocument.read(source, problems);
    }

    private static ProjectKind kind(SortedMap<String, ProjectFile> files, Set<String> natures) {
        for (ProjectKind kind : ProjectKind.values()) {
            if (!kind.descriptor.isEmpty() && files.containsKey(kind.descriptor)) {
                return kind;
            }
        }
        if (files.keySet().stream().anyMatch(f -> f.endsWith(".mset"))) {
            return ProjectKind.MESSAGE_SET;
        }
        boolean flows =
                files.values().stream()
                        .anyMatch(f -> f.hasSuffix(".msgflow") || f.hasSuffix(".esql"));
        boolean java = natures.stream().anyMatch(n -> n.endsWith("javanature"));
        return java && !flows ? ProjectKind.JAVA_PROJECT : ProjectKind.MESSAGE_FLOW_PROJECT;
    }

    /**
     * Returns the project of a container in an archive.
     *
     * @param container kind that the suffix of the container specifies; null for none
     * @param inner names of the libraries in the container
     */
    Project inArchive(@Nullable ProjectKind container, List<String> inner) {
        boolean described = kind.isApplication() || kind == ProjectKind.POLICY_PROJECT;
        Map<String, Place> all = new LinkedHashMap<>(references);
        inner.forEach(library -> all.putIfAbsent(library, place));
        all.remove(name);
        return new Project(
                name, container == null || described ? kind : container, folder, place, all, files);
    }

    /** Returns the files whose names have a suffix. */
    public List<ProjectFile> withSuffix(String suffix) {
        List<ProjectFile> found = new ArrayList<>();
        files.values().stream().filter(f -> f.hasSuffix(suffix)).forEach(found::add);
        return found;
    }
}
