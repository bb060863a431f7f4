package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.flows.application.ApplicationFiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of an application that nodes use, for example stylesheets. All nodes share the contents
 * of these files.
 */
final class ContentFiles {

    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_DEPTH = 20;

    private final Path folder;
    private final boolean isComplete;
    private final Map<String, byte[]> given;
    private final Problems problems;
    private final Map<Set<String>, Map<String, byte[]>> bySuffixes = new HashMap<>();

    /**
     * @param folder folder of the application, or the file from which a definition source reads the
     *     application
     * @param isComplete whether the given files are all files of the application
     * @param given files of definition sources, by path
     * @param problems receiver of files that cannot be read
     */
    ContentFiles(Path folder, boolean isComplete, Map<String, byte[]> given, Problems problems) {
        this.folder = folder;
        this.isComplete = isComplete;
        this.given = given;
        this.problems = problems;
    }

    /**
     * Returns the contents of files by their paths relative to the folder.
     *
     * @param suffixes suffixes of the names of the files
     */
    Map<String, byte[]> named(Set<String> suffixes) {
        return bySuffixes.computeIfAbsent(
                Set.copyOf(suffixes), s -> Collections.unmodifiableMap(read(s)));
    }

    private Map<String, byte[]> read(Set<String> suffixes) {
        Map<String, byte[]> contents = new TreeMap<>();
        given.forEach(
                (path, bytes) -> {
                    if (suffixes.stream().anyMatch(path::endsWith)) {
                        contents.put(path, bytes);
                    }
                });
        if (isComplete || !Files.isDirectory(folder)) {
            return contents;
        }
        long total = 0;
        for (Path file : files(suffixes)) {
            try {
                total += Files.size(file);
                if (total > MAX_BYTES) {
                    problems.error(
                            ErrorCode.FILE_UNREADABLE,
                            Place.of(folder.toString()),
                            "the files %s of the application are larger than %d MiB"
                                    .formatted(
                                            String.join(", ", suffixes.stream().sorted().toList()),
                                            MAX_BYTES >> 20));
                    return contents;
                }
                String path = folder.relativize(file).toString().replace('\\', '/');
                contents.put(path, Files.readAllBytes(file));
            } catch (IOException e) {
                unreadable(file, e);
            }
        }
        return contents;
    }

    private List<Path> files(Set<String> suffixes) {
        try (Stream<Path> all = Files.walk(folder, MAX_DEPTH)) {
            return all.filter(
                            file ->
                                    suffixes.stream().anyMatch(file.toString()::endsWith)
                                            && Files.isRegularFile(file)
                                            && !isInHome(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            unreadable(folder, e);
        } catch (UncheckedIOException e) {
            unreadable(folder, e.getCause());
        }
        return List.of();
    }

    /** Whether a file is in the home folder of a broker. */
    private boolean isInHome(Path file) {
        for (Path at = file.getParent(); !at.equals(folder); at = at.getParent()) {
            if (ApplicationFiles.isHome(at)) {
                return true;
            }
        }
        return false;
    }

    private void unreadable(Path path, IOException failure) {
        problems.error(
                ErrorCode.FILE_UNREADABLE, Place.of(path.toString()), FileErrors.reason(failure));
    }
}
