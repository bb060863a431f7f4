package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A reader of the files of an application that nodes use, for example stylesheets. */
final class ContentFiles {

    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_DEPTH = 20;

    private ContentFiles() {}

    /**
     * Returns the contents of files by their paths relative to the folder.
     *
     * @param folder folder of the application; a file if a definition source reads it
     * @param suffixes suffixes of the names of the files
     * @param problems receiver of files that cannot be read
     */
    static Map<String, byte[]> read(Path folder, Set<String> suffixes, Problems problems) {
        Map<String, byte[]> contents = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return contents;
        }
        long total = 0;
        for (Path file : files(folder, suffixes, problems)) {
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
                problems.error(
                        ErrorCode.FILE_UNREADABLE, Place.of(file.toString()), FileErrors.reason(e));
            }
        }
        return contents;
    }

    private static List<Path> files(Path folder, Set<String> suffixes, Problems problems) {
        try (Stream<Path> all = Files.walk(folder, MAX_DEPTH)) {
            return all.filter(
                            file ->
                                    suffixes.stream().anyMatch(file.toString()::endsWith)
                                            && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE, Place.of(folder.toString()), FileErrors.reason(e));
            return List.of();
        }
    }
}
