package io.millrace.projects;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A detector that decides by file names whether a folder or file contains projects. */
final class ProjectFolders {

    private static final int MAX_DEPTH = 30;
    private static final int MAX_FILES = 200_000;

    private static final List<String> FLOWS = List.of(".msgflow", ".subflow");

    /** Files of Millrace's applications. */
    private static final List<String> OWN = List.of(".flow.yaml", ".subflow.yaml");

    private ProjectFolders() {}

    /**
     * Whether a path is a folder with flows of projects that is not a Millrace application, an
     * archive, or an application in an archive.
     */
    static boolean areProjects(Path path) {
        return Files.isDirectory(path)
                ? !isOwn(path) && new Search().found(path)
                : ArchivePath.of(path) != null;
    }

    private static boolean isOwn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(f -> hasSuffix(f, OWN));
        } catch (IOException e) {
            return true;
        }
    }

    private static boolean hasSuffix(Path file, List<String> suffixes) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return suffixes.stream().anyMatch(name::endsWith);
    }

    private static final class Search extends SimpleFileVisitor<Path> {

        private boolean found;
        private int count;
        private int depth;

        boolean found(Path folder) {
            try {
                Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), MAX_DEPTH, this);
            } catch (IOException e) {
                // The reader of the folder reports the error.
            }
            return found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean hidden = depth++ > 0 && folder.getFileName().toString().startsWith(".");
            return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found |= hasSuffix(file, FLOWS);
            return found || ++count > MAX_FILES
                    ? FileVisitResult.TERMINATE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }
}
