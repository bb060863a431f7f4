package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.Application;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.application.LibraryFile;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A writer of archives. An archive contains all files of the folder of an application or library,
 * except hidden folders, the folder {@code target} and hidden files. Of the hidden files, it
 * contains only {@code .project}, the description of a project of IBM's brokers.
 */
public final class ArchiveWriter {

    private static final String APPLICATION_FILE = "application.yaml";
    private static final String PROJECT_FILE = ".project";

    /** Entries have a fixed time, so that equal folders have equal entries. */
    private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private ArchiveWriter() {}

    /**
     * Writes the archive of a folder. An archive in the folder does not contain itself.
     *
     * @param author user who creates it
     * @return manifest of the archive
     * @throws MillraceException with FILE_UNREADABLE, or with ARCHIVE_INVALID if the name or
     *     version in application.yaml depends on parameters, or if the folder is empty or contains
     *     the home folder of a broker
     */
    public static Manifest write(Path folder, Path archive, String author) {
        Path start = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(start)) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    folder
                            + (Files.exists(start) ? " is not a folder" : " does not exist")
                            + "; expected the folder of an application, or an archive made with"
                            + " ./millrace package");
        }
        try {
            Map<String, Path> files = files(start);
            if (Files.exists(archive)) {
                files.values().remove(archive.toRealPath());
            }
            if (files.isEmpty()) {
                throw new MillraceException(
                        ErrorCode.ARCHIVE_INVALID,
                        folder
                                + " contains no files; specify the folder of an application or a"
                                + " library");
            }
            Manifest manifest = manifest(start, files, author);
            write(manifest, files, archive);
            return manifest;
        } catch (IOException e) {
            throw FileErrors.unreadable(folder, e);
        }
    }

    private static Manifest manifest(Path folder, Map<String, Path> files, String author)
            throws IOException {
        Map<String, Manifest.Entry> entries = new TreeMap<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            entries.put(
                    file.getKey(),
                    new Manifest.Entry(Files.size(file.getValue()), Checksums.of(file.getValue())));
        }
        Kind kind = Application.isLibrary(folder) ? Kind.LIBRARY : Kind.APPLICATION;
        YamlNode settings =
                settings(
                        folder.resolve(kind == Kind.LIBRARY ? LibraryFile.NAME : APPLICATION_FILE));
        return new Manifest(
                Manifest.FORMAT,
                kind,
                value(settings, "name", () -> Application.name(folder)),
                value(settings, "version", () -> ""),
                author,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                kind == Kind.LIBRARY ? Map.of() : libraries(folder, settings),
                entries);
    }

    /** Returns the libraries of an application, as they are beside its folder. */
    private static Map<String, Manifest.Library> libraries(Path folder, YamlNode settings)
            throws IOException {
        Map<String, Manifest.Library> libraries = new TreeMap<>();
        YamlNode names = settings instanceof YamlMapping mapping ? mapping.get("libraries") : null;
        for (YamlNode item : Section.items(names)) {
            if (item instanceof YamlScalar name && !name.isNull()) {
                libraries.put(name.text(), library(folder, name.text()));
            }
        }
        return libraries;
    }

    private static Manifest.Library library(Path application, String name) throws IOException {
        Path folder = Application.libraryBeside(application, name);
        if (folder == null) {
            return Manifest.Library.UNKNOWN;
        }
        Manifest manifest = manifest(folder, files(folder), "");
        return new Manifest.Library(manifest.version(), manifest.content());
    }

    private static void write(Manifest manifest, Map<String, Path> files, Path archive) {
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(entry(Manifest.NAME));
            zip.write(manifest.write());
            for (Map.Entry<String, Path> file : files.entrySet()) {
                zip.putNextEntry(entry(file.getKey()));
                Files.copy(file.getValue(), zip);
            }
        } catch (IOException e) {
            throw FileErrors.unwritable(archive, e);
        }
    }

    private static ZipEntry entry(String name) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        return entry;
    }

    private static Map<String, Path> files(Path folder) throws IOException {
        // The folder itself can be a symbolic link.
        Path start = folder.toRealPath();
        Map<String, Path> files = new TreeMap<>();
        Files.walkFileTree(
                start,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path dir, BasicFileAttributes attributes) {
                        String name = dir.getFileName().toString();
                        boolean left =
                                !dir.equals(start)
                                        && (name.startsWith(".") || name.equals("target"));
                        if (!left && ApplicationFiles.isHome(dir)) {
                            throw home(dir.equals(start) ? folder : start.relativize(dir));
                        }
                        return left ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        String name = start.relativize(file).toString().replace('\\', '/');
                        String last = file.getFileName().toString();
                        boolean left = last.startsWith(".") && !last.equals(PROJECT_FILE);
                        if (!left && Files.isRegularFile(file) && !name.equals(Manifest.NAME)) {
                            files.put(name, file);
                        } else if (!left && !Files.exists(file)) {
                            throw danglingLink(folder.resolve(name));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return files;
    }

    private static MillraceException danglingLink(Path link) {
        return new MillraceException(
                ErrorCode.FILE_UNREADABLE,
                "the symbolic link %s leads to a file that does not exist; correct it, or delete it"
                        .formatted(link));
    }

    private static MillraceException home(Path folder) {
        return new MillraceException(
                ErrorCode.ARCHIVE_INVALID,
                "an archive must not contain the home folder of a broker, which has messages and"
                        + " passwords (found "
                        + folder
                        + " in the folder of the application); move it to another folder, and"
                        + " specify that folder with --home");
    }

    /** Returns the content of a file; null if it does not exist. The server checks it. */
    private static YamlNode settings(Path file) throws IOException {
        return Files.exists(file)
                ? Yaml.read(new Source(file.toString(), Files.readString(file)), new Problems())
                : null;
    }

    private static String value(YamlNode settings, String key, Supplier<String> missing) {
        YamlNode node = settings instanceof YamlMapping mapping ? mapping.get(key) : null;
        if (!(node instanceof YamlScalar scalar)) {
            return missing.get();
        }
        if (scalar.text().contains("${")) {
            throw new MillraceException(
                    ErrorCode.ARCHIVE_INVALID,
                    "%s in %s must not contain parameters (found %s); write the %s itself"
                            .formatted(key, scalar.place().source().name(), scalar.text(), key));
        }
        return scalar.text();
    }
}
