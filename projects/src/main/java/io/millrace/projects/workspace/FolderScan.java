package io.millrace.projects.workspace;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A scan of a folder for projects. Symbolic links and folders that begin with a dot are skipped.
 */
final class FolderScan {

    private static final int MAX_DEPTH = 30;
    private static final int MAX_FILES = 200_000;

    private final Path top;
    private final Problems problems;
    private final List<Project> projects = new ArrayList<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private int count;

    /** A project folder whose files are being collected. */
    private record Open(Path folder, TreeMap<String, ProjectFile> files) {}

    private FolderScan(Path top, Problems problems) {
        this.top = top;
        this.problems = problems;
    }

    /**
     * Returns the projects at and below a folder, in the order of their paths. If it contains
     * flows, but no project, the folder itself is a project.
     */
    static List<Project> projects(Path top, Problems problems) {
        FolderScan scan = new FolderScan(top, problems);
        scan.walk(MAX_DEPTH);
        return scan.projects;
    }

    /** Returns the projects directly in a folder. */
    static List<Project> directlyIn(Path top, Problems problems) {
        List<Project> found = new ArrayList<>();
        try (var folders = Files.newDirectoryStream(top, FolderScan::isProject)) {
            List<Path> sorted = new ArrayList<>();
            folders.forEach(sorted::add);
            sorted.sort(null);
            for (Path folder : sorted) {
                found.addAll(projects(folder, problems));
            }
        } catch (IOException e) {
            // A parent folder that cannot be read contains no references.
            return found;
        }
        return found;
    }

    /** Whether a folder contains {@code .project} or a descriptor. */
    static boolean isProject(Path folder) {
        return Files.isDirectory(folder)
                && (Files.isRegularFile(folder.resolve(Project.PROJECT_FILE))
                        || ProjectKind.DESCRIPTORS.stream()
                                .anyMatch(d -> Files.isRegularFile(folder.resolve(d))));
    }

    private void walk(int depth) {
        open.push(new Open(top, new TreeMap<>()));
        try {
            Files.walkFileTree(top, EnumSet.noneOf(FileVisitOption.class), depth, new Visitor());
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE, Place.of(top.toString()), FileErrors.reason(e));
        }
        if (count > MAX_FILES) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    Place.of(top.toString()),
                    "the folder contains more than " + MAX_FILES + " files",
                    "specify the folder of a project");
        }
        projects.sort(Comparator.comparing(p -> p.place().source().name()));
        Open root = open.pop();
        if (isProject(top) || projects.isEmpty()) {
            projects.addFirst(project(root));
        }
    }

    private Project project(Open found) {
        Path name = found.folder().toAbsolutePath().normalize().getFileName();
        return Project.of(
                name == null ? "project" : name.toString(),
                found.folder(),
                found.folder().toString(),
                found.files(),
                problems);
    }

    private final class Visitor extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (folder.equals(top)) {
                return FileVisitResult.CONTINUE;
            }
            if (folder.getFileName().toString().startsWith(".")) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            if (isProject(folder)) {
                open.push(new Open(folder, new TreeMap<>()));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
            Open innermost = open.peek();
            if (!folder.equals(top) && innermost != null && innermost.folder().equals(folder)) {
                projects.add(project(open.pop()));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            Open innermost = open.peek();
            if (attributes.isRegularFile() && innermost != null) {
                String path =
                        StreamSupport.stream(
                                        innermost.folder().relativize(file).spliterator(), false)
                                .map(Path::toString)
                                .collect(Collectors.joining("/"));
                innermost
                        .files()
                        .put(path, new ProjectFile(path, file.toString(), () -> content(file)));
            }
            return ++count > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    Place.of(file.toString()),
                    FileErrors.reason(failure));
            return FileVisitResult.CONTINUE;
        }
    }

    private static byte[] content(Path file) throws IOException {
        if (Files.size(file) > ProjectFile.MAX_BYTES) {
            throw new IOException(
                    "the file is larger than " + (ProjectFile.MAX_BYTES >> 20) + " MiB");
        }
        return Files.readAllBytes(file);
    }
}
