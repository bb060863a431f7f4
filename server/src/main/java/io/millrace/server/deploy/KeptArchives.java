package io.millrace.server.deploy;

import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The archives in a home, for an error that lists them. */
final class KeptArchives {

    /** Maximum number of archives that an error lists. */
    private static final int MAX_LABELS = 5;

    private KeptArchives() {}

    /**
     * Returns the names and versions of the archived applications, or the number of the further
     * archives as the last element; empty if the folder contains no archive.
     */
    static List<String> labels(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        TreeSet<String> labels = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                labels.add(label(file));
            }
        }
        List<String> first = new ArrayList<>(labels.stream().limit(MAX_LABELS).toList());
        if (labels.size() > MAX_LABELS) {
            first.add("and %d more".formatted(labels.size() - MAX_LABELS));
        }
        return first;
    }

    /** Returns name and version in the manifest; the name of the file if it is damaged. */
    private static String label(Path archive) {
        try {
            Manifest manifest = PackagedApplication.manifest(archive);
            return (manifest.application() + " " + manifest.version()).strip();
        } catch (MillraceException e) {
            return archive.getFileName().toString();
        }
    }
}
