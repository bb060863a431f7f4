package io.millrace.projects;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.flows.definition.Definitions;
import io.millrace.models.NearbyFiles;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.projects.convert.Environment;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Findings;
import io.millrace.projects.convert.FlowOverrides;
import io.millrace.projects.convert.Policies;
import io.millrace.projects.convert.ProjectConverter;
import io.millrace.projects.dialect.Dialect;
import io.millrace.projects.workspace.ArchiveReader;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.Workspace;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The import of the projects in a folder.
 *
 * @param definitions flows, ESQL and other files
 * @param projects application, followed by the projects to which it refers
 * @param findings results of the conversion
 * @param environment values of names that the projects do not define
 */
public record ProjectImport(
        Definitions definitions,
        List<Project> projects,
        Findings findings,
        Environment environment) {

    private static final Definitions NOTHING = Definitions.of(List.of());

    /** The node types and parsers on the class path, which all imports share. */
    private static final class Installed {
        private static final ClassLoader LOADER = ProjectImport.class.getClassLoader();
        static final Dialect DIALECT = new Dialect(NodeRegistry.load(LOADER));
        static final Set<String> DOMAINS = Set.copyOf(ParserRegistry.load(LOADER).domains());
    }

    /** Reads and converts an application. The check of the application reports its problems. */
    public static ProjectImport read(Path path) {
        return read(path, new Problems());
    }

    /**
     * Reads and converts the application in a folder or archive.
     *
     * @param path project, or a workspace or archive that contains one application
     * @param problems receiver of all problems, with positions in the original files
     */
    public static ProjectImport read(Path path, Problems problems) {
        ArchivePath inArchive = Files.isDirectory(path) ? null : ArchivePath.of(path);
        boolean isFolder = inArchive == null;
        Workspace workspace =
                inArchive == null
                        ? Workspace.ofFolder(path, problems)
                        : ArchiveReader.read(inArchive.archive(), problems);
        List<Project> all = workspace.roots();
        List<Project> roots = inArchive == null ? all : roots(inArchive, all);
        Findings findings = new Findings(problems);
        if (roots.isEmpty() && problems.hasErrors()) {
            return new ProjectImport(NOTHING, List.of(), findings, Environment.NONE);
        }
        if (roots.isEmpty() && !all.isEmpty() && inArchive != null) {
            List<String> names = all.stream().map(Project::name).toList();
            problems.error(
                    ErrorCode.NO_FLOW,
                    Place.of(path.toString()),
                    "the archive contains no application " + inArchive.application(),
                    Problems.didYouMean(
                            inArchive.application(),
                            names,
                            "it contains " + String.join(", ", names)));
            return new ProjectImport(NOTHING, List.of(), findings, Environment.NONE);
        }
        if (roots.size() != 1) {
            problems.error(
                    ErrorCode.NO_FLOW,
                    Place.of(path.toString()),
                    roots.isEmpty()
                            ? (isFolder ? "the folder" : "the archive") + " contains no application"
                            : (isFolder ? "the folder" : "the archive")
                                    + " contains %d applications".formatted(roots.size()),
                    roots.isEmpty()
                            ? "specify the folder of a project"
                            : "specify one of " + paths(inArchive, roots));
            return new ProjectImport(NOTHING, List.of(), findings, Environment.NONE);
        }
        List<Project> closure = workspace.closure(roots.getFirst());
        Environment environment = environment(path, problems);
        Definitions definitions =
                ProjectConverter.convert(
                        closure,
                        Installed.DIALECT,
                        Installed.DOMAINS,
                        Files.isDirectory(path.resolve("lib")),
                        environment,
                        FlowOverrides.read(closure, environment, problems),
                        new Policies(workspace, environment.services(), findings),
                        findings);
        return new ProjectImport(definitions, closure, findings, environment);
    }

    /** Returns the paths of the applications in a workspace or archive. */
    public static List<Path> applications(Path path) {
        ArchivePath archive = Files.isDirectory(path) ? null : ArchivePath.of(path);
        if (archive != null) {
            List<Project> roots =
                    archive.application().isEmpty()
                            ? ArchiveReader.read(archive.archive(), new Problems()).roots()
                            : List.of();
            return roots.size() < 2
                    ? List.of(path)
                    : roots.stream().map(r -> archive.of(r.name())).toList();
        }
        List<Path> folders = new ArrayList<>();
        for (Project root : Workspace.ofFolder(path, new Problems()).roots()) {
            Path folder = root.folder();
            if (folder != null) {
                folders.add(folder);
            }
        }
        return folders;
    }

    /** Whether a path is a file or folder, or an application in an archive. */
    public static boolean exists(Path path) {
        return Files.exists(path) || ArchivePath.of(path) != null;
    }

    /** Returns the name of the application; empty if it cannot be read. */
    public String name() {
        return projects.isEmpty() ? "" : ProjectConverter.name(projects);
    }

    /** Returns the results of the conversion. */
    public List<Finding> results() {
        return findings.all();
    }

    /** Returns the applications in an archive with the name that a path specifies. */
    private static List<Project> roots(ArchivePath path, List<Project> all) {
        return path.application().isEmpty()
                ? all
                : all.stream().filter(p -> p.name().equals(path.application())).limit(1).toList();
    }

    private static String paths(@Nullable ArchivePath archive, List<Project> roots) {
        return String.join(
                ", ",
                roots.stream()
                        .map(r -> archive == null ? r.place() : archive.of(r.name()))
                        .map(Object::toString)
                        .toList());
    }

    /** Reads environment.yaml in a folder or, without it, in its parent folder. */
    private static Environment environment(Path path, Problems problems) {
        Path folder = path.toAbsolutePath().normalize();
        for (int i = 0; i < 2 && folder != null; i++) {
            Path file = folder.resolve(Environment.NAME);
            if (Files.isRegularFile(file)) {
                return environmentFile(file, problems);
            }
            folder = folder.getParent();
        }
        return Environment.NONE;
    }

    private static Environment environmentFile(Path file, Problems problems) {
        try {
            String text = NearbyFiles.text(Files.readAllBytes(file));
            return Environment.read(
                    new Source(file.toString(), text),
                    path -> listed(file.resolveSibling(path.text()), path, problems),
                    problems);
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE, Place.of(file.toString()), FileErrors.reason(e));
            return Environment.NONE;
        }
    }

    private static @Nullable Source listed(Path file, YamlScalar path, Problems problems) {
        try {
            return new Source(file.toString(), NearbyFiles.text(Files.readAllBytes(file)));
        } catch (IOException e) {
            problems.error(
                    ErrorCode.PROJECT_REFERENCE,
                    path.place(),
                    "the file %s cannot be read: %s".formatted(file, FileErrors.reason(e)));
            return null;
        }
    }
}
